//! The ABI of MPICH: handles of 4 bytes, which say the kind of their object and its number, and
//! statuses of 20 bytes.
//!
//! ```text
//!   handle   31 30 │ 29 .. 26 │ 25 ..                0
//!            how    │ kind     │ number
//!            00: none   01: predefined   10: made
//! ```

use std::ffi::{c_int, c_void};
use std::ops::RangeInclusive;

use farreach_mpi::error::{Class, Tool};
use farreach_mpi::{Basic, Combiner, Op, Peer};

use crate::abi::{Abi, Attribute, Kind, Place, ToolNumbers, Weights, WindowAttribute, predefined};
use crate::strings::variable;

/// The ABI of MPICH 3.1 and later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mpich;

/// A handle.
pub(crate) type Handle = c_int;

/// A handle of a file, of the size of a pointer. Its value is the number of Fortran's handle: 0, or from [`FIRST_FILE`] on.
pub(crate) type File = usize;

/// The number of the first file.
const FIRST_FILE: u32 = 256;

/// `MPI_Status`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Status {
    count_lo: c_int,
    count_hi_and_cancelled: c_int,
    source: c_int,
    tag: c_int,
    error: c_int,
}

/// The number of the first datatype in the list of predefined ones that is not in their handles' low
/// byte.
const PAIRS: u32 = 0x8c00_0000;

/// The kind of keys of attributes.
const KEY: u32 = 0x9;

fn number_of_kind(kind: Kind) -> u32 {
    match kind {
        Kind::Comm => 0x1,
        Kind::Group => 0x2,
        Kind::Datatype => 0x3,
        Kind::Errhandler => 0x5,
        Kind::Op => 0x6,
        Kind::Info => 0x7,
        Kind::Win => 0x8,
        Kind::Request | Kind::Message => 0xb,
        Kind::Session => 0xe,
        // Files have handles of another size.
        Kind::File => 0xf,
    }
}

/// The datatypes by handle.
const TYPES: [(u32, Basic); 74] = {
    use Basic as B;
    [
        (0x4c00_0101, B::Char),
        (0x4c00_0102, B::UnsignedChar),
        (0x4c00_0203, B::Short),
        (0x4c00_0204, B::UnsignedShort),
        (0x4c00_0405, B::Int),
        (0x4c00_0406, B::Unsigned),
        (0x4c00_0807, B::Long),
        (0x4c00_0808, B::UnsignedLong),
        (0x4c00_0809, B::LongLongInt),
        (0x4c00_040a, B::Float),
        (0x4c00_080b, B::Double),
        (0x4c00_100c, B::LongDouble),
        (0x4c00_010d, B::Byte),
        (0x4c00_040e, B::Wchar),
        (0x4c00_010f, B::Packed),
        (0x4c00_0010, B::Lb),
        (0x4c00_0011, B::Ub),
        (0x4c00_0816, B::TwoInt),
        (0x4c00_0118, B::SignedChar),
        (0x4c00_0819, B::UnsignedLongLong),
        (0x4c00_011a, B::Character),
        (0x4c00_041b, B::Integer),
        (0x4c00_041c, B::Real),
        (0x4c00_041d, B::Logical),
        (0x4c00_081e, B::Complex),
        (0x4c00_081f, B::DoublePrecision),
        (0x4c00_0820, B::TwoInteger),
        (0x4c00_0821, B::TwoReal),
        (0x4c00_1022, B::DoubleComplex),
        (0x4c00_1023, B::TwoDoublePrecision),
        (0x4c00_0427, B::Real4),
        (0x4c00_0828, B::Complex8),
        (0x4c00_0829, B::Real8),
        (0x4c00_102a, B::Complex16),
        (0x4c00_102b, B::Real16),
        (0x4c00_202c, B::Complex32),
        (0x4c00_012d, B::Integer1),
        (0x4c00_022f, B::Integer2),
        (0x4c00_0430, B::Integer4),
        (0x4c00_0831, B::Integer8),
        (0x4c00_0133, B::CxxBool),
        (0x4c00_0834, B::CxxFloatComplex),
        (0x4c00_1035, B::CxxDoubleComplex),
        (0x4c00_2036, B::CxxLongDoubleComplex),
        (0x4c00_0137, B::Int8),
        (0x4c00_0238, B::Int16),
        (0x4c00_0439, B::Int32),
        (0x4c00_083a, B::Int64),
        (0x4c00_013b, B::Uint8),
        (0x4c00_023c, B::Uint16),
        (0x4c00_043d, B::Uint32),
        (0x4c00_083e, B::Uint64),
        (0x4c00_013f, B::CBool),
        (0x4c00_0840, B::CFloatComplex),
        (0x4c00_1041, B::CDoubleComplex),
        (0x4c00_2042, B::CLongDoubleComplex),
        (0x4c00_0843, B::Aint),
        (0x4c00_0844, B::Offset),
        (0x4c00_0845, B::Count),
        // What MPICH has beyond the standard's types, or had later.
        (0x4c00_0246, B::CFloat16),
        (0x4c00_024c, B::BFloat16),
        (0x4c00_0226, B::Real2),
        (0x4c00_042e, B::Complex4),
        (0x4c00_1032, B::Integer16),
        (0x4c00_0147, B::Logical1),
        (0x4c00_0248, B::Logical2),
        (0x4c00_0449, B::Logical4),
        (0x4c00_084a, B::Logical8),
        (0x4c00_104b, B::Logical16),
        (PAIRS, B::FloatInt),
        (PAIRS + 1, B::DoubleInt),
        (PAIRS + 2, B::LongInt),
        (PAIRS + 3, B::ShortInt),
        (PAIRS + 4, B::LongDoubleInt),
    ]
};

