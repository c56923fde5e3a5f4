/* gltf_draco.cpp: meshes that Draco packed, unpacked (KHR_draco_mesh_compression). The only file that knows libdraco,
 * and the only one in C++, which is what libdraco speaks. No exception leaves it. */
#include "import/gltf_packed.h"

#include <draco/compression/decode.h>

#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

struct tl_gltf_draco_mesh {
    std::unique_ptr<draco::Mesh> mesh;
};

namespace {

void say(char *why, size_t room, const char *text) {
    if (room > 0) {
        std::snprintf(why, room, "%s", text);
    }
}

template <typename N> double number_of(const uint8_t *value, unsigned k) {
    N number;
    std::memcpy(&number, value + k * sizeof(number), sizeof(number));
    return static_cast<double>(number);
}

/* Number `k` of a value as it was stored: the library's own conversion would divide normalized ones. */
bool read_number(draco::DataType type, const uint8_t *value, unsigned k, double *number) {
    switch (type) {
    case draco::DT_INT8:
        *number = number_of<int8_t>(value, k);
        return true;
    case draco::DT_UINT8:
        *number = number_of<uint8_t>(value, k);
        return true;
    case draco::DT_INT16:
        *number = number_of<int16_t>(value, k);
        return true;
    case draco::DT_UINT16:
        *number = number_of<uint16_t>(value, k);
        return true;
    case draco::DT_INT32:
        *number = number_of<int32_t>(value, k);
        return true;
    case draco::DT_UINT32:
        *number = number_of<uint32_t>(value, k);
        return true;
    case draco::DT_FLOAT32:
        *number = number_of<float>(value, k);
        return true;
    default:
        return false;
    }
}

/* False when T can't hold it. */
template <typename T> bool take_number(double number, T *taken) {
    using limits = std::numeric_limits<T>;
    if (limits::is_integer &&
        !(number >= static_cast<double>(limits::min()) && number <= static_cast<double>(limits::max()))) {
        return false;
    }
    *taken = static_cast<T>(number);
    return !limits::is_integer || static_cast<double>(*taken) == number;
}

template <typename T> bool convert(const draco::PointAttribute &attribute, size_t points, unsigned width, T *numbers) {
    for (size_t i = 0; i < points; i++) {
        const draco::AttributeValueIndex at = attribute.mapped_index(draco::PointIndex(static_cast<uint32_t>(i)));
        if (at.value() >= attribute.size()) {
            return false;
        }
        const uint8_t *value = attribute.GetAddress(at);
        for (unsigned k = 0; k < width; k++) {
            double number;
            if (!read_number(attribute.data_type(), value, k, &number) ||
                !take_number(number, &numbers[i * width + k])) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

extern "C" {

bool tl_draco_is_here(void) {
    return true;
}

tl_gltf_draco_mesh *tl_draco_decode(const void *bytes, size_t size, char *why, size_t room) {
    try {
        draco::DecoderBuffer buffer;
        buffer.Init(static_cast<const char *>(bytes), size);
        draco::Decoder decoder;
        auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
        if (!decoded.ok()) {
            say(why, room, decoded.status().error_msg());
            return nullptr;
        }
        std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
        for (uint32_t i = 0; i < mesh->num_faces(); i++) {
            for (size_t k = 0; k < 3; k++) {
                if (mesh->face(draco::FaceIndex(i))[k].value() >= mesh->num_points()) {
                    say(why, room, "a triangle names a point that is not there");
                    return nullptr;
                }
            }
        }
        return new tl_gltf_draco_mesh{std::move(mesh)};
    } catch (const std::bad_alloc &) {
        say(why, room, "there was not enough memory");
    } catch (...) {
        say(why, room, "it gave up");
    }
    return nullptr;
}

void tl_draco_destroy(tl_gltf_draco_mesh *mesh) {
    delete mesh;
}

size_t tl_draco_points(const tl_gltf_draco_mesh *mesh) {
    return mesh->mesh->num_points();
}

size_t tl_draco_faces(const tl_gltf_draco_mesh *mesh) {
    return mesh->mesh->num_faces();
}

void tl_draco_corners(const tl_gltf_draco_mesh *mesh, uint32_t *corners) {
    for (uint32_t i = 0; i < mesh->mesh->num_faces(); i++) {
        for (size_t k = 0; k < 3; k++) {
            corners[3 * static_cast<size_t>(i) + k] = mesh->mesh->face(draco::FaceIndex(i))[k].value();
        }
    }
}

bool tl_draco_attribute(const tl_gltf_draco_mesh *mesh, uint32_t id, unsigned width, int type, void *numbers) {
    const draco::PointAttribute *attribute = mesh->mesh->GetAttributeByUniqueId(id);
    if (attribute == nullptr || attribute->num_components() != width || attribute->buffer() == nullptr) {
        return false;
    }
    const size_t points = mesh->mesh->num_points();
    switch (type) {
    case 5120:
        return convert(*attribute, points, width, static_cast<int8_t *>(numbers));
    case 5121:
        return convert(*attribute, points, width, static_cast<uint8_t *>(numbers));
    case 5122:
        return convert(*attribute, points, width, static_cast<int16_t *>(numbers));
    case 5123:
        return convert(*attribute, points, width, static_cast<uint16_t *>(numbers));
    case 5125:
        return convert(*attribute, points, width, static_cast<uint32_t *>(numbers));
    case 5126:
        return convert(*attribute, points, width, static_cast<float *>(numbers));
    default:
        return false;
    }
}
}
