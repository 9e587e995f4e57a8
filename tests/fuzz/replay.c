/* replay.c - feeds a fuzz target every file of its corpus, so that what fuzzing once found is
 * tested in builds without a fuzzer.  Prints TAP. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    uint8_t *data = malloc(1 << 20);
    size_t n = data ? fread(data, 1, 1 << 20, file) : 0;
    fclose(file);
    /* a copy of the exact size, so that a sanitizer sees a read past the end */
    uint8_t *exact = malloc(n ? n : 1);
    for (size_t i = 0; exact && i < n; i++)
        exact[i] = data[i];
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    free(data);
}

int main(int argc, char **argv)
{
    int n = 0;
    DIR *dir = argc > 1 ? opendir(argv[1]) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        replay(path);
        printf("ok %d - %s\n", ++n, entry->d_name);
    }
    if (dir)
        closedir(dir);
    if (n == 0)
        printf("not ok 1 - the corpus is empty\n");
    printf("1..%d\n", n ? n : 1);
    return n == 0;
}
