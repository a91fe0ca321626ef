//! Compiles the parts that Rust can't express: values of type `long double`, variadic functions,
//! Fortran's names of functions, and code that runs before the program begins.

fn main() {
    println!("cargo::rerun-if-changed=c");
    cc::Build::new()
        .file("c/native.c")
        .file("c/fortran.c")
        .file("c/start.c")
        .include("include")
        .flag("-std=gnu11")
        .warnings(true)
        .extra_warnings(true)
        .cargo_warnings(true)
        .compile("farreach_shmem_native");
}
