// fcl.cpp: the same triangles for FCL's mesh distance (OBBRSS trees, double precision). The peer of range.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/distance.h>

#include "peers/fcl.h"

#include <memory>
#include <vector>

struct fcl_peer {
    std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> model;
};

static fcl::Transform3d transform_of(const double pose[12]) {
    fcl::Transform3d t = fcl::Transform3d::Identity();
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++) {
            t.matrix()(row, column) = pose[3 * column + row];
        }
    }
    return t;
}

fcl_peer *fcl_peer_build(const double *vertices, size_t vertex_count, const uint32_t *triangles,
                         size_t triangle_count) {
    std::vector<fcl::Vector3d> points(vertex_count);
    std::vector<fcl::Triangle> faces(triangle_count);
    for (size_t i = 0; i < vertex_count; i++) {
        points[i] = fcl::Vector3d(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
    }
    for (size_t i = 0; i < triangle_count; i++) {
        faces[i] = fcl::Triangle(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
    }
    auto *peer = new fcl_peer;
    peer->model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    peer->model->beginModel();
    peer->model->addSubModel(points, faces);
    peer->model->endModel();
    return peer;
}

void fcl_peer_destroy(fcl_peer *peer) {
    delete peer;
}

double fcl_peer_distance(const fcl_peer *a, const double pose_a[12], const fcl_peer *b, const double pose_b[12]) {
    fcl::CollisionObjectd p(a->model, transform_of(pose_a)), q(b->model, transform_of(pose_b));
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    return fcl::distance(&p, &q, request, result);
}
