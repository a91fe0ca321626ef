//! The compared operations with their sizes, in groups, and the jobs that measure them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::size_name;
use crate::task::Placement;

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Two-sided communication: sender and receiver both take part.
    TwoSided,
    /// One-sided communication: the target only provides its memory.
    Rma,
    /// ARMCI's one-sided operations.
    Armci,
    /// Active messages: each calls a function at the target.
    Active,
    /// Collectives.
    Collectives,
    /// Collectives with far more processes than cores.
    Oversubscribed,
    /// Kernels of the NAS Parallel Benchmarks by messages.
    Kernels,
    /// MPI's files.
    Files,
    /// An empty program, from command to exit.
    Startup,
}

impl Group {
    /// All groups, in the order of the report.
    pub const ALL: [Group; 9] = [
        Group::TwoSided,
        Group::Rma,
        Group::Armci,
        Group::Active,
        Group::Collectives,
        Group::Oversubscribed,
        Group::Kernels,
        Group::Files,
        Group::Startup,
    ];

    /// The group's name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Group::TwoSided => "two-sided",
            Group::Rma => "rma",
            Group::Armci => "armci",
            Group::Active => "active",
            Group::Collectives => "collectives",
            Group::Oversubscribed => "oversubscribed",
            Group::Kernels => "kernels",
            Group::Files => "files",
            Group::Startup => "startup",
        }
    }

    /// The group with this name.
    pub(super) fn of_name(name: &str) -> Option<Group> {
        Group::ALL.into_iter().find(|group| group.name() == name)
    }
}

/// The quantity that an operation's figures measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Measure {
    /// Seconds. Less is better.
    Time,
    /// Operations per second. More is better.
    Rate,
    /// Bytes per second. More is better.
    Bandwidth,
    /// Bytes. Less is better.
    Memory,
}

impl Measure {
    /// The unit in the programs' lines.
    pub(super) fn base_name(self) -> &'static str {
        match self {
            Measure::Time => "s",
            Measure::Rate => "1/s",
            Measure::Bandwidth => "B/s",
            Measure::Memory => "B",
        }
    }

    /// Whether less is better.
    pub(super) fn is_less_better(self) -> bool {
        matches!(self, Measure::Time | Measure::Memory)
    }
}

/// An operation. Programs are asked for it by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    PingPong,
    MessageRate,
    MessageStream,
    TypedStream,
    CommRank,
    ActivePingPong,
    ActiveRate,
    Put,
    Get,
    FetchAdd,
    PutRate,
    PutStream,
    GetStream,
    StridedPut,
    StridedGet,
    Accumulate,
    StridedAccumulate,
    PutCpu,
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Gather,
    Allgather,
    Scatter,
    Alltoall,
    Alltoallv,
    Scan,
    Exscan,
    ReduceScatter,
    Exchange,
    Pss,
    Cg,
    Ft,
    Is,
    BlocksWrite,
    BlocksRead,
    BlocksSync,
    RowWrite,
    RowRead,
    RowSync,
    PlainWrite,
    PlainRead,
    PlainSync,
    Startup,
}

/// An action, and the bytes that it moves. Of a kernel, they are the size of its problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Operation {
    pub(super) action: Action,
    pub(super) bytes: usize,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.action.name(), self.bytes)
    }
}

impl Operation {
    /// The operation of a program's argument.
    pub(super) fn of_argument(argument: &str) -> Option<Operation> {
        let (name, bytes) = argument.split_once(':')?;
        let action = Action::ALL
            .into_iter()
            .find(|action| action.name() == name)?;
        let bytes = bytes.parse().ok()?;
        Some(Operation { action, bytes })
    }

    /// The quantity of the operation's figures.
    pub(super) fn unit(self) -> Measure {
        match self.action {
            Action::MessageRate | Action::ActiveRate | Action::PutRate => Measure::Rate,
            Action::MessageStream
            | Action::TypedStream
            | Action::PutStream
            | Action::GetStream
            | Action::StridedPut
            | Action::StridedGet
            | Action::StridedAccumulate
            | Action::BlocksWrite
            | Action::BlocksRead
            | Action::BlocksSync
            | Action::RowWrite
            | Action::RowRead
            | Action::RowSync
            | Action::PlainWrite
            | Action::PlainRead
            | Action::PlainSync => Measure::Bandwidth,
            Action::Pss => Measure::Memory,
            _ => Measure::Time,
        }
    }

