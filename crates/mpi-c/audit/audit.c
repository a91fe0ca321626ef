/* An auditor of the dynamic linker (see rtld-audit(7)) for processes that have libraries of several ABIs of MPI.
 *
 *   program ──needs──▶ libmpi.so.40           both have MPI_Send, and the dynamic linker looks in the
 *           ──dlopen──▶ module ──needs──▶ libmpi.so.12      program's libraries first
 *
 * Without an auditor the module's calls reach libmpi.so.40, which does not know the module's handles. The auditor binds each
 * object's calls to the ABI of the library that the object names as needed. It changes only what the dynamic linker has bound
 * to a library of another ABI: functions of profilers stay between.
 *
 * The auditor uses no function of the C library, so that the dynamic linker does not load a second copy of it. */

#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <stddef.h>

/* Each library with the number of its ABI. All files of these names are of one installation, or the library refuses to begin. */
static const struct {
    const char *name;
    uintptr_t abi;
} libraries[] = {
    {"libmpi.so.12", 1},   {"libmpich.so.12", 1},      {"libmpifort.so.12", 1}, {"libmpichfort.so.12", 1},
    {"libmpi.so.40", 2},   {"libmpi_mpifh.so.40", 2},  {"libmpi_abi.so.1", 3},
};
enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

/* The libraries that the process has loaded. The dynamic linker calls the auditor under its lock. */
static struct link_map *loaded[LIBRARIES];

static int is_equal(const char *one, const char *other)
{
    while (*one && *one == *other)
        one++, other++;
    return *one == *other;
}

/* The number of the library that a path or a name names, or LIBRARIES. */
static int find_library(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    int at = 0;
    while (at < LIBRARIES && !is_equal(libraries[at].name, name))
        at++;
    return at;
}

/* The address in an entry of an object's dynamic section, or null. The dynamic linker has made it absolute, except in objects
 * of the kernel. */
static const void *find_table(const struct link_map *object, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *entry = object->l_ld;
    for (; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry->d_un.d_ptr < object->l_addr ? NULL : (const void *)entry->d_un.d_ptr;
    return NULL;
}

/* The address of a function in a library, or 0, by the library's table of hashes. */
static uintptr_t find_function(const struct link_map *library, const char *name)
{
    const uint32_t *table = find_table(library, DT_GNU_HASH);
    const ElfW(Sym) *symbols = find_table(library, DT_SYMTAB);
    const char *names = find_table(library, DT_STRTAB);
    if (!table || !symbols || !names)
        return 0;
    uint32_t hash = 5381;
    for (const char *at = name; *at; at++)
        hash = hash * 33 + (unsigned char)*at;
    /* Four words: buckets, first symbol, words of the filter, its shift. Then the filter, the buckets and the chains. */
    uint32_t buckets = table[0], first = table[1];
    const uint32_t *bucket = (const uint32_t *)((const ElfW(Addr) *)(table + 4) + table[2]);
    const uint32_t *chains = bucket + buckets;
    uint32_t at = bucket[hash % buckets];
    if (at < first)
        return 0;
    for (;; at++) {
        uint32_t other = chains[at - first];
        if ((other | 1) == (hash | 1) && symbols[at].st_shndx != SHN_UNDEF && is_equal(names + symbols[at].st_name, name))
            return library->l_addr + symbols[at].st_value;
        if (other & 1)
            return 0;
    }
}

unsigned la_version(unsigned version)
{
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

/* Learns the ABI of an object that was loaded, and remembers it in the object's cookie. 0 is none. */
unsigned la_objopen(struct link_map *object, Lmid_t namespace, uintptr_t *cookie)
{
    *cookie = 0;
    if (namespace != LM_ID_BASE)
        return 0;
    int library = find_library(object->l_name);
    if (library < LIBRARIES) {
        loaded[library] = object;
        *cookie = libraries[library].abi;
        return LA_FLG_BINDTO | LA_FLG_BINDFROM;
    }
    const char *names = find_table(object, DT_STRTAB);
    const ElfW(Dyn) *entry = object->l_ld;
    for (; names && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED) {
            library = find_library(names + entry->d_un.d_val);
            if (library < LIBRARIES) {
                *cookie = libraries[library].abi;
                return LA_FLG_BINDFROM;
            }
        }
    return 0;
}

/* Says where a call of one object to another leads. */
uintptr_t la_symbind64(Elf64_Sym *symbol, unsigned number, uintptr_t *from, uintptr_t *to, unsigned *flags, const char *name)
{
    (void)number;
    /* What dlsym finds is what the program has asked for. */
    if (*from == *to || *flags & LA_SYMB_DLSYM)
        return symbol->st_value;
    for (int library = 0; library < LIBRARIES; library++)
        if (libraries[library].abi == *from && loaded[library]) {
            uintptr_t function = find_function(loaded[library], name);
            if (function)
                return function;
        }
    return symbol->st_value;
}
