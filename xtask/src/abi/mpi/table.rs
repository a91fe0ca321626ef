//! The table: the standard's declarations, by the module that has the functions.

mod absent;
mod attribute;
mod buffers;
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
mod handlers;
mod info;
mod kinds;
mod neighbours;
mod operation;
mod packing;
mod partitioned;
mod point;
mod request;
mod send_receive;
mod sessions;
mod setup;
mod statuses;
mod tools;
mod topology;
mod window;

use super::{Family, Kind};

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    setup::SETUP,
    environment::ENVIRONMENT,
    errors::ERRORS,
    handlers::HANDLERS,
    sessions::SESSIONS,
    point::POINT,
    send_receive::SEND_RECEIVE,
    buffers::BUFFERS,
    partitioned::PARTITIONED,
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
    tools::TOOLS,
    conversion::CONVERSION,
    absent::ABSENT,
];
