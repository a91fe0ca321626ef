//! The table: the standard's declarations, by the module that has the functions.

mod absent;
mod attribute;
mod begun;
mod both;
mod collective;
mod comm;
mod datatype;
mod environment;
mod errors;
mod external;
mod graph;
mod group;
mod info;
mod kinds;
mod neighbours;
mod operation;
mod packing;
mod point;
mod prepared;
mod request;
mod setup;
mod statuses;
mod topology;

use super::Family;

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    setup::SETUP,
    environment::ENVIRONMENT,
    errors::ERRORS,
    point::POINT,
    both::BOTH,
    request::REQUEST,
    statuses::STATUSES,
    comm::COMM,
    group::GROUP,
    collective::COLLECTIVE,
    begun::BEGUN,
    prepared::PREPARED,
    operation::OPERATION,
    datatype::DATATYPE,
    packing::PACKING,
    external::EXTERNAL,
    kinds::KINDS,
    attribute::ATTRIBUTE,
    info::INFO,
    topology::TOPOLOGY,
    graph::GRAPH,
    neighbours::NEIGHBOURS,
    absent::ABSENT,
];
