# Turns the files of rulesets/ into a C table, so that the library needs no data folder at run time.
# Usage: cmake -DFOLDER=<rulesets> -DOUTPUT=<file.c> -P EmbedRulesets.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB files ${FOLDER}/*.json)
list(SORT files)
set(arrays "")
set(table "")
foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    string(MAKE_C_IDENTIFIER ${name} identifier)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char ${identifier}[] = {${bytes}};\n")
    file(READ ${file} json)
    string(JSON abstract ERROR_VARIABLE none GET "${json}" abstract)
    if(abstract STREQUAL "ON") # what cmake makes of true
        set(abstract 1)
    else()
        set(abstract 0)
    endif()
    string(APPEND table "    {\"${name}\", ${identifier}, sizeof(${identifier}), ${abstract}},\n")
endforeach()
file(WRITE ${OUTPUT} "/* Made from rulesets/ by the build. */
#include <stddef.h>
typedef struct tl_builtin_ruleset {
    const char *name;
    const unsigned char *text;
    size_t size;
    int abstract;
} tl_builtin_ruleset;
extern const tl_builtin_ruleset tl_builtin_rulesets[];
${arrays}
const tl_builtin_ruleset tl_builtin_rulesets[] = {
${table}    {NULL, NULL, 0, 0}};
")
