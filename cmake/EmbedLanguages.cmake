# Turns the files of languages/ into an enumeration of sentences and a C table, so that the library needs no data folder
# at run time. English decides which sentences there are; another language must have the same.
# Usage: cmake -DFOLDER=<languages> -DHEADER=<sentences.h> -DSOURCE=<languages.c> -P EmbedLanguages.cmake
cmake_minimum_required(VERSION 3.25)

# Forms by a number, "{2:pair|pairs}", get the language's rule: "{2[1]:pair|pairs}".
function(c_text text out)
    string(REGEX REPLACE "{([1-6]):" "{\\1[${singular}]:" text "${text}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

# keys(OUT JSON): the members of an object.
function(keys out json)
    string(JSON count LENGTH "${json}")
    set(names "")
    if(count GREATER 0)
        math(EXPR last "${count} - 1")
        foreach(i RANGE ${last})
            string(JSON name MEMBER "${json}" ${i})
            list(APPEND names "${name}")
        endforeach()
    endif()
    set(${out} "${names}" PARENT_SCOPE)
endfunction()

file(GLOB files ${FOLDER}/*.json)
list(REMOVE_ITEM files ${FOLDER}/en.json)
list(SORT files)
list(PREPEND files ${FOLDER}/en.json)

set(tables "")
set(rows "")
foreach(file IN LISTS files)
    get_filename_component(tag ${file} NAME_WE)
    file(READ ${file} json)
    string(JSON name GET "${json}" name)
    string(JSON decimal GET "${json}" decimal)
    string(JSON singular GET "${json}" singular)
    string(JSON sentences GET "${json}" sentences)
    keys(names "${sentences}")
    list(SORT names)
    if(tag STREQUAL "en")
        set(english "${names}")
    elseif(NOT names STREQUAL english)
        set(missing ${english})
        list(REMOVE_ITEM missing ${names})
        set(unknown ${names})
        list(REMOVE_ITEM unknown ${english})
        message(FATAL_ERROR "${file}: missing sentences: ${missing}; unknown ones: ${unknown}")
    endif()
    string(APPEND tables "static const char *const ${tag}_sentences[TL_SENTENCE_COUNT] = {\n")
    foreach(sentence IN LISTS names)
        string(JSON text GET "${sentences}" ${sentence})
        c_text("${text}" quoted)
        string(APPEND tables "    [TL_SAY_${sentence}] = ${quoted},\n")
    endforeach()
    string(APPEND tables "};\n")

    # Texts by name, for programs that say more than answers do; sorted, as tl_words_find searches them.
    string(JSON texts GET "${json}" texts)
    keys(names "${texts}")
    list(SORT names)
    if(tag STREQUAL "en")
        set(english_texts "${names}")
        list(LENGTH names text_count)
    elseif(NOT names STREQUAL english_texts)
        set(missing ${english_texts})
        list(REMOVE_ITEM missing ${names})
        set(unknown ${names})
        list(REMOVE_ITEM unknown ${english_texts})
        message(FATAL_ERROR "${file}: missing texts: ${missing}; unknown ones: ${unknown}")
    endif()
    string(APPEND tables "static const tl_named_text ${tag}_texts[] = {\n")
    foreach(name_of_text IN LISTS names)
        string(JSON text GET "${texts}" "${name_of_text}")
        c_text("${text}" quoted)
        string(APPEND tables "    {\"${name_of_text}\", ${quoted}},\n")
    endforeach()
    string(APPEND tables "};\n")

    string(APPEND tables "static const tl_term ${tag}_terms[] = {\n")
    string(JSON rulesets ERROR_VARIABLE none GET "${json}" rulesets)
    if(none STREQUAL "NOTFOUND")
        keys(ruleset_names "${rulesets}")
        foreach(ruleset IN LISTS ruleset_names)
            string(JSON sections GET "${rulesets}" ${ruleset})
            keys(section_names "${sections}")
            foreach(section IN LISTS section_names)
                string(JSON texts GET "${sections}" ${section})
                keys(text_names "${texts}")
                foreach(key IN LISTS text_names)
                    string(JSON text GET "${texts}" "${key}")
                    c_text("${text}" quoted)
                    string(APPEND tables "    {\"${ruleset}\", \"${section}\", \"${key}\", ${quoted}},\n")
                endforeach()
            endforeach()
        endforeach()
    endif()
    string(APPEND tables "    {NULL, NULL, NULL, NULL}};\n")
    c_text("${name}" quoted)
    string(APPEND rows "    {\"${tag}\", ${quoted}, '${decimal}', ${tag}_sentences, ${tag}_terms, ${tag}_texts, ${text_count}},\n")
endforeach()

set(enumeration "")
foreach(sentence IN LISTS english)
    string(APPEND enumeration "    TL_SAY_${sentence},\n")
endforeach()
set(header "/* Made from languages/ by the build. */
#ifndef TL_WORDS_SENTENCES_H
#define TL_WORDS_SENTENCES_H
typedef enum tl_sentence {
${enumeration}    TL_SENTENCE_COUNT
} tl_sentence;
#endif
")
# Nearly everything includes it, and a text that only reads otherwise doesn't change it.
set(before "")
if(EXISTS ${HEADER})
    file(READ ${HEADER} before)
endif()
if(NOT header STREQUAL before)
    file(WRITE ${HEADER} "${header}")
endif()
file(WRITE ${SOURCE} "/* Made from languages/ by the build. */
#include \"words/language.h\"
#include <stddef.h>
${tables}
const tl_language tl_languages[] = {
${rows}    {NULL, NULL, '.', NULL, NULL, NULL, 0}};
")
