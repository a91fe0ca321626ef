//! The table: the standard's declarations, by the module that has the functions.

mod absent;
mod begun;
mod collective;
mod comm;
mod environment;
mod errors;
mod group;
mod info;
mod operation;
mod point;
mod request;
mod setup;

use super::Family;

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    setup::SETUP,
    environment::ENVIRONMENT,
    errors::ERRORS,
    point::POINT,
    request::REQUEST,
    comm::COMM,
    group::GROUP,
    collective::COLLECTIVE,
    begun::BEGUN,
    operation::OPERATION,
    info::INFO,
    absent::ABSENT,
];