/// The datatype of each low byte of a predefined handle, and behind them the pairs.
const BY_NUMBER: [Option<Basic>; 256] = {
    let mut all = [None; 256];
    let mut at = 0;
    while at < TYPES.len() {
        all[number_of_type(TYPES[at].0) as usize] = Some(TYPES[at].1);
        at += 1;
    }
    all
};

/// The bytes of the datatype of each low byte of a predefined handle. 0 if there is none without gaps.
const SIZES: [u8; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < TYPES.len() {
        let handle = TYPES[at].0;
        if handle < PAIRS {
            all[number_of_type(handle) as usize] = (handle >> 8) as u8;
        }
        at += 1;
    }
    all
};

/// The number of a datatype by which this library knows it.
const fn number_of_type(handle: u32) -> u32 {
    if handle >= PAIRS {
        0xf0 + (handle & 0xf)
    } else {
        handle & 0xff
    }
}

/// The pairs have handles like those of types that were made. So such types have greater numbers.
const FIRST_MADE: u32 = 8;

const OPS: [Op; 14] = [
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
    Op::Minloc,
    Op::Maxloc,
    Op::Replace,
    Op::NoOp,
];

const CLASSES: [(Class, c_int); 64] = [
    (Class::Buffer, 1),
    (Class::Count, 2),
    (Class::Type, 3),
    (Class::Tag, 4),
    (Class::Comm, 5),
    (Class::Rank, 6),
    (Class::Root, 7),
    (Class::Group, 8),
    (Class::Op, 9),
    (Class::Topology, 10),
    (Class::Dims, 11),
    (Class::Arg, 12),
    (Class::Truncate, 14),
    (Class::Other, 15),
    (Class::Intern, 16),
    (Class::InStatus, 17),
    (Class::Pending, 18),
    (Class::Request, 19),
    (Class::Access, 20),
    (Class::Amode, 21),
    (Class::BadFile, 22),
    (Class::Conversion, 23),
    (Class::DupDatarep, 24),
    (Class::FileExists, 25),
    (Class::FileInUse, 26),
    (Class::File, 27),
    (Class::Info, 28),
    (Class::InfoKey, 29),
    (Class::InfoValue, 30),
    (Class::InfoNokey, 31),
    (Class::Io, 32),
    (Class::NoMem, 34),
    (Class::NotSame, 35),
    (Class::NoSpace, 36),
    (Class::NoSuchFile, 37),
    (Class::Quota, 39),
    (Class::ReadOnly, 40),
    (Class::UnsupportedDatarep, 43),
    (Class::Unsupported, 44),
    (Class::Keyval, 48),
    (Class::ValueTooLarge, 77),
    (Class::Win, 45),
    (Class::Base, 46),
    (Class::LockType, 47),
    (Class::RmaConflict, 49),
    (Class::RmaSync, 50),
    (Class::Size, 51),
    (Class::Disp, 52),
    (Class::Assert, 53),
    (Class::RmaRange, 55),
    (Class::RmaAttach, 56),
    (Class::RmaShared, 57),
    (Class::RmaFlavor, 58),
    (Class::Session, 75),
    (Class::Tool(Tool::NotInitialized), 60),
    (Class::Tool(Tool::InvalidIndex), 62),
    (Class::Tool(Tool::InvalidHandle), 64),
    (Class::Tool(Tool::InvalidSession), 67),
    (Class::Tool(Tool::SetNotNow), 68),
    (Class::Tool(Tool::SetNever), 69),
    (Class::Tool(Tool::NoStartStop), 70),
    (Class::Tool(Tool::NoWrite), 71),
    (Class::Tool(Tool::InvalidName), 73),
    (Class::Tool(Tool::Invalid), 74),
];

