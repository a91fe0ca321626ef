//! The numbers of objects, which are Fortran's handles.

use std::ffi::c_int;

use farreach_mpi::error::{Class, Tool};
use farreach_mpi::{Basic, Op};

use crate::abi::{Kind, Place, predefined};

/// The number of the first object of a kind that was made.
const FIRST_MADE: u32 = 256;

/// The number of `MPI_COMM_NULL`. The null handles of other kinds have 0.
const COMM_NULL: u32 = 2;

/// What a number names.
#[inline]
pub(super) fn place_of_number(kind: Kind, number: u32) -> Place {
    if let Some(made) = number.checked_sub(FIRST_MADE) {
        return Place::Made(made);
    }
    match (kind, number) {
        (Kind::Comm, 0) => Place::Predefined(predefined::WORLD),
        (Kind::Comm, 1) => Place::Predefined(predefined::SELF),
        (Kind::Comm, COMM_NULL) => Place::Null,
        (Kind::Comm, _) => Place::Wrong,
        (_, 0) => Place::Null,
        (Kind::Datatype | Kind::Op, number) => Place::Predefined(number),
        // No handle of the standard has these. They are for operations that have ended when they begin.
        (Kind::Request, 1) => Place::Predefined(predefined::ENDED),
        (Kind::Request, 2) => Place::Predefined(predefined::ENDED_OF_NULL),
        (Kind::Errhandler, 1) => Place::Predefined(predefined::ARE_FATAL),
        (Kind::Errhandler, 2) => Place::Predefined(predefined::RETURN),
        (Kind::Group | Kind::Info | Kind::Message, 1) => Place::Predefined(0),
        _ => Place::Wrong,
    }
}

/// The number by which a kind's handles name a place.
#[inline]
pub(super) fn number_of_place(kind: Kind, place: Place) -> u32 {
    match (place, kind) {
        (Place::Made(number), _) => number + FIRST_MADE,
        (Place::Null | Place::Wrong, Kind::Comm) => COMM_NULL,
        (Place::Null | Place::Wrong, _) => 0,
        (Place::Predefined(number), Kind::Comm | Kind::Datatype | Kind::Op) => number,
        // The ABI has no handler that ends only the communicator's processes.
        (Place::Predefined(predefined::ABORT), Kind::Errhandler) => 1,
        (Place::Predefined(number), _) => number + 1,
    }
}

/// The datatypes. Some of Open MPI's have none here, such as pairs of complex numbers.
const TYPES: [(usize, Basic); 70] = {
    use Basic as B;
    [
        (1, B::Byte),
        (2, B::Packed),
        (3, B::Ub),
        (4, B::Lb),
        (5, B::Character),
        (6, B::Logical),
        (7, B::Integer),
        (8, B::Integer1),
        (9, B::Integer2),
        (10, B::Integer4),
        (11, B::Integer8),
        (12, B::Integer16),
        (13, B::Real),
        (14, B::Real4),
        (15, B::Real8),
        (16, B::Real16),
        (17, B::DoublePrecision),
        (18, B::Complex),
        (19, B::Complex8),
        (20, B::Complex16),
        (21, B::Complex32),
        (22, B::DoubleComplex),
        (23, B::TwoReal),
        (24, B::TwoDoublePrecision),
        (25, B::TwoInteger),
        (28, B::Real2),
        (29, B::Logical1),
        (30, B::Logical2),
        (31, B::Logical4),
        (32, B::Logical8),
        (33, B::Wchar),
        (34, B::Char),
        (35, B::UnsignedChar),
        (36, B::SignedChar),
        (37, B::Short),
        (38, B::UnsignedShort),
        (39, B::Int),
        (40, B::Unsigned),
        (41, B::Long),
        (42, B::UnsignedLong),
        (43, B::LongLongInt),
        (44, B::UnsignedLongLong),
        (45, B::Float),
        (46, B::Double),
        (47, B::LongDouble),
        (48, B::FloatInt),
        (49, B::DoubleInt),
        (50, B::LongDoubleInt),
        (51, B::LongInt),
        (52, B::TwoInt),
        (53, B::ShortInt),
        (54, B::CxxBool),
        (55, B::CxxFloatComplex),
        (56, B::CxxDoubleComplex),
        (57, B::CxxLongDoubleComplex),
        (58, B::Int8),
        (59, B::Uint8),
        (60, B::Int16),
        (61, B::Uint16),
        (62, B::Int32),
        (63, B::Uint32),
        (64, B::Int64),
        (65, B::Uint64),
        (66, B::Aint),
        (67, B::Offset),
        (68, B::CBool),
        (69, B::CFloatComplex),
        (70, B::CDoubleComplex),
        (71, B::CLongDoubleComplex),
        (72, B::Count),
    ]
};