    /// The operation's title in reports.
    pub(super) fn title(self) -> String {
        let size = size_name(self.bytes);
        match self.action {
            Action::PingPong => format!("ping-pong {size}, half round trip"),
            Action::MessageRate => format!("message rate {size}"),
            Action::MessageStream => format!("message stream {size}"),
            Action::TypedStream => {
                format!("message stream {size}, vector of 1 KiB blocks")
            }
            Action::CommRank => "MPI_Comm_rank".to_owned(),
            Action::ActivePingPong => format!("active message {size}, half round trip"),
            Action::ActiveRate => format!("active message rate {size}"),
            Action::Put => format!("put {size} + completion"),
            Action::Get => format!("get {size}"),
            Action::FetchAdd => "fetch-add 8 B".to_owned(),
            Action::PutRate => format!("put rate {size}"),
            Action::PutStream => format!("put bandwidth {size}"),
            Action::GetStream => format!("get bandwidth {size}"),
            Action::StridedPut => format!("strided put, {} x 1 KiB", self.bytes / CHUNK),
            Action::StridedGet => format!("strided get, {} x 1 KiB", self.bytes / CHUNK),
            Action::Accumulate => format!("accumulate {size} of doubles + completion"),
            Action::StridedAccumulate => {
                format!("strided accumulate, {} x 1 KiB", self.bytes / CHUNK)
            }
            Action::PutCpu => format!("CPU time per MiB, puts of {size}, both sides"),
            Action::Barrier => "barrier".to_owned(),
            Action::Exchange => format!("messages of {size} with 8 others"),
            Action::Pss => "PSS of a process after a barrier".to_owned(),
            Action::Cg => format!("NAS CG, {} rows", self.bytes),
            Action::Ft => format!("NAS FT, {} points", self.bytes),
            Action::Is => format!("NAS IS, {} keys", self.bytes),
            Action::BlocksWrite => format!("file of {size}, collective write of 4 KiB blocks"),
            Action::BlocksRead => format!("file of {size}, collective read of 4 KiB blocks"),
            Action::BlocksSync => {
                format!("file of {size}, collective write of 4 KiB blocks, sync")
            }
            Action::RowWrite => format!("file of {size}, write of parts"),
            Action::RowRead => format!("file of {size}, read of parts"),
            Action::RowSync => format!("file of {size}, write of parts, sync"),
            Action::PlainWrite => format!("file of {size}, pwrite of parts"),
            Action::PlainRead => format!("file of {size}, pread of parts"),
            Action::PlainSync => format!("file of {size}, pwrite of parts, fsync"),
            Action::Startup => "start-up, empty program".to_owned(),
            action => format!("{} {size}", action.name().replace('_', "-")),
        }
    }
}

impl Action {
    /// All actions.
    pub(super) const ALL: [Action; 45] = [
        Action::PingPong,
        Action::MessageRate,
        Action::MessageStream,
        Action::TypedStream,
        Action::CommRank,
        Action::ActivePingPong,
        Action::ActiveRate,
        Action::Put,
        Action::Get,
        Action::FetchAdd,
        Action::PutRate,
        Action::PutStream,
        Action::GetStream,
        Action::StridedPut,
        Action::StridedGet,
        Action::Accumulate,
        Action::StridedAccumulate,
        Action::PutCpu,
        Action::Barrier,
        Action::Bcast,
        Action::Reduce,
        Action::Allreduce,
        Action::Gather,
        Action::Allgather,
        Action::Scatter,
        Action::Alltoall,
        Action::Alltoallv,
        Action::Scan,
        Action::Exscan,
        Action::ReduceScatter,
        Action::Exchange,
        Action::Pss,
        Action::Cg,
        Action::Ft,
        Action::Is,
        Action::BlocksWrite,
        Action::BlocksRead,
        Action::BlocksSync,
        Action::RowWrite,
        Action::RowRead,
        Action::RowSync,
        Action::PlainWrite,
        Action::PlainRead,
        Action::PlainSync,
        Action::Startup,
    ];

