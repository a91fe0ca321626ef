//! Compiles the calls of handlers, whose number of parameters Rust can't choose at run time.

fn main() {
    println!("cargo::rerun-if-changed=c");
    cc::Build::new()
        .file("c/handlers.c")
        .flag("-std=gnu11")
        .warnings(true)
        .extra_warnings(true)
        .cargo_warnings(true)
        .compile("farreach_gasnet_handlers");
}
