//! The table: the standard's declarations, by the module that has the functions.

mod absent;
mod attribute;
mod collective;
mod comm;
mod conversion;
mod datatype;
mod environment;
mod errors;
mod external;
mod file;
mod graph;
mod group;
mod info;
mod kinds;
mod neighbours;
mod operation;
mod packing;
mod point;
mod request;
mod send_receive;
mod setup;
mod statuses;
mod topology;
mod window;

use super::{Family, Kind};

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    setup::SETUP,
    environment::ENVIRONMENT,
    errors::ERRORS,
    point::POINT,
    send_receive::SEND_RECEIVE,
    request::REQUEST,
    statuses::STATUSES,
    comm::COMM,
    group::GROUP,
    collective::COLLECTIVE,
    operation::OPERATION,
    datatype::DATATYPE,
    packing::PACKING,
    external::EXTERNAL,
    kinds::KINDS,
    attribute::ATTRIBUTE,
    info::INFO,
    file::FILE,
    topology::TOPOLOGY,
    graph::GRAPH,
    neighbours::NEIGHBOURS,
    window::WINDOW,
    conversion::CONVERSION,
    absent::ABSENT,
];
