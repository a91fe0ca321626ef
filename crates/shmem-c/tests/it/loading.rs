//! The library as programs load it while they run.

use crate::toolchain::{compile_text, prefix, text};

/// A program that loads a library privately, and puts to one of its own variables by it.
const LOADS: &str = r#"
#include <dlfcn.h>
#include <stdio.h>
static long word;
typedef void (*nothing)(void);
typedef int (*number)(void);
typedef void (*put)(long *, long, int);
int main(int count, char **arguments)
{
    void *library = dlopen(arguments[count - 1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    ((nothing)dlsym(library, "shmem_init"))();
    int me = ((number)dlsym(library, "shmem_my_pe"))(), all = ((number)dlsym(library, "shmem_n_pes"))();
    ((put)dlsym(library, "shmem_long_p"))(&word, me + 1, (me + 1) % all);
    ((nothing)dlsym(library, "shmem_barrier_all"))();
    int good = word == (me + all - 1) % all + 1;
    ((nothing)dlsym(library, "shmem_finalize"))();
    dlclose(library);
    puts(good ? "good" : "bad");
    return !good;
}
"#;

#[test]
fn the_library_can_be_loaded_privately() {
    let program = compile_text(
        "loads.c",
        LOADS,
        &["-std=gnu11", "-Wno-pedantic"],
        &["-ldl"],
    );
    for (library, nodes) in [
        ("libshmem.so.1", 1),
        ("libshmem.so", 2),
        ("libfarreach.so.0", 2),
    ] {
        let library = prefix().join("lib").join(library);
        let output = program.run(3, nodes, &[library.to_str().expect("text")]);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(output.stdout, b"good\ngood\ngood\n", "{}", text(&output));
    }
}

#[test]
fn a_process_has_the_library_once() {
    let archive = prefix().join("lib/libshmem.a");
    let body = r"
        #include <dlfcn.h>
        #include <shmem.h>
        #include <stdio.h>
        int main(int count, char **arguments)
        {
            if (!dlopen(arguments[count - 1], RTLD_NOW)) puts(dlerror());
            shmem_init();
            shmem_finalize();
            return 0;
        }";
    let archive = archive.to_str().expect("text");
    let libraries = [archive, "-lgcc_s", "-lm", "-ldl", "-lpthread"];
    let program = compile_text("twice.c", body, &["-std=gnu11"], &libraries);
    let core = prefix().join("lib/libfarreach.so.0");
    let core = core.to_str().expect("text");
    let output = program.run(2, 1, &[core]);
    assert!(!output.status.success(), "{}", text(&output));
    let wanted = format!(
        "shmem_init: the process has the library twice, linked from libshmem.a and loaded from {core}: link the program without -static"
    );
    assert!(text(&output).contains(&wanted), "{}", text(&output));
}