    /// Whether only programs of MPI have it.
    pub(super) fn is_of_mpi(self) -> bool {
        matches!(self, Action::TypedStream | Action::CommRank | Action::Pss)
    }

    /// The name by which programs are asked for the action.
    pub(super) fn name(self) -> &'static str {
        match self {
            Action::PingPong => "ping_pong",
            Action::MessageRate => "message_rate",
            Action::MessageStream => "message_stream",
            Action::TypedStream => "typed_stream",
            Action::CommRank => "comm_rank",
            Action::ActivePingPong => "active_ping_pong",
            Action::ActiveRate => "active_rate",
            Action::Put => "put",
            Action::Get => "get",
            Action::FetchAdd => "fetch_add",
            Action::PutRate => "put_rate",
            Action::PutStream => "put_stream",
            Action::GetStream => "get_stream",
            Action::StridedPut => "strided_put",
            Action::StridedGet => "strided_get",
            Action::Accumulate => "accumulate",
            Action::StridedAccumulate => "strided_accumulate",
            Action::PutCpu => "put_cpu",
            Action::Barrier => "barrier",
            Action::Bcast => "bcast",
            Action::Reduce => "reduce",
            Action::Allreduce => "allreduce",
            Action::Gather => "gather",
            Action::Allgather => "allgather",
            Action::Scatter => "scatter",
            Action::Alltoall => "alltoall",
            Action::Alltoallv => "alltoallv",
            Action::Scan => "scan",
            Action::Exscan => "exscan",
            Action::ReduceScatter => "reduce_scatter",
            Action::Exchange => "exchange",
            Action::Pss => "pss",
            Action::Cg => "cg",
            Action::Ft => "ft",
            Action::Is => "is",
            Action::BlocksWrite => "blocks_write",
            Action::BlocksRead => "blocks_read",
            Action::BlocksSync => "blocks_sync",
            Action::RowWrite => "row_write",
            Action::RowRead => "row_read",
            Action::RowSync => "row_sync",
            Action::PlainWrite => "plain_write",
            Action::PlainRead => "plain_read",
            Action::PlainSync => "plain_sync",
            Action::Startup => "startup",
        }
    }

    /// The action with `bytes` bytes.
    pub(super) fn of(self, bytes: usize) -> Operation {
        Operation {
            action: self,
            bytes,
        }
    }

    fn of_each(self, sizes: &[usize]) -> impl Iterator<Item = Operation> {
        sizes.iter().map(move |&bytes| self.of(bytes))
    }
}

/// Bytes of a strided put's chunks, as in `peers/measure.h`.
pub(super) const CHUNK: usize = 1 << 10;
/// The distance in bytes between a strided put's chunks, as in `peers/measure.h`.
pub(super) const STRIDE: usize = 4 << 10;
/// The largest transfer, as in `peers/measure.h`.
pub(super) const TRANSFER_MAX: usize = 4 << 20;

/// The sizes of curves in plots.
const SIZES: [usize; 8] = [
    8,
    64,
    512,
    4 << 10,
    32 << 10,
    256 << 10,
    1 << 20,
    TRANSFER_MAX,
];

/// A job's operations, equal for every runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) group: Group,
    pub(super) placement: Placement,
    pub(super) processes: u32,
    pub(super) operations: Vec<Operation>,
}

impl Job {
    /// The job's name for people.
    pub(super) fn name(&self) -> String {
        let (group, placement) = (self.group.name(), self.placement.name());
        format!("{group}, {} processes {placement}", self.processes)
    }
}

/// The most bytes that a collective delivers to all processes together. More would take long and
/// show nothing new.
const COLLECTIVE_BYTES_MAX: usize = 256 << 20;

/// The sizes of a comparison's problems.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes<'a> {
    /// Bytes of each process for one other process in collectives.
    pub(super) collectives: &'a [usize],
    /// The class of the kernels.
    pub(super) class: Class,
    /// Bytes of a file.
    pub(super) file: usize,
}

