//! The ABI of Open MPI: handles are pointers, and statuses have 24 bytes.
//!
//! ```text
//!   handle of C         address of a variable of libmpi.so.40, such as ompi_mpi_int: an object that the standard defines
//!                       number << 8 │ kind << 1 │ 1: any other object
//!   handle of Fortran   the number
//!   number              below FIRST_MADE: an object that the standard defines, by its number in Open MPI's mpif.h
//!                       from FIRST_MADE on: an object that was made
//! ```
//!
//! The standard's objects are variables, which the dynamic linker copies into programs that are not position independent. So
//! an address tells nothing before the program runs. A variable's first word says which object it is:
//!
//! ```text
//!   63 .. 32   31 .. 16   15 .. 0
//!   TAG        kind       number      `crates/cli/src/install/mpi/openmpi.rs` writes it
//! ```
//!
//! `libmpi.so.40` tells the addresses when it is loaded (`farreach_openmpi_objects`).
//!
//! The functions for C take handles of C, those for Fortran handles of Fortran. Both are instances of [`Open`], which has all
//! else.

#![allow(unsafe_code)]

mod cxx;
mod numbers;

use std::ffi::{c_int, c_void};
use std::fmt;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use farreach_mpi::error::Class;
use farreach_mpi::{Basic, Combiner, Op, Peer};

use crate::abi::{Abi, Attribute, Kind, Place, ToolNumbers, Weights, WindowAttribute};
use numbers::{BY_NUMBER, CLASSES, OPS, SIZES, number_of_place, place_of_number};

/// The ABI of Open MPI 2 to 5 with handles of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open<H>(PhantomData<H>);

/// The ABI for C.
pub(crate) type OpenMpi = Open<Pointer>;
/// The ABI for Fortran.
pub(crate) type OpenMpiFortran = Open<Integer>;

/// A handle of C.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Pointer(usize);

/// A handle of Fortran.
pub(crate) type Integer = c_int;

/// `MPI_Status`. Fortran's statuses are arrays of integers, whose addresses are multiples of 4 only.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(crate) struct Status {
    source: c_int,
    tag: c_int,
    error: c_int,
    is_cancelled: c_int,
    bytes: usize,
}

/// A language's handles.
pub(crate) trait Handle: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The number of an object of a kind. `None` if the handle is none of this kind.
    fn number(self, kind: Kind) -> Option<u32>;
    fn of_number(kind: Kind, number: u32) -> Self;
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// The kinds that a variable's first word and a handle have.
const fn number_of_kind(kind: Kind) -> usize {
    match kind {
        Kind::Comm => 1,
        Kind::Group => 2,
        Kind::Datatype => 3,
        Kind::Op => 4,
        Kind::Errhandler => 5,
        Kind::Info => 6,
        Kind::Request => 7,
        Kind::Message => 8,
        Kind::File => 10,
        Kind::Win => 9,
        // Open MPI 5 has sessions. Its handles are addresses, as all others.
        Kind::Session => 11,
    }
}

/// The upper half of the first word of a variable.
const TAG: u64 = 0x4f4d_5049;
/// `MPI_COMM_WORLD` of MPICH's ABI. A module of that ABI whose calls reach this one passes it first, and nothing can be read there.
const WORLD_OF_MPICH: usize = 0x4400_0000;
/// The variables of a kind have numbers below this one.
const VARIABLES: usize = 128;

/// The addresses of the variables by kind and number. 0 if there is no such variable.
static ADDRESSES: [[AtomicUsize; VARIABLES]; 12] =
    [const { [const { AtomicUsize::new(0) }; VARIABLES] }; 12];

/// Takes the addresses of the variables of `libmpi.so.40`, which calls this when it is loaded. The list ends with null.
///
/// # Safety
/// All addresses must be those of such variables.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_openmpi_objects(mut list: *const *const u64) {
    // SAFETY: as the caller vouches.
    unsafe {
        while !(*list).is_null() {
            let word = **list;
            let kind = (word >> 16) as usize & 0xffff;
            let number = word as usize & 0xffff;
            let place = ADDRESSES.get(kind).and_then(|kind| kind.get(number));
            // Some objects have two names. The first one in the list is what functions give.
            if let Some(place) = place.filter(|place| place.load(Ordering::Relaxed) == 0) {
                place.store((*list).expose_provenance(), Ordering::Relaxed);
            }
            list = list.add(1);
        }
    }
}

