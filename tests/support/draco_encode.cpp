// draco_encode.cpp: triangles packed by libdraco, for tests. See draco_encode.h.
#include "support/draco_encode.h"

#include <draco/compression/decode.h>
#include <draco/compression/expert_encode.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

int add(draco::Mesh *mesh, draco::GeometryAttribute::Type type, int width, draco::DataType kind, const void *numbers,
        size_t size, uint32_t id) {
    draco::GeometryAttribute attribute;
    attribute.Init(type, nullptr, static_cast<uint8_t>(width), kind, false, static_cast<int64_t>(size), 0);
    const int index = mesh->AddAttribute(attribute, true, mesh->num_points());
    for (draco::AttributeValueIndex i(0); i < mesh->num_points(); ++i) {
        mesh->attribute(index)->SetAttributeValue(i, static_cast<const char *>(numbers) + i.value() * size);
    }
    mesh->attribute(index)->set_unique_id(id);
    return index;
}

} // namespace

unsigned char *draco_encode(const draco_input *input, size_t *size, size_t *points, size_t *faces) {
    draco::Mesh mesh;
    mesh.set_num_points(static_cast<uint32_t>(input->vertex_count));
    mesh.SetNumFaces(input->face_count);
    for (uint32_t f = 0; f < input->face_count; f++) {
        const uint32_t *corners = input->faces + 3 * f;
        mesh.SetFace(draco::FaceIndex(f),
                     {draco::PointIndex(corners[0]), draco::PointIndex(corners[1]), draco::PointIndex(corners[2])});
    }
    for (uint32_t s = 0; s < input->joint_sets; s++) { // before the positions, so that numbers are not places
        add(&mesh, draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT16, input->joints[s], 8, DRACO_JOINTS + s);
        add(&mesh, draco::GeometryAttribute::GENERIC, 4, draco::DT_FLOAT32, input->weights[s], 16, DRACO_WEIGHTS + s);
    }
    const int place =
        add(&mesh, draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32, input->positions, 12, DRACO_POSITION);
    draco::ExpertEncoder encoder(mesh);
    encoder.SetEncodingMethod(input->edgebreaker ? draco::MESH_EDGEBREAKER_ENCODING : draco::MESH_SEQUENTIAL_ENCODING);
    encoder.SetSpeedOptions(input->speed, input->speed);
    if (input->bits > 0) {
        encoder.SetAttributeQuantization(place, input->bits);
    }
    draco::EncoderBuffer buffer;
    const draco::Status status = encoder.EncodeToBuffer(&buffer);
    if (!status.ok()) {
        std::fprintf(stderr, "libdraco: %s\n", status.error_msg());
        return nullptr;
    }
    draco::DecoderBuffer again;
    again.Init(buffer.data(), buffer.size());
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&again);
    if (!decoded.ok()) {
        std::fprintf(stderr, "libdraco: %s\n", decoded.status().error_msg());
        return nullptr;
    }
    *points = decoded.value()->num_points();
    *faces = decoded.value()->num_faces();
    *size = buffer.size();
    auto *bytes = static_cast<unsigned char *>(std::malloc(buffer.size()));
    if (bytes != nullptr) {
        std::memcpy(bytes, buffer.data(), buffer.size());
    }
    return bytes;
}
