/* SHA-256 against the examples of FIPS 180-4 and lengths round the edges of blocks; sums made with GNU coreutils. */
#include "support/assert_geom.h"

#include "base/sha256.h"

#include <string.h>

static void hash_of(const char *letter, size_t count, size_t chunk, char text[TL_SHA256_TEXT]) {
    tl_sha256 sha;
    tl_sha256_begin(&sha);
    size_t length = strlen(letter);
    char piece[4096];
    for (size_t done = 0; done < count;) {
        size_t size = count - done < chunk ? count - done : chunk;
        for (size_t i = 0; i < size; i++) {
            piece[i] = letter[(done + i) % length];
        }
        tl_sha256_add(&sha, piece, size);
        done += size;
    }
    tl_sha256_text(&sha, text);
}

static void known_sums(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t count;
        const char *sum;
    } known[] = {
        {"a", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
        {"q", 55, "85528b5baff5639cb8e7daca79d085ac29ac0978e873ed7527158616b2b6c379"},
        {"q", 57, "243be04ce55d66163de2c19e9a13edbcea43775ecd0c28047f30338ea24a15af"},
        {"q", 63, "9b49777003a4143d8c3f4d3002eb631c6bda8b030a3ccc87f8a21d5f61c89e87"},
        {"q", 64, "ee8e658590c9a5e119400a774415a01db104de1ee6e2c29ec69aa73ef46544d2"},
        {"q", 65, "2b6c3f7f12b1b12fc5409626dc4e5302d8d37082cbeddea7755eac43aba039c8"},
        {"q", 119, "c8bc8a6e9626586bb888ad131d44ed2bd37fc608e902904ade3c566c4208e6ca"},
        {"q", 120, "77a2d49d72a11e41678c51f8f0cb67f5cb570f30370c3aeffe266a0d1ee43209"},
        {"q", 128, "652713bcb795a6978fa84aa8d071d13e9ee581a8e716e8ab18daa49d1e920360"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        static const size_t chunks[] = {1, 63, 64, 65, 4096};
        for (size_t k = 0; k < 5; k++) {
            char text[TL_SHA256_TEXT];
            hash_of(known[i].text, known[i].count, chunks[k], text);
            assert_string_equal(text, known[i].sum);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