/// The last class that the ABI defines: MPICH 5 has added some.
const LAST_CLASS: c_int = 81;
/// The classes of MPICH's extensions, such as that of a failed process.
const EXTENSIONS: RangeInclusive<c_int> = 101..=105;

impl Abi for Mpich {
    type Handle = Handle;
    type File = File;
    type Status = Status;

    const VERSION: (c_int, c_int) = (4, 0);
    const NAME: &'static str = "MPICH's ABI";
    const ERROR_STRING_MAX: usize = 512;
    const OBJECT_NAME_MAX: usize = 128;
    const LIBRARY_VERSION_MAX: usize = 8192;
    const INFO_KEY_MAX: usize = 255;
    const INFO_VALUE_MAX: usize = 1024;

    const PROC_NULL: c_int = -1;
    const ANY_SOURCE: c_int = -2;
    const ANY_TAG: c_int = -1;
    const ROOT: c_int = -3;
    const UNDEFINED: c_int = -32766;
    const COMM_TYPE_SHARED: c_int = 1;
    const COMM_TYPES_UNKNOWN: &'static [c_int] = &[2, 3, 4];
    const LASTCODE: c_int = 0x3fff_ffff;
    const KEYVAL_INVALID: c_int = 0x2400_0000;
    const ORDER_C: c_int = 56;
    const ORDER_FORTRAN: c_int = 57;
    const DISTRIBUTE_BLOCK: c_int = 121;
    const DISTRIBUTE_CYCLIC: c_int = 122;
    const DISTRIBUTE_NONE: c_int = 123;
    const DISTRIBUTE_DFLT_DARG: c_int = -49767;
    const TYPECLASS_REAL: c_int = 1;
    const TYPECLASS_INTEGER: c_int = 2;
    const TYPECLASS_COMPLEX: c_int = 3;
    const GRAPH: c_int = 1;
    const CART: c_int = 2;
    const DIST_GRAPH: c_int = 3;
    const LOCK_EXCLUSIVE: c_int = 234;
    const LOCK_SHARED: c_int = 235;
    const MODE_NOCHECK: c_int = 1024;
    const MODE_NOSUCCEED: c_int = 16384;
    const WINDOW_ASSERTS: c_int = 1024 | 2048 | 4096 | 8192 | 16384;
    const WINDOW_SEPARATE: c_int = 1;
    const WINDOW_UNIFIED: c_int = 2;

    const BUFFER_AUTOMATIC: usize = usize::MAX - 1;
    const TOOL: ToolNumbers = ToolNumbers {
        verbosity: 221,
        unbound: 9700,
        scope: 60438,
        class: 240,
    };

    #[inline]
    fn is_in_place(address: *const c_void) -> bool {
        address.addr() == usize::MAX
    }

    #[inline]
    fn is_ignored(status: *const Status) -> bool {
        status.addr() <= 1
    }

    fn weights(array: *const c_int) -> Weights {
        match variable(array.cast()) {
            _ if array.is_null() => Weights::Empty,
            Some(b"MPIR_C_MPI_UNWEIGHTED") => Weights::None,
            Some(b"MPIR_C_MPI_WEIGHTS_EMPTY") => Weights::Empty,
            _ => Weights::Given,
        }
    }

