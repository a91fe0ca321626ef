//! Datatypes as programs see them: handles, names, attributes.

#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_long};
use std::sync::{Arc, Mutex, PoisonError};

use farreach_mpi::datatype::{Dimension, Distribution, Order, Scalar, TypeError};
use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::{Attributes, Basic, Combiner, Datatype};

use crate::abi::{Abi, Kind, Place};
use crate::attribute;
use crate::fault::{Done, Fault};
use crate::handles::{self, TYPES, datatype};
use crate::numbers::{Ints, Out};
use crate::state::State;
use crate::strings::{store, text};

/// A datatype that a handle names.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) datatype: Datatype,
    pub(crate) name: Mutex<Option<String>>,
    pub(crate) attributes: Attributes,
}

impl Type {
    pub(crate) fn new(datatype: Datatype) -> Type {
        Type {
            datatype,
            name: Mutex::default(),
            attributes: Attributes::default(),
        }
    }
}

/// Calls `f` with the handle of a datatype. A datatype that the program has freed has another one for
/// this time: a collective may be under way that uses it.
pub(crate) fn with_handle<A: Abi>(datatype: &Datatype, f: impl FnOnce(A::Handle)) {
    let handle = |place| A::handle(Kind::Datatype, place);
    if let Some(number) = datatype.as_basic().and_then(A::number) {
        f(handle(Place::Predefined(number)));
    } else if let Some(number) = TYPES.find(|made| made.datatype == *datatype) {
        f(handle(Place::Made(number)));
    } else {
        let number = TYPES.add(Arc::new(Type::new(datatype.clone())));
        f(handle(Place::Made(number)));
        TYPES.remove(number);
    }
}

fn made(made: std::result::Result<Datatype, TypeError>) -> Result<Datatype> {
    made.map_err(|error| Failure::new(Class::Arg, error.to_string()))
}

/// Stores the handle of a new datatype.
unsafe fn give<A: Abi>(
    into: *mut A::Handle,
    datatype: std::result::Result<Datatype, TypeError>,
) -> Done {
    let datatype = made(datatype)?;
    // SAFETY: the program passes a place.
    unsafe { *into = handles::add_type::<A>(datatype) };
    Ok(())
}

/// Counts of an array, which are not negative.
unsafe fn counts(array: Ints, count: usize, argument: &str) -> Result<Vec<usize>> {
    // SAFETY: the program passes an array of this length.
    let counts = (0..count).map(|at| unsafe { array.get(at) });
    counts
        .map(|count| handles::count(count, argument))
        .collect()
}

/// Displacements of an array.
unsafe fn displacements(array: Ints, count: usize) -> Vec<isize> {
    // SAFETY: the program passes an array of this length.
    (0..count)
        .map(|at| unsafe { array.get(at) } as isize)
        .collect()
}

pub(crate) unsafe fn type_contiguous<A: Abi>(
    _: &State,
    count: i64,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::contiguous(count, &datatype::<A>(old)?)) }
}

pub(crate) unsafe fn type_vector<A: Abi>(
    _: &State,
    count: i64,
    length: i64,
    stride: i64,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    let length = handles::count(length, "blocklength")?;
    let old = datatype::<A>(old)?;
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::vector(count, length, stride as isize, &old)) }
}

pub(crate) unsafe fn type_create_hvector<A: Abi>(
    _: &State,
    count: i64,
    length: i64,
    stride: c_long,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    let length = handles::count(length, "blocklength")?;
    let old = datatype::<A>(old)?;
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::hvector(count, length, stride as isize, &old)) }
}

pub(crate) unsafe fn type_hvector<A: Abi>(
    state: &State,
    count: c_int,
    length: c_int,
    stride: c_long,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { type_create_hvector::<A>(state, count.into(), length.into(), stride, old, new) }
}