/// The operations of a group's job of `processes` processes.
pub(super) fn operations(group: Group, processes: u32, sizes: Sizes<'_>) -> Vec<Operation> {
    match group {
        Group::TwoSided => Action::PingPong
            .of_each(&[8, 4 << 10, 1 << 20])
            .chain(Action::MessageRate.of_each(&[8]))
            .chain(Action::MessageStream.of_each(&[4 << 10, 512 << 10, 1 << 20, 4 << 20]))
            .chain([Action::TypedStream.of(512 << 10), Action::CommRank.of(0)])
            .collect(),
        Group::Rma => {
            let large = &SIZES[3..];
            Action::Put
                .of_each(&SIZES)
                .chain(Action::Get.of_each(&SIZES))
                .chain([Action::FetchAdd.of(8), Action::PutRate.of(8)])
                .chain(Action::PutStream.of_each(large))
                .chain(Action::GetStream.of_each(large))
                .chain([
                    Action::StridedPut.of(512 * CHUNK),
                    Action::PutCpu.of(1 << 20),
                ])
                .chain(Action::Accumulate.of_each(&[8, 64 << 10, 1 << 20]))
                .collect()
        }
        Group::Armci => {
            let sizes = [8, 4 << 10, 64 << 10, 1 << 20];
            let each = |action: Action| action.of_each(&sizes);
            let strided = [
                Action::StridedPut,
                Action::StridedGet,
                Action::StridedAccumulate,
            ];
            each(Action::Put)
                .chain(each(Action::Get))
                .chain(each(Action::Accumulate))
                .chain([Action::FetchAdd.of(8), Action::PutStream.of(1 << 20)])
                .chain(strided.map(|action| action.of(512 * CHUNK)))
                .collect()
        }
        Group::Active => Action::ActivePingPong
            .of_each(&[8, 4 << 10])
            .chain(Action::ActiveRate.of_each(&[8, 4 << 10]))
            .collect(),
        Group::Collectives => {
            let all = COLLECTIVES.into_iter();
            all.flat_map(|action| action.of_each(sizes.collectives))
                .filter(|operation| operation.brings(processes) <= COLLECTIVE_BYTES_MAX)
                .chain([Action::Barrier.of(0)])
                .collect()
        }
        Group::Oversubscribed => vec![
            Action::Pss.of(0),
            Action::Barrier.of(0),
            Action::Allreduce.of(8),
            Action::Exchange.of(8),
        ],
        Group::Kernels => sizes.class.kernels().into(),
        Group::Files => FILES.map(|action| action.of(sizes.file)).into(),
        Group::Startup => Vec::new(),
    }
}

/// A class of the NAS Parallel Benchmarks, as the problems of `peers/nas_*.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Sample.
    S,
    /// Workstation.
    W,
    /// The smallest of the benchmark proper.
    A,
}

impl Class {
    /// The kernels, those first whose processes exchange the least often.
    fn kernels(self) -> [Operation; 3] {
        let (keys, points, rows) = match self {
            Class::S => (1 << 16, 1 << 18, 1400),
            Class::W => (1 << 20, 1 << 19, 7000),
            Class::A => (1 << 23, 1 << 23, 14000),
        };
        [
            Action::Is.of(keys),
            Action::Ft.of(points),
            Action::Cg.of(rows),
        ]
    }
}

/// MPI's accesses beside plain ones.
const FILES: [Action; 9] = [
    Action::BlocksWrite,
    Action::BlocksRead,
    Action::BlocksSync,
    Action::RowWrite,
    Action::RowRead,
    Action::RowSync,
    Action::PlainWrite,
    Action::PlainRead,
    Action::PlainSync,
];

const COLLECTIVES: [Action; 11] = [
    Action::Bcast,
    Action::Reduce,
    Action::Allreduce,
    Action::Gather,
    Action::Allgather,
    Action::Scatter,
    Action::Alltoall,
    Action::Alltoallv,
    Action::Scan,
    Action::Exscan,
    Action::ReduceScatter,
];

impl Operation {
    /// Bytes that a collective delivers to all processes together.
    fn brings(self, processes: u32) -> usize {
        let processes = processes as usize;
        match self.action {
            Action::Allgather | Action::Alltoall | Action::Alltoallv => {
                self.bytes * processes * processes
            }
            _ => self.bytes * processes,
        }
    }
}
