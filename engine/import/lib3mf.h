/* lib3mf.h: the functions of lib3mf 1.8 that package.c calls. Internal to engine/import.
 *
 * The library has a plain C interface, but declares it in a header that only C++ compilers read
 * (Model/COM/NMR_DLLInterfaces.h); this page is in its place. Every function returns 0 when it went well. Objects are
 * given back with lib3mf_release. */
#ifndef TL_IMPORT_LIB3MF_H
#define TL_IMPORT_LIB3MF_H

#include <stdint.h>

typedef struct lib3mf_object lib3mf_object; /* whatever kind of thing it is */

/* A point (x, y, z) goes to the sum of its coordinates times the first three columns, plus the fourth. */
typedef struct lib3mf_transform {
    float fields[3][4];
} lib3mf_transform;
typedef struct lib3mf_vertex {
    float position[3];
} lib3mf_vertex;
typedef struct lib3mf_triangle {
    uint32_t corner[3];
} lib3mf_triangle;

enum { LIB3MF_SUPPORT = 2, LIB3MF_SOLID_SUPPORT = 3 };               /* types of objects */
enum { LIB3MF_UNKNOWN_UNIT = 0x801e, LIB3MF_SAME_CORNERS = 0x8026 }; /* errors and warnings */

int lib3mf_createmodel(lib3mf_object **model);
int lib3mf_release(lib3mf_object *object);
int lib3mf_getlasterror(lib3mf_object *object, uint32_t *code, const char **message);
/* `kind` is "3mf". */
int lib3mf_model_queryreader(lib3mf_object *model, const char *kind, lib3mf_object **reader);
int lib3mf_reader_readfrombuffer(lib3mf_object *reader, uint8_t *bytes, unsigned long long size);
int lib3mf_reader_getwarningcount(lib3mf_object *reader, uint32_t *count);
int lib3mf_reader_getwarningutf8(lib3mf_object *reader, uint32_t index, uint32_t *code, char *buffer, uint32_t size,
                                 uint32_t *needed);
/* 0 to 5: micron, millimetre, centimetre, inch, foot, metre. */
int lib3mf_model_getunit(lib3mf_object *model, uint32_t *unit);
int lib3mf_model_getbuilditems(lib3mf_object *model, lib3mf_object **iterator);
int lib3mf_builditemiterator_movenext(lib3mf_object *iterator, int *has_next);
int lib3mf_builditemiterator_getcurrent(lib3mf_object *iterator, lib3mf_object **item);
int lib3mf_builditem_getobjectresource(lib3mf_object *item, lib3mf_object **object);
int lib3mf_builditem_hasobjecttransform(lib3mf_object *item, int *has);
int lib3mf_builditem_getobjecttransform(lib3mf_object *item, lib3mf_transform *transform);
int lib3mf_object_gettype(lib3mf_object *object, uint32_t *type);
int lib3mf_object_ismeshobject(lib3mf_object *object, int *is);
int lib3mf_object_iscomponentsobject(lib3mf_object *object, int *is);
int lib3mf_object_getnameutf8(lib3mf_object *object, char *buffer, uint32_t size, uint32_t *needed);
int lib3mf_object_getpartnumberutf8(lib3mf_object *object, char *buffer, uint32_t size, uint32_t *needed);
int lib3mf_componentsobject_getcomponentcount(lib3mf_object *object, uint32_t *count);
int lib3mf_componentsobject_getcomponent(lib3mf_object *object, uint32_t index, lib3mf_object **component);
int lib3mf_component_getobjectresource(lib3mf_object *component, lib3mf_object **object);
int lib3mf_component_hastransform(lib3mf_object *component, int *has);
int lib3mf_component_gettransform(lib3mf_object *component, lib3mf_transform *transform);
int lib3mf_meshobject_getvertexcount(lib3mf_object *object, uint32_t *count);
int lib3mf_meshobject_gettrianglecount(lib3mf_object *object, uint32_t *count);
int lib3mf_meshobject_getvertices(lib3mf_object *object, lib3mf_vertex *vertices, uint32_t room, uint32_t *count);
int lib3mf_meshobject_gettriangleindices(lib3mf_object *object, lib3mf_triangle *triangles, uint32_t room,
                                         uint32_t *count);

#endif
