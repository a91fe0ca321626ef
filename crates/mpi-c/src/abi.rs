//! What an ABI decides: handles, constants and the layout of a status.

use std::ffi::{c_int, c_void};

use farreach_mpi::error::Class;
use farreach_mpi::{Basic, Combiner, Op, Status};

/// A kind of object that handles name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Comm,
    Group,
    Datatype,
    Op,
    Request,
    Message,
    Errhandler,
    Info,
    File,
    Win,
    Session,
}

/// What a handle names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// No object.
    Null,
    /// An object that the standard defines, by a number of this library.
    Predefined(u32),
    /// An object that was made.
    Made(u32),
    /// Nothing of this kind.
    Wrong,
}

/// The numbers of predefined objects.
pub(crate) mod predefined {
    /// `MPI_COMM_WORLD`, `MPI_COMM_SELF`.
    pub(crate) const WORLD: u32 = 0;
    pub(crate) const SELF: u32 = 1;
    /// `MPI_ERRORS_ARE_FATAL`, `MPI_ERRORS_RETURN`, `MPI_ERRORS_ABORT`.
    pub(crate) const ARE_FATAL: u32 = 0;
    pub(crate) const RETURN: u32 = 1;
    pub(crate) const ABORT: u32 = 2;
    /// `MPI_INFO_ENV`.
    pub(crate) const ENVIRONMENT: u32 = 0;
    /// The message of no process.
    pub(crate) const NO_PROCESS: u32 = 0;
    /// The request of an operation that has ended at once.
    pub(crate) const ENDED: u32 = 0;
    /// The request of a receive from no process.
    pub(crate) const ENDED_OF_NULL: u32 = 1;
}

/// An ABI.
pub(crate) trait Abi: Copy + Send + Sync + 'static {
    /// A handle of any kind of object.
    type Handle: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// A handle of a file.
    type File: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// A status, as programs lay it out.
    type Status: Copy;

    /// The version of the standard whose functions the ABI has, and its part behind the dot.
    const VERSION: (c_int, c_int);
    /// What the ABI is called.
    const NAME: &'static str;
    /// `MPI_MAX_ERROR_STRING`, `MPI_MAX_OBJECT_NAME` and `MPI_MAX_LIBRARY_VERSION_STRING`.
    const ERROR_STRING_MAX: usize;
    const OBJECT_NAME_MAX: usize;
    const LIBRARY_VERSION_MAX: usize;
    /// The characters of the longest key and value of an info.
    const INFO_KEY_MAX: usize;
    const INFO_VALUE_MAX: usize;

    const PROC_NULL: c_int;
    const ANY_SOURCE: c_int;
    const ANY_TAG: c_int;
    const ROOT: c_int;
    const UNDEFINED: c_int;
    const COMM_TYPE_SHARED: c_int;
    /// Kinds of parts of which this library knows nothing: of a node, and by files.
    const COMM_TYPES_UNKNOWN: &'static [c_int];
    const LASTCODE: c_int;
    const KEYVAL_INVALID: c_int;
    const ORDER_C: c_int;
    const ORDER_FORTRAN: c_int;
    const DISTRIBUTE_BLOCK: c_int;
    const DISTRIBUTE_CYCLIC: c_int;
    const DISTRIBUTE_NONE: c_int;
    const DISTRIBUTE_DFLT_DARG: c_int;
    const TYPECLASS_REAL: c_int;
    const TYPECLASS_INTEGER: c_int;
    const TYPECLASS_COMPLEX: c_int;
    const CART: c_int;
    const GRAPH: c_int;
    const DIST_GRAPH: c_int;
    const LOCK_EXCLUSIVE: c_int;
    const LOCK_SHARED: c_int;
    const MODE_NOCHECK: c_int;
    const MODE_NOSUCCEED: c_int;
    /// All assertions about windows.
    const WINDOW_ASSERTS: c_int;
    const WINDOW_SEPARATE: c_int;
    const WINDOW_UNIFIED: c_int;

    /// `MPI_BUFFER_AUTOMATIC`.
    const BUFFER_AUTOMATIC: usize;
    /// Numbers of the interface for tools.
    const TOOL: ToolNumbers;

    fn is_in_place(address: *const c_void) -> bool;
    fn is_ignored(status: *const Self::Status) -> bool;
    /// What an array of weights of a graph's edges is.
    fn weights(array: *const c_int) -> Weights;

    fn place(kind: Kind, handle: Self::Handle) -> Place;
    fn handle(kind: Kind, place: Place) -> Self::Handle;
    /// The handle of Fortran for one of C, and the other way round.
    fn to_fortran(kind: Kind, handle: Self::Handle) -> c_int;
    fn of_fortran(kind: Kind, handle: c_int) -> Self::Handle;
    /// The handle of a message that a matched probe has taken.
    fn message(place: Place) -> Self::Handle;
    /// What a handle of a file names, the handle of a place, and the handle of Fortran for one of C, and the other way round.
    fn place_of_file(handle: Self::File) -> Place;
    fn file(place: Place) -> Self::File;
    fn file_to_fortran(handle: Self::File) -> c_int;
    fn file_of_fortran(handle: c_int) -> Self::File;
    /// The datatype of a predefined number, and the other way round.
    fn basic(number: u32) -> Option<Basic>;
    fn number(basic: Basic) -> Option<u32>;
    /// The bytes of an element of a predefined datatype without gaps, if the handle itself says them.
    fn size_in_handle(datatype: Self::Handle) -> Option<usize>;
    /// The operation of a predefined number.
    fn op(number: u32) -> Option<Op>;

    /// The error code of a class, and the class of a code.
    fn code(class: Class) -> c_int;
    fn class(code: c_int) -> Option<Class>;
    fn is_class(code: c_int) -> bool;
    fn combiner(combiner: Combiner) -> c_int;
    /// The key of attributes with a number, and the number of a key.
    fn key(number: u32) -> c_int;
    fn key_number(key: c_int) -> Option<u32>;
    /// The predefined attributes of communicators.
    fn attribute(key: c_int) -> Option<Attribute>;
    /// The predefined attributes of windows.
    fn window_attribute(key: c_int) -> Option<WindowAttribute>;

    fn status(status: &Status, error: c_int) -> Self::Status;
    fn read(status: &Self::Status) -> Status;
    fn error_of(status: &Self::Status) -> c_int;
}

/// The first numbers of the interface for tools. The others of each kind follow.
pub(crate) struct ToolNumbers {
    /// `MPI_T_VERBOSITY_USER_BASIC`.
    pub(crate) verbosity: c_int,
    /// `MPI_T_BIND_NO_OBJECT`.
    pub(crate) unbound: c_int,
    /// `MPI_T_SCOPE_CONSTANT`.
    pub(crate) scope: c_int,
    /// `MPI_T_PVAR_CLASS_STATE`.
    pub(crate) class: c_int,
}

/// What an array of weights is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weights {
    /// The graph has none.
    None,
    /// The graph has some, but the process has no edges.
    Empty,
    Given,
}

/// A predefined attribute of communicators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    TagUb,
    Host,
    Io,
    WtimeIsGlobal,
    UniverseSize,
    LastUsedCode,
    AppNum,
}

/// A predefined attribute of windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowAttribute {
    Base,
    Size,
    DispUnit,
    Flavor,
    Model,
}
