//! What may be called before the initialisation and after the finalisation: error handlers, error classes and codes of the
//! program, and the beginning of sessions.

#![allow(unsafe_code)]

pub(crate) use crate::errors::{
    add_error_class, add_error_code, add_error_string, comm_create_errhandler, errhandler_free,
    mpix_delete_error_class, mpix_delete_error_code, mpix_delete_error_string,
};
pub(crate) use crate::file::file_create_errhandler;
pub(crate) use crate::sessions::{session_create_errhandler, session_init};
pub(crate) use crate::window::win_create_errhandler;