    #[inline]
    fn place(kind: Kind, handle: Handle) -> Place {
        let handle = handle as u32;
        if (handle >> 26) & 0xf != number_of_kind(kind) {
            return Place::Wrong;
        }
        let number = handle & 0x03ff_ffff;
        match (handle >> 30, kind) {
            (0, _) if number == 0 => Place::Null,
            (1, Kind::Datatype) => Place::Predefined(number_of_type(handle)),
            (2, Kind::Datatype) if number < FIRST_MADE => Place::Predefined(number_of_type(handle)),
            (1, Kind::Op) => Place::Predefined(number.wrapping_sub(1)),
            (1, Kind::Errhandler) => Place::Predefined(match number {
                0 => predefined::ARE_FATAL,
                1 => predefined::RETURN,
                3 => predefined::ABORT,
                _ => return Place::Wrong,
            }),
            (1, Kind::Info) if number == 1 => Place::Predefined(predefined::ENVIRONMENT),
            (1, Kind::Comm | Kind::Request) if number <= 1 => Place::Predefined(number),
            (1, Kind::Group | Kind::Message) if number == 0 => Place::Predefined(number),
            (2, Kind::Datatype) => Place::Made(number - FIRST_MADE),
            (2, _) => Place::Made(number),
            _ => Place::Wrong,
        }
    }

    #[inline]
    fn handle(kind: Kind, place: Place) -> Handle {
        let base = number_of_kind(kind) << 26;
        let handle = match (place, kind) {
            (Place::Null | Place::Wrong, _) => base,
            (Place::Predefined(number), Kind::Datatype) => {
                let handle = TYPES
                    .iter()
                    .find(|(handle, _)| number_of_type(*handle) == number);
                handle.map_or(base, |(handle, _)| *handle)
            }
            (Place::Predefined(number), Kind::Op | Kind::Info) => base | 1 << 30 | (number + 1),
            (Place::Predefined(predefined::ABORT), Kind::Errhandler) => base | 1 << 30 | 3,
            (Place::Predefined(number), _) => base | 1 << 30 | number,
            (Place::Made(number), Kind::Datatype) => base | 2 << 30 | (number + FIRST_MADE),
            (Place::Made(number), _) => base | 2 << 30 | number,
        };
        handle as Handle
    }

    fn to_fortran(_kind: Kind, handle: Handle) -> c_int {
        handle
    }

    fn of_fortran(_kind: Kind, handle: c_int) -> Handle {
        handle
    }

    fn message(place: Place) -> Handle {
        match place {
            // The standard's names for these differ by this bit alone.
            Place::Predefined(_) => 0x6c00_0000,
            place => Mpich::handle(Kind::Message, place),
        }
    }

    fn place_of_file(handle: File) -> Place {
        match u32::try_from(handle) {
            Ok(0) => Place::Null,
            Ok(number) if number >= FIRST_FILE => Place::Made(number - FIRST_FILE),
            _ => Place::Wrong,
        }
    }

    fn file(place: Place) -> File {
        match place {
            Place::Made(number) => (number + FIRST_FILE) as File,
            _ => 0,
        }
    }

    fn file_to_fortran(handle: File) -> c_int {
        c_int::try_from(handle).unwrap_or(0)
    }

    fn file_of_fortran(handle: c_int) -> File {
        File::try_from(handle).unwrap_or(0)
    }

    #[inline]
    fn basic(number: u32) -> Option<Basic> {
        *BY_NUMBER.get(number as usize)?
    }

    #[inline]
    fn size_in_handle(datatype: Handle) -> Option<usize> {
        // 0x4c00SSNN: a datatype of SS bytes. The pairs have other handles.
        let handle = datatype as u32;
        let number = handle as usize & 0xff;
        let size = SIZES[number];
        let is_it = size > 0 && handle >> 8 == 0x4c_0000 | u32::from(size);
        debug_assert!(!is_it || BY_NUMBER[number].map(Basic::size) == Some(size.into()));
        is_it.then_some(size.into())
    }