impl Handle for Pointer {
    #[inline]
    fn number(self, kind: Kind) -> Option<u32> {
        let kind = number_of_kind(kind);
        if self.0 & 1 != 0 {
            return ((self.0 >> 1) & 0x7f == kind).then_some((self.0 >> 8) as u32);
        }
        // No variable is in the first page, nor at an odd address.
        if self.0 < 4096 || self.0 & 7 != 0 || self.0 == WORLD_OF_MPICH {
            return None;
        }
        // SAFETY: a program passes the address of a variable. A foreign address that can be read has another tag.
        let word = unsafe { *ptr::with_exposed_provenance::<u64>(self.0) };
        (word >> 16 == TAG << 16 | kind as u64).then_some(word as u32 & 0xffff)
    }

    #[inline]
    fn of_number(kind: Kind, number: u32) -> Pointer {
        let kind = number_of_kind(kind);
        let variable = ADDRESSES[kind].get(number as usize);
        let address = variable.map_or(0, |address| address.load(Ordering::Relaxed));
        if address != 0 {
            return Pointer(address);
        }
        Pointer((number as usize) << 8 | kind << 1 | 1)
    }
}

impl Handle for Integer {
    #[inline]
    fn number(self, _kind: Kind) -> Option<u32> {
        u32::try_from(self).ok()
    }

    #[inline]
    fn of_number(_kind: Kind, number: u32) -> Integer {
        number as Integer
    }
}

/// The keys of attributes below this one are predefined, also those of Open MPI itself.
const FIRST_KEY: c_int = 100;

impl<H: Handle> Abi for Open<H> {
    type Handle = H;
    type File = H;
    type Status = Status;

    // Of Open MPI 4.1, whose header programs were compiled with.
    const VERSION: (c_int, c_int) = (3, 1);
    const NAME: &'static str = "Open MPI's ABI";
    const ERROR_STRING_MAX: usize = 256;
    const OBJECT_NAME_MAX: usize = 64;
    const LIBRARY_VERSION_MAX: usize = 256;
    const INFO_KEY_MAX: usize = 36;
    const INFO_VALUE_MAX: usize = 256;

    const PROC_NULL: c_int = -2;
    const ANY_SOURCE: c_int = -1;
    const ANY_TAG: c_int = -1;
    const ROOT: c_int = -4;
    const UNDEFINED: c_int = -32766;
    const COMM_TYPE_SHARED: c_int = 0;
    const COMM_TYPES_UNKNOWN: &'static [c_int] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const LASTCODE: c_int = 92;
    const KEYVAL_INVALID: c_int = -1;
    const ORDER_C: c_int = 0;
    const ORDER_FORTRAN: c_int = 1;
    const DISTRIBUTE_BLOCK: c_int = 0;
    const DISTRIBUTE_CYCLIC: c_int = 1;
    const DISTRIBUTE_NONE: c_int = 2;
    const DISTRIBUTE_DFLT_DARG: c_int = -1;
    const TYPECLASS_INTEGER: c_int = 1;
    const TYPECLASS_REAL: c_int = 2;
    const TYPECLASS_COMPLEX: c_int = 3;
    const CART: c_int = 1;
    const GRAPH: c_int = 2;
    const DIST_GRAPH: c_int = 3;
    const LOCK_EXCLUSIVE: c_int = 1;
    const LOCK_SHARED: c_int = 2;
    const MODE_NOCHECK: c_int = 1;
    const MODE_NOSUCCEED: c_int = 16;
    const WINDOW_ASSERTS: c_int = 31;
    const WINDOW_SEPARATE: c_int = 1;
    const WINDOW_UNIFIED: c_int = 0;

    const BUFFER_AUTOMATIC: usize = usize::MAX - 1;
    const TOOL: ToolNumbers = ToolNumbers {
        verbosity: 0,
        unbound: 0,
        scope: 0,
        class: 0,
    };

    #[inline]
    fn is_in_place(address: *const c_void) -> bool {
        address.addr() == 1
    }

    #[inline]
    fn is_ignored(status: *const Status) -> bool {
        status.is_null()
    }

    fn weights(array: *const c_int) -> Weights {
        match array.addr() {
            2 => Weights::None,
            0 | 3 => Weights::Empty,
            _ => Weights::Given,
        }
    }

    #[inline]
    fn place(kind: Kind, handle: H) -> Place {
        handle
            .number(kind)
            .map_or(Place::Wrong, |number| place_of_number(kind, number))
    }

    #[inline]
    fn handle(kind: Kind, place: Place) -> H {
        H::of_number(kind, number_of_place(kind, place))
    }

    fn to_fortran(kind: Kind, handle: H) -> c_int {
        number_of_place(kind, Self::place(kind, handle)) as c_int
    }

