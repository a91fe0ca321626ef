//! Programs that close all descriptors that they did not open.

#![allow(unsafe_code)]

use std::path::Path;

/// Closes all descriptors but the standard ones.
pub(super) fn close_all() {
    let descriptors = Path::new("/proc/self/fd");
    let named = std::fs::read_dir(descriptors).expect("/proc");
    let numbers = named.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let numbers: Vec<i32> = numbers.filter(|&number| number > 2).collect();
    // The directory's own descriptor is closed already.
    let is_open = |number: &i32| descriptors.join(number.to_string()).is_symlink();
    for number in numbers.into_iter().filter(is_open) {
        // SAFETY: there is none. The descriptors are the library's, which is what the test is about.
        unsafe { rustix::io::close(number) };
    }
}
