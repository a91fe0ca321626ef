//! What the generated functions need.

pub(crate) use std::ffi::{c_char, c_double, c_int, c_long, c_void};

pub(crate) use crate::fault::{absent, anytime, call};
pub(crate) use crate::mpich::{Handle, Mpich, Status};