    fn of_fortran(kind: Kind, handle: c_int) -> H {
        Self::handle(kind, OpenMpiFortran::place(kind, handle))
    }

    fn message(place: Place) -> H {
        Self::handle(Kind::Message, place)
    }

    fn place_of_file(handle: H) -> Place {
        Self::place(Kind::File, handle)
    }

    fn file(place: Place) -> H {
        Self::handle(Kind::File, place)
    }

    fn file_to_fortran(handle: H) -> c_int {
        Self::to_fortran(Kind::File, handle)
    }

    fn file_of_fortran(handle: c_int) -> H {
        Self::of_fortran(Kind::File, handle)
    }

    #[inline]
    fn basic(number: u32) -> Option<Basic> {
        *BY_NUMBER.get(number as usize)?
    }

    fn number(basic: Basic) -> Option<u32> {
        let found = BY_NUMBER.iter().position(|other| *other == Some(basic));
        found.map(|number| number as u32)
    }

    #[inline]
    fn size_in_handle(datatype: H) -> Option<usize> {
        let number = datatype.number(Kind::Datatype)?;
        let size = *SIZES.get(number as usize)?;
        (size > 0).then_some(size.into())
    }

    fn op(number: u32) -> Option<Op> {
        OPS.get((number as usize).checked_sub(1)?).copied()
    }

    fn code(class: Class) -> c_int {
        if let Class::Code(code) = class {
            return code;
        }
        let found = CLASSES.iter().find(|(other, _)| *other == class);
        found.map_or(16, |(_, code)| *code)
    }

    fn class(code: c_int) -> Option<Class> {
        let found = CLASSES.iter().find(|(_, other)| *other == code);
        found.map(|(class, _)| *class)
    }

    fn is_class(code: c_int) -> bool {
        // Open MPI 5 has more of them than Open MPI 4.
        (0..=Self::LASTCODE).contains(&code)
    }

    fn combiner(combiner: Combiner) -> c_int {
        match combiner {
            Combiner::Named(_) => 0,
            Combiner::Dup => 1,
            Combiner::Contiguous => 2,
            Combiner::Vector => 3,
            Combiner::Hvector => 5,
            Combiner::Indexed => 6,
            Combiner::Hindexed => 8,
            Combiner::IndexedBlock => 9,
            Combiner::Struct => 11,
            Combiner::Subarray => 12,
            Combiner::Darray => 13,
            Combiner::F90Real => 14,
            Combiner::F90Complex => 15,
            Combiner::F90Integer => 16,
            Combiner::Resized => 17,
            Combiner::HindexedBlock => 18,
        }
    }

    fn key(number: u32) -> c_int {
        FIRST_KEY + number as c_int
    }

    fn key_number(key: c_int) -> Option<u32> {
        u32::try_from(key.checked_sub(FIRST_KEY)?).ok()
    }

    fn attribute(key: c_int) -> Option<Attribute> {
        match key {
            0 => Some(Attribute::TagUb),
            1 => Some(Attribute::Host),
            2 => Some(Attribute::Io),
            3 => Some(Attribute::WtimeIsGlobal),
            4 => Some(Attribute::AppNum),
            5 => Some(Attribute::LastUsedCode),
            6 => Some(Attribute::UniverseSize),
            _ => None,
        }
    }

    fn window_attribute(key: c_int) -> Option<WindowAttribute> {
        match key {
            7 => Some(WindowAttribute::Base),
            8 => Some(WindowAttribute::Size),
            9 => Some(WindowAttribute::DispUnit),
            10 => Some(WindowAttribute::Flavor),
            11 => Some(WindowAttribute::Model),
            _ => None,
        }
    }

    #[inline]
    fn status(status: &farreach_mpi::Status, error: c_int) -> Status {
        Status {
            source: match status.source {
                Peer::Rank(rank) => rank as c_int,
                Peer::Any => Self::ANY_SOURCE,
                Peer::Null => Self::PROC_NULL,
            },
            tag: status.tag.map_or(Self::ANY_TAG, |tag| tag as c_int),
            error,
            is_cancelled: c_int::from(status.is_cancelled),
            bytes: status.bytes,
        }
    }

    fn read(status: &Status) -> farreach_mpi::Status {
        farreach_mpi::Status {
            source: match status.source {
                -1 => Peer::Any,
                rank if rank < 0 => Peer::Null,
                rank => Peer::Rank(rank as u32),
            },
            tag: u32::try_from(status.tag).ok(),
            bytes: status.bytes,
            is_cancelled: status.is_cancelled != 0,
        }
    }

    fn error_of(status: &Status) -> c_int {
        status.error
    }
}

#[cfg(test)]
mod tests;