    fn number(basic: Basic) -> Option<u32> {
        let found = TYPES.iter().find(|(_, other)| *other == basic);
        found.map(|(handle, _)| number_of_type(*handle))
    }

    fn op(number: u32) -> Option<Op> {
        OPS.get(number as usize).copied()
    }

    fn code(class: Class) -> c_int {
        if let Class::Code(code) = class {
            return code;
        }
        let found = CLASSES.iter().find(|(other, _)| *other == class);
        found.map_or(15, |(_, code)| *code)
    }

    fn class(code: c_int) -> Option<Class> {
        let found = CLASSES.iter().find(|(_, other)| *other == code);
        found.map(|(class, _)| *class)
    }

    fn is_class(code: c_int) -> bool {
        (0..=LAST_CLASS).contains(&code) || EXTENSIONS.contains(&code)
    }

    fn combiner(combiner: Combiner) -> c_int {
        match combiner {
            Combiner::Named(_) => 1,
            Combiner::Dup => 2,
            Combiner::Contiguous => 3,
            Combiner::Vector => 4,
            Combiner::Hvector => 6,
            Combiner::Indexed => 7,
            Combiner::Hindexed => 9,
            Combiner::IndexedBlock => 10,
            Combiner::Struct => 12,
            Combiner::Subarray => 13,
            Combiner::Darray => 14,
            Combiner::F90Real => 15,
            Combiner::F90Complex => 16,
            Combiner::F90Integer => 17,
            Combiner::Resized => 18,
            Combiner::HindexedBlock => 19,
        }
    }

    fn key(number: u32) -> c_int {
        (KEY << 26 | 2 << 30 | number) as c_int
    }

    fn key_number(key: c_int) -> Option<u32> {
        let key = key as u32;
        (key >> 26 == KEY | 2 << 4).then_some(key & 0x03ff_ffff)
    }

    fn attribute(key: c_int) -> Option<Attribute> {
        // Fortran's keys are greater by one.
        match key & !1 | 1 {
            0x6440_0001 => Some(Attribute::TagUb),
            0x6440_0003 => Some(Attribute::Host),
            0x6440_0005 => Some(Attribute::Io),
            0x6440_0007 => Some(Attribute::WtimeIsGlobal),
            0x6440_0009 => Some(Attribute::UniverseSize),
            0x6440_000b => Some(Attribute::LastUsedCode),
            0x6440_000d => Some(Attribute::AppNum),
            _ => None,
        }
    }

    fn window_attribute(key: c_int) -> Option<WindowAttribute> {
        match key & !1 | 1 {
            0x6600_0001 => Some(WindowAttribute::Base),
            0x6600_0003 => Some(WindowAttribute::Size),
            0x6600_0005 => Some(WindowAttribute::DispUnit),
            0x6600_0007 => Some(WindowAttribute::Flavor),
            0x6600_0009 => Some(WindowAttribute::Model),
            _ => None,
        }
    }

    #[inline]
    fn status(status: &farreach_mpi::Status, error: c_int) -> Status {
        let count = status.bytes as u64;
        Status {
            count_lo: count as c_int,
            count_hi_and_cancelled: ((count >> 32) as c_int) << 1
                | c_int::from(status.is_cancelled),
            source: match status.source {
                Peer::Rank(rank) => rank as c_int,
                Peer::Any => Mpich::ANY_SOURCE,
                Peer::Null => Mpich::PROC_NULL,
            },
            tag: status.tag.map_or(Mpich::ANY_TAG, |tag| tag as c_int),
            error,
        }
    }

    fn read(status: &Status) -> farreach_mpi::Status {
        let high = (status.count_hi_and_cancelled as u32 >> 1) as u64;
        farreach_mpi::Status {
            source: match status.source {
                Mpich::ANY_SOURCE => Peer::Any,
                rank if rank < 0 => Peer::Null,
                rank => Peer::Rank(rank as u32),
            },
            tag: u32::try_from(status.tag).ok(),
            bytes: (high << 32 | u64::from(status.count_lo as u32)) as usize,
            is_cancelled: status.count_hi_and_cancelled & 1 != 0,
        }
    }

    fn error_of(status: &Status) -> c_int {
        status.error
    }
}
