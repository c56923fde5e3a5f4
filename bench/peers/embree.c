/* embree.c: the same triangles and segments for Embree 3. It works in floats: its vertices are rounded. */
#include "bench.h"

#include <embree3/rtcore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct peer {
    RTCDevice device;
    RTCScene scene;
    atomic_llong bytes;
};

static bool note_memory(void *user, ssize_t bytes, bool post) {
    (void)post;
    peer *p = user;
    atomic_fetch_add(&p->bytes, (long long)bytes);
    return true;
}

peer *peer_build(const bench_mesh *mesh, int threads, double *seconds, size_t *bytes) {
    peer *p = calloc(1, sizeof(*p));
    char settings[64];
    snprintf(settings, sizeof(settings), "threads=%d", threads);
    p->device = rtcNewDevice(settings);
    rtcSetDeviceMemoryMonitorFunction(p->device, note_memory, p);
    RTCGeometry geometry = rtcNewGeometry(p->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *v = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                       mesh->vertex_count);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        v[3 * i] = (float)mesh->vertices[i].x;
        v[3 * i + 1] = (float)mesh->vertices[i].y;
        v[3 * i + 2] = (float)mesh->vertices[i].z;
    }
    uint32_t *t = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t),
                                          mesh->triangle_count);
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        t[i] = mesh->triangles[i];
    }
    rtcCommitGeometry(geometry);
    p->scene = rtcNewScene(p->device);
    rtcSetSceneFlags(p->scene, RTC_SCENE_FLAG_ROBUST);
    rtcAttachGeometry(p->scene, geometry);
    rtcReleaseGeometry(geometry);
    double start = bench_thread_time(); /* one thread: it builds in this one */
    rtcCommitScene(p->scene);
    *seconds = bench_thread_time() - start;
    *bytes = (size_t)atomic_load(&p->bytes);
    return p;
}

void peer_destroy(peer *p) {
    rtcReleaseScene(p->scene);
    rtcReleaseDevice(p->device);
    free(p);
}

static struct RTCRay ray_of(const bench_segment *s) {
    struct RTCRay ray = {.org_x = (float)s->p.x,
                         .org_y = (float)s->p.y,
                         .org_z = (float)s->p.z,
                         .dir_x = (float)(s->q.x - s->p.x),
                         .dir_y = (float)(s->q.y - s->p.y),
                         .dir_z = (float)(s->q.z - s->p.z),
                         .tnear = 0,
                         .tfar = 1,
                         .mask = 0xffffffffU};
    return ray;
}

double peer_blocked(peer *p, const bench_segment *segments, size_t count, uint8_t *answers) {
    double start = bench_thread_time();
    for (size_t i = 0; i < count; i++) {
        struct RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        struct RTCRay ray = ray_of(&segments[i]);
        rtcOccluded1(p->scene, &context, &ray);
        answers[i] = ray.tfar < 0;
    }
    return bench_thread_time() - start;
}

double peer_nearest(peer *p, const bench_segment *segments, size_t count, float *places) {
    double start = bench_thread_time();
    for (size_t i = 0; i < count; i++) {
        struct RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        struct RTCRayHit ray = {.ray = ray_of(&segments[i])};
        ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(p->scene, &context, &ray);
        places[i] = ray.hit.geomID == RTC_INVALID_GEOMETRY_ID ? 2 : ray.ray.tfar;
    }
    return bench_thread_time() - start;
}
