/* flaws.h: tests of pictures of meshes, for test_pictures. */
#ifndef TL_TESTS_FLAWS_H
#define TL_TESTS_FLAWS_H

void flaws_of_meshes_are_where_they_are(void **state);
void roles_and_suggestions_are_where_they_are(void **state);

#endif
