# Flags that every target of the project shares.
#
# Contraction stays off everywhere: compilers differ in when they fuse a multiplication and an addition, and a fused
# one rounds once instead of twice. Error-free transformations and reproducible answers need both roundings.
function(trueline_target name)
    target_compile_options(${name} PRIVATE -ffp-contract=off -fno-strict-aliasing)
    get_target_property(type ${name} TYPE)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
    if(TRUELINE_WERROR)
        target_compile_options(${name} PRIVATE -Werror)
    endif()
    if(TRUELINE_VALIDATE)
        target_compile_definitions(${name} PRIVATE TL_VALIDATE)
    endif()
    if(TRUELINE_SANITIZE)
        target_compile_options(${name} PRIVATE -fsanitize=${TRUELINE_SANITIZE} -fno-omit-frame-pointer
            -fno-sanitize-recover=all)
        target_link_options(${name} PRIVATE -fsanitize=${TRUELINE_SANITIZE})
    endif()
endfunction()