/// The numbers that datatypes may have are below this one.
const DATATYPES: usize = 73;

/// The datatype of each number.
pub(super) const BY_NUMBER: [Option<Basic>; DATATYPES] = {
    let mut all = [None; DATATYPES];
    let mut at = 0;
    while at < TYPES.len() {
        all[TYPES[at].0] = Some(TYPES[at].1);
        at += 1;
    }
    all
};

/// The bytes of the datatype of each number, for those without gaps. 0 for all others.
pub(super) static SIZES: [u8; DATATYPES] = {
    let mut all = [0; DATATYPES];
    // The numbers of C's and Fortran's types that programs send most often.
    let sizes = [
        (1, 1),
        (5, 1),
        (6, 4),
        (7, 4),
        (13, 4),
        (17, 8),
        (18, 8),
        (22, 16),
        (34, 1),
        (35, 1),
        (36, 1),
        (37, 2),
        (38, 2),
        (39, 4),
        (40, 4),
        (41, 8),
        (42, 8),
        (43, 8),
        (44, 8),
        (45, 4),
        (46, 8),
        (64, 8),
        (65, 8),
    ];
    let mut at = 0;
    while at < sizes.len() {
        let (number, size): (usize, u8) = sizes[at];
        all[number] = size;
        at += 1;
    }
    all
};

/// The operations from number 1 on.
pub(super) const OPS: [Op; 14] = [
    Op::Max,
    Op::Min,
    Op::Sum,
    Op::Prod,
    Op::Land,
    Op::Band,
    Op::Lor,
    Op::Bor,
    Op::Lxor,
    Op::Bxor,
    Op::Maxloc,
    Op::Minloc,
    Op::Replace,
    Op::NoOp,
];

/// The codes of classes. The ABI has none for numbers that are too large.
pub(super) const CLASSES: [(Class, c_int); 62] = [
    (Class::Buffer, 1),
    (Class::Count, 2),
    (Class::Type, 3),
    (Class::Tag, 4),
    (Class::Comm, 5),
    (Class::Rank, 6),
    (Class::Request, 7),
    (Class::Root, 8),
    (Class::Group, 9),
    (Class::Op, 10),
    (Class::Topology, 11),
    (Class::Dims, 12),
    (Class::Arg, 13),
    (Class::Truncate, 15),
    (Class::Other, 16),
    (Class::Intern, 17),
    (Class::InStatus, 18),
    (Class::Pending, 19),
    (Class::Access, 20),
    (Class::Amode, 21),
    (Class::BadFile, 23),
    (Class::Conversion, 25),
    (Class::DupDatarep, 27),
    (Class::FileExists, 28),
    (Class::FileInUse, 29),
    (Class::File, 30),
    (Class::InfoKey, 31),
    (Class::InfoNokey, 32),
    (Class::InfoValue, 33),
    (Class::Info, 34),
    (Class::Io, 35),
    (Class::Keyval, 36),
    (Class::NoMem, 39),
    (Class::NotSame, 40),
    (Class::NoSpace, 41),
    (Class::NoSuchFile, 42),
    (Class::Quota, 44),
    (Class::ReadOnly, 45),
    (Class::UnsupportedDatarep, 51),
    (Class::Unsupported, 52),
    (Class::Assert, 22),
    (Class::Base, 24),
    (Class::Disp, 26),
    (Class::LockType, 37),
    (Class::RmaConflict, 46),
    (Class::RmaSync, 47),
    (Class::Size, 49),
    (Class::Win, 53),
    (Class::RmaRange, 68),
    (Class::RmaAttach, 69),
    (Class::RmaFlavor, 70),
    (Class::RmaShared, 71),
    (Class::Tool(Tool::NotInitialized), 55),
    (Class::Tool(Tool::InvalidIndex), 57),
    (Class::Tool(Tool::InvalidHandle), 59),
    (Class::Tool(Tool::InvalidSession), 62),
    (Class::Tool(Tool::SetNotNow), 63),
    (Class::Tool(Tool::SetNever), 64),
    (Class::Tool(Tool::NoStartStop), 65),
    (Class::Tool(Tool::NoWrite), 66),
    (Class::Tool(Tool::Invalid), 72),
    (Class::Tool(Tool::InvalidName), 73),
];