pub(crate) unsafe fn type_indexed<A: Abi>(
    _: &State,
    count: i64,
    lengths: Ints,
    at: Ints,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        let lengths = counts(lengths, count, "array_of_blocklengths")?;
        give::<A>(
            new,
            Datatype::indexed(&lengths, &displacements(at, count), &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_create_hindexed<A: Abi>(
    _: &State,
    count: i64,
    lengths: Ints,
    at: Ints,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        let lengths = counts(lengths, count, "array_of_blocklengths")?;
        give::<A>(
            new,
            Datatype::hindexed(&lengths, &displacements(at, count), &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_hindexed<A: Abi>(
    state: &State,
    count: c_int,
    lengths: *mut c_int,
    at: *mut c_long,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { type_create_hindexed::<A>(state, count.into(), lengths.into(), at.into(), old, new) }
}

pub(crate) unsafe fn type_create_indexed_block<A: Abi>(
    _: &State,
    count: i64,
    length: i64,
    at: Ints,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    let length = handles::count(length, "blocklength")?;
    // SAFETY: the program passes an array of this length, and a place.
    unsafe {
        let at = displacements(at, count);
        give::<A>(
            new,
            Datatype::indexed_block(length, &at, &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_create_hindexed_block<A: Abi>(
    _: &State,
    count: i64,
    length: i64,
    at: Ints,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    let length = handles::count(length, "blocklength")?;
    // SAFETY: the program passes an array of this length, and a place.
    unsafe {
        let at = displacements(at, count);
        give::<A>(
            new,
            Datatype::hindexed_block(length, &at, &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_create_struct<A: Abi>(
    _: &State,
    count: i64,
    lengths: Ints,
    at: Ints,
    types: *const A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(count, "count")?;
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        let lengths = counts(lengths, count, "array_of_blocklengths")?;
        let types: Result<Vec<_>> = (0..count).map(|at| datatype::<A>(*types.add(at))).collect();
        give::<A>(
            new,
            Datatype::structure(&lengths, &displacements(at, count), &types?),
        )
    }
}

pub(crate) unsafe fn type_struct<A: Abi>(
    state: &State,
    count: c_int,
    lengths: *mut c_int,
    at: *mut c_long,
    types: *mut A::Handle,
    new: *mut A::Handle,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { type_create_struct::<A>(state, count.into(), lengths.into(), at.into(), types, new) }
}

fn order_of<A: Abi>(order: c_int) -> Result<Order> {
    if order == A::ORDER_C {
        return Ok(Order::C);
    }
    if order == A::ORDER_FORTRAN {
        return Ok(Order::Fortran);
    }
    let what = format!("argument order: {order} is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
    Err(Failure::new(Class::Arg, what))
}

pub(crate) unsafe fn type_create_subarray<A: Abi>(
    _: &State,
    dimensions: c_int,
    sizes: Ints,
    lengths: Ints,
    starts: Ints,
    order: c_int,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let dimensions = handles::count(dimensions.into(), "ndims")?;
    // SAFETY: the program passes arrays of this length, and a place.
    unsafe {
        let sizes = counts(sizes, dimensions, "array_of_sizes")?;
        let lengths = counts(lengths, dimensions, "array_of_subsizes")?;
        let starts = counts(starts, dimensions, "array_of_starts")?;
        let order = order_of::<A>(order)?;
        give::<A>(
            new,
            Datatype::subarray(&sizes, &lengths, &starts, order, &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_create_darray<A: Abi>(
    _: &State,
    size: c_int,
    rank: c_int,
    dimensions: c_int,
    sizes: Ints,
    distributions: *const c_int,
    blocks: *const c_int,
    processes: *const c_int,
    order: c_int,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    let count = handles::count(dimensions.into(), "ndims")?;
    let size = handles::count(size.into(), "size")?;
    let rank = handles::count(rank.into(), "rank")?;
    let mut all = Vec::new();
    for at in 0..count {
        // SAFETY: the program passes arrays of this length.
        let (length, distribution, block, processes) = unsafe {
            (
                sizes.get(at),
                *distributions.add(at),
                *blocks.add(at),
                *processes.add(at),
            )
        };
        let distribution = if distribution == A::DISTRIBUTE_BLOCK {
            Distribution::Block
        } else if distribution == A::DISTRIBUTE_CYCLIC {
            Distribution::Cyclic
        } else if distribution == A::DISTRIBUTE_NONE {
            Distribution::None
        } else {
            let what = format!("argument array_of_distribs: {distribution} is no distribution");
            return Err(Fault::new(Class::Arg, what));
        };
        let block = if block == A::DISTRIBUTE_DFLT_DARG {
            None
        } else {
            Some(handles::count(block.into(), "array_of_dargs")?)
        };
        all.push(Dimension {
            size: handles::count(length, "array_of_gsizes")?,
            distribution,
            block,
            processes: handles::count(processes.into(), "array_of_psizes")?,
        });
    }
    let order = order_of::<A>(order)?;
    // SAFETY: the program passes a place.
    unsafe {
        give::<A>(
            new,
            Datatype::darray(size, rank, &all, order, &datatype::<A>(old)?),
        )
    }
}

pub(crate) unsafe fn type_create_resized<A: Abi>(
    _: &State,
    old: A::Handle,
    lb: c_long,
    extent: c_long,
    new: *mut A::Handle,
) -> Done {
    let old = datatype::<A>(old)?;
    // SAFETY: the program passes a place.
    unsafe { give::<A>(new, Datatype::resized(lb as isize, extent as isize, &old)) }
}

pub(crate) unsafe fn type_dup<A: Abi>(
    state: &'static State,
    old: A::Handle,
    new: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe {
        *new = A::handle(Kind::Datatype, Place::Null);
        let copy = made(datatype::<A>(old)?.dup())?;
        let handle = handles::add_type::<A>(copy);
        attribute::copy_of_type::<A>(state, old, handle)?;
        *new = handle;
    }
    Ok(())
}

pub(crate) unsafe fn type_commit<A: Abi>(_: &State, handle: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    datatype::<A>(unsafe { *handle })?.commit();
    Ok(())
}

pub(crate) unsafe fn type_free<A: Abi>(_: &State, handle: *mut A::Handle) -> Done {
    // SAFETY: the program passes a handle's place.
    unsafe {
        datatype::<A>(*handle)?;
        let Place::Made(number) = A::place(Kind::Datatype, *handle) else {
            return Err(Fault::new(
                Class::Type,
                "argument datatype: predefined, so it can't be freed",
            ));
        };
        attribute::delete_all_of_type::<A>(*handle, number)?;
        TYPES.remove(number);
        *handle = A::handle(Kind::Datatype, Place::Null);
    }
    Ok(())
}

pub(crate) unsafe fn type_size<A: Abi>(_: &State, handle: A::Handle, size: Out) -> Done {
    let datatype = datatype::<A>(handle)?;
    // SAFETY: the program passes a place.
    unsafe { size.set(datatype.size() as i64, A::UNDEFINED) };
    Ok(())
}

pub(crate) unsafe fn type_size_x<A: Abi>(
    state: &State,
    handle: A::Handle,
    size: *mut c_long,
) -> Done {
    // SAFETY: as the program vouches.
    unsafe { type_size::<A>(state, handle, size.into()) }
}

macro_rules! extents {
    ($($name:ident, $long:ident: $method:ident;)+) => { $(
        pub(crate) unsafe fn $name<A: Abi>(
            _: &State,
            handle: A::Handle,
            lb: *mut c_long,
            extent: *mut c_long,
        ) -> Done {
            let (lower, length) = datatype::<A>(handle)?.$method();
            // SAFETY: the program passes places.
            unsafe {
                *lb = lower as c_long;
                *extent = length as c_long;
            }
            Ok(())
        }

        pub(crate) unsafe fn $long<A: Abi>(
            state: &State,
            handle: A::Handle,
            lb: *mut c_long,
            extent: *mut c_long,
        ) -> Done {
            // SAFETY: as the program vouches.
            unsafe { $name::<A>(state, handle, lb, extent) }
        }
    )+ };
}

extents! {
    type_get_extent, type_get_extent_x: extent;
    type_get_true_extent, type_get_true_extent_x: true_extent;
}

pub(crate) unsafe fn type_extent<A: Abi>(
    _: &State,
    handle: A::Handle,
    extent: *mut c_long,
) -> Done {
    let (_, length) = datatype::<A>(handle)?.extent();
    // SAFETY: the program passes a place.
    unsafe { *extent = length as c_long };
    Ok(())
}

pub(crate) unsafe fn type_lb<A: Abi>(_: &State, handle: A::Handle, lb: *mut c_long) -> Done {
    let (lower, _) = datatype::<A>(handle)?.extent();
    // SAFETY: the program passes a place.
    unsafe { *lb = lower as c_long };
    Ok(())
}

pub(crate) unsafe fn type_ub<A: Abi>(_: &State, handle: A::Handle, ub: *mut c_long) -> Done {
    let (lower, length) = datatype::<A>(handle)?.extent();
    // SAFETY: the program passes a place.
    unsafe { *ub = (lower + length) as c_long };
    Ok(())
}

pub(crate) unsafe fn type_match_size<A: Abi>(
    _: &State,
    class: c_int,
    size: c_int,
    handle: *mut A::Handle,
) -> Done {
    let all: &[Basic] = if class == A::TYPECLASS_REAL {
        &[Basic::Real2, Basic::Real4, Basic::Real8, Basic::Real16]
    } else if class == A::TYPECLASS_INTEGER {
        &[
            Basic::Integer1,
            Basic::Integer2,
            Basic::Integer4,
            Basic::Integer8,
            Basic::Integer16,
        ]
    } else if class == A::TYPECLASS_COMPLEX {
        &[
            Basic::Complex4,
            Basic::Complex8,
            Basic::Complex16,
            Basic::Complex32,
        ]
    } else {
        return Err(Fault::new(
            Class::Arg,
            format!("argument typeclass: {class} is no class"),
        ));
    };
    let found = all
        .iter()
        .find(|basic| basic.size() as i64 == i64::from(size));
    let Some(number) = found.and_then(|basic| A::number(*basic)) else {
        let what = format!("argument size: no type of this class has {size} bytes");
        return Err(Fault::new(Class::Arg, what));
    };
    // SAFETY: the program passes a place.
    unsafe { *handle = A::handle(Kind::Datatype, Place::Predefined(number)) };
    Ok(())
}

/// The number of scalars that are told as integers, of those that are told as counts, of addresses,
/// and of types. The function for large counts tells counts and addresses together.
fn envelope(datatype: &Datatype) -> [usize; 3] {
    let contents = datatype.contents();
    if datatype.as_basic().is_some() {
        return [0; 3];
    }
    [
        contents.scalars_len(),
        contents.addresses().len(),
        contents.datatypes().len(),
    ]
}

pub(crate) unsafe fn type_get_envelope<A: Abi>(
    _: &State,
    handle: A::Handle,
    integers: *mut c_int,
    addresses: *mut c_int,
    types: *mut c_int,
    combiner: *mut c_int,
) -> Done {
    let datatype = datatype::<A>(handle)?;
    let counts = envelope(&datatype);
    // SAFETY: the program passes places.
    unsafe {
        *integers = counts[0] as c_int;
        *addresses = counts[1] as c_int;
        *types = counts[2] as c_int;
        *combiner = A::combiner(datatype.contents().combiner());
    }
    Ok(())
}

/// The scalars that the function for large counts tells as integers, and those that it tells as counts,
/// with the addresses behind them.
fn apart<A: Abi>(datatype: &Datatype) -> (Vec<i64>, Vec<i64>) {
    let (mut integers, mut counts) = (Vec::new(), Vec::new());
    if datatype.as_basic().is_some() {
        return (integers, counts);
    }
    let contents = datatype.contents();
    for number in contents.scalars() {
        match number {
            Scalar::Count(count) => counts.push(count as i64),
            other => integers.push(scalar::<A>(other)),
        }
    }
    counts.extend(contents.addresses().iter().map(|address| *address as i64));
    (integers, counts)
}

/// `MPI_Type_get_envelope_c`.
pub(crate) unsafe fn type_get_envelope_counts<A: Abi>(
    _: &State,
    handle: A::Handle,
    integers: *mut c_long,
    addresses: *mut c_long,
    counts: *mut c_long,
    types: *mut c_long,
    combiner: *mut c_int,
) -> Done {
    let datatype = datatype::<A>(handle)?;
    let (small, large) = apart::<A>(&datatype);
    // SAFETY: the program passes places.
    unsafe {
        *integers = small.len() as c_long;
        *addresses = 0;
        *counts = large.len() as c_long;
        *types = envelope(&datatype)[2] as c_long;
        *combiner = A::combiner(datatype.contents().combiner());
    }
    Ok(())
}

/// `MPI_Type_get_contents_c`.
pub(crate) unsafe fn type_get_contents_counts<A: Abi>(
    _: &State,
    handle: A::Handle,
    max_integers: c_long,
    _max_addresses: c_long,
    max_counts: c_long,
    max_types: c_long,
    integers: *mut c_int,
    _addresses: *mut c_long,
    counts: *mut c_long,
    types: *mut A::Handle,
) -> Done {
    let datatype = datatype::<A>(handle)?;
    check_derived(&datatype)?;
    let (small, large) = apart::<A>(&datatype);
    let inner = datatype.contents().datatypes();
    check_room(
        [max_integers, max_counts, max_types],
        [small.len(), large.len(), inner.len()],
    )?;
    // SAFETY: the program passes arrays of these lengths.
    unsafe {
        for (at, number) in small.into_iter().enumerate() {
            *integers.add(at) = number as c_int;
        }
        for (at, number) in large.into_iter().enumerate() {
            *counts.add(at) = number;
        }
        for (at, inner) in inner.iter().enumerate() {
            *types.add(at) = inner_handle::<A>(inner);
        }
    }
    Ok(())
}

fn check_derived(datatype: &Datatype) -> Result<()> {
    let Combiner::Named(basic) = datatype.contents().combiner() else {
        return Ok(());
    };
    let what = format!(
        "argument datatype: {} is predefined, and has no contents",
        basic.name()
    );
    Err(Failure::new(Class::Type, what))
}

fn check_room(given: [c_long; 3], needed: [usize; 3]) -> Result<()> {
    for (given, needed) in given.into_iter().zip(needed) {
        if given < needed as c_long {
            let what = format!(
                "room for {given} entries, but there are {needed}: ask MPI_Type_get_envelope"
            );
            return Err(Failure::new(Class::Arg, what));
        }
    }
    Ok(())
}

/// A scalar as the ABI tells it.
fn scalar<A: Abi>(scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Integer(number) | Scalar::Count(number) => number as i64,
        Scalar::Order(Order::C) => A::ORDER_C.into(),
        Scalar::Order(Order::Fortran) => A::ORDER_FORTRAN.into(),
        Scalar::Distribution(Distribution::None) => A::DISTRIBUTE_NONE.into(),
        Scalar::Distribution(Distribution::Block) => A::DISTRIBUTE_BLOCK.into(),
        Scalar::Distribution(Distribution::Cyclic) => A::DISTRIBUTE_CYCLIC.into(),
        Scalar::DefaultBlock => A::DISTRIBUTE_DFLT_DARG.into(),
        Scalar::Undefined => A::UNDEFINED.into(),
    }
}

/// The handle of a type inside of another one: a predefined one's own, and a new one of a derived one.
fn inner_handle<A: Abi>(datatype: &Datatype) -> A::Handle {
    match datatype.as_basic().and_then(A::number) {
        Some(number) => A::handle(Kind::Datatype, Place::Predefined(number)),
        None => handles::add_type::<A>(datatype.clone()),
    }
}

pub(crate) unsafe fn type_get_contents<A: Abi>(
    _: &State,
    handle: A::Handle,
    max_integers: c_int,
    max_addresses: c_int,
    max_types: c_int,
    integers: *mut c_int,
    addresses: *mut c_long,
    types: *mut A::Handle,
) -> Done {
    let datatype = datatype::<A>(handle)?;
    check_derived(&datatype)?;
    check_room(
        [max_integers, max_addresses, max_types].map(c_long::from),
        envelope(&datatype),
    )?;
    let contents = datatype.contents();
    // SAFETY: the program passes arrays of these lengths.
    unsafe {
        for (at, number) in contents.scalars().enumerate() {
            *integers.add(at) = scalar::<A>(number) as c_int;
        }
        for (at, address) in contents.addresses().iter().enumerate() {
            *addresses.add(at) = *address as c_long;
        }
        for (at, inner) in contents.datatypes().iter().enumerate() {
            *types.add(at) = inner_handle::<A>(inner);
        }
    }
    Ok(())
}

pub(crate) unsafe fn type_get_name<A: Abi>(
    _: &State,
    handle: A::Handle,
    name: *mut c_char,
    len: *mut c_int,
) -> Done {
    let datatype = datatype::<A>(handle)?;
    let place = A::place(Kind::Datatype, handle);
    let given = given_name(place);
    let own = datatype.as_basic().map(|basic| basic.name().to_owned());
    let text = given.or(own).unwrap_or_default();
    // SAFETY: the program passes places.
    unsafe { *len = store(&text, name, A::OBJECT_NAME_MAX) as c_int };
    Ok(())
}

/// Names that the program has given to predefined datatypes.
static NAMES: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());

fn given_name(place: Place) -> Option<String> {
    match place {
        Place::Made(number) => {
            let made = TYPES.get(number)?;
            made.name
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
        }
        Place::Predefined(number) => {
            let names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
            names
                .iter()
                .find(|(other, _)| *other == number)
                .map(|(_, name)| name.clone())
        }
        _ => None,
    }
}

pub(crate) unsafe fn type_set_name<A: Abi>(
    _: &State,
    handle: A::Handle,
    name: *const c_char,
) -> Done {
    datatype::<A>(handle)?;
    // SAFETY: the program passes a string.
    let mut name = unsafe { text(name) };
    name.truncate(name.floor_char_boundary(A::OBJECT_NAME_MAX - 1));
    match A::place(Kind::Datatype, handle) {
        Place::Made(number) => {
            if let Some(made) = TYPES.get(number) {
                *made.name.lock().unwrap_or_else(PoisonError::into_inner) = Some(name);
            }
        }
        Place::Predefined(number) => {
            let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
            names.retain(|(other, _)| *other != number);
            names.push((number, name));
        }
        _ => {}
    }
    Ok(())
}
