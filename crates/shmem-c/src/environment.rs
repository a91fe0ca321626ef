//! The environment variables of the specification that ask for output: `SHMEM_VERSION`,
//! `SHMEM_INFO`, and their deprecated names.

use farreach_runtime::World;

const INFO: &str = "\
OpenSHMEM's environment variables:
  SHMEM_VERSION         any value: the first PE tells the library's version at the start
  SHMEM_INFO            any value: the first PE tells this
  SHMEM_SYMMETRIC_SIZE  bytes of each PE's symmetric heap, perhaps with a fraction, and with k, m, g or t behind it (1G)
  SHMEM_DEBUG           any value: PEs compare what they call in each collective, and tell who differs
Their deprecated names are SMA_...; `farreach info` lists Farreach's own.
";
const VERSION: &str = concat!("Farreach ", env!("CARGO_PKG_VERSION"), ", OpenSHMEM 1.6\n");

/// Prints what the variables ask for, once per job. Each text is one piece, so that it leaves in one call.
pub(crate) fn speak(world: &World) {
    let is_set = |names: [&str; 2]| names.iter().any(|name| std::env::var_os(name).is_some());
    if world.rank() != 0 {
        return;
    }
    if is_set(["SHMEM_VERSION", "SMA_VERSION"]) {
        eprint!("{VERSION}");
    }
    if is_set(["SHMEM_INFO", "SMA_INFO"]) {
        eprint!("{INFO}");
    }
}
