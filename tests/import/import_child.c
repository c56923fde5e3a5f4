/* import_child.c: the smallest import child, so that the engine's tests need no other program. */
#include "import/import.h"

#include <string.h>

int main(int argc, char **argv) {
    return argc > 1 && strcmp(argv[1], "--import-child") == 0 ? tl_import_child_main(argc, argv) : 2;
}
