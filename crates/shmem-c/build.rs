//! Compiles what Rust can't express: values of type `long double`, and more arguments than were named.

fn main() {
    println!("cargo::rerun-if-changed=c");
    cc::Build::new()
        .file("c/native.c")
        .include("include")
        .flag("-std=c11")
        .warnings(true)
        .extra_warnings(true)
        .cargo_warnings(true)
        .compile("farreach_shmem_native");
}
