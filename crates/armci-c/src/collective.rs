//! Collectives, and global operations.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_armci::{Extreme, Group, Masters, Operation, Reducible, select};
use farreach_c::{Fault, needed, place, slice_mut, text, unsigned};
use farreach_runtime::collectives::{Collectives, Target};

use crate::group::{self, GroupObject};
use crate::heap::exchange_pointers;
use crate::state::{self, State};

/// `enum armci_scope_e`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Node,
    Masters,
}

fn scope(scope: c_int) -> Result<Scope, Fault> {
    match scope {
        0 => Ok(Scope::All),
        1 => Ok(Scope::Node),
        2 => Ok(Scope::Masters),
        _ => {
            let what =
                format!("{scope} is none of SCOPE_ALL, SCOPE_NODE and SCOPE_MASTERS, 0 to 2");
            Err(Fault::argument("scope", what))
        }
    }
}

fn node(state: &State) -> Collectives<'_> {
    state.world.collectives_of(state.world.node_group())
}

/// Waits for all processes, and completes their operations, as the barriers of programs that mix
/// messages and transfers are expected to.
pub(crate) fn barrier() -> Result<(), Fault> {
    let state = state::get()?;
    let all = state.world.collectives().named("armci_msg_barrier");
    Ok(all.barrier()?)
}

/// # Safety
/// `group` must be a group.
pub(crate) unsafe fn group_barrier(group: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    Ok(unsafe { group::any(state, group) }?.barrier()?)
}

/// `armci_msg_bintree`: a binary tree of the processes of a scope.
///
/// # Safety
/// There must be room for a number at each pointer.
pub(crate) unsafe fn bintree(
    scope: c_int,
    root: *mut c_int,
    up: *mut c_int,
    left: *mut c_int,
    right: *mut c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let world = state.world;
    let ranks: Vec<u32> = match self::scope(scope)? {
        Scope::All => (0..world.size()).collect(),
        Scope::Node => (0..world.size())
            .filter(|&rank| world.is_near(rank))
            .collect(),
        Scope::Masters => Masters::new(world)?.ranks().to_vec(),
    };
    let own = ranks.iter().position(|&rank| rank == world.rank());
    let own = own.expect("this process is in its own scope");
    let rank = |at: usize| ranks.get(at).map_or(-1, |&rank| rank as c_int);
    let parent = if own == 0 { -1 } else { rank((own - 1) / 2) };
    let places = [
        (root, rank(0), "Root"),
        (up, parent, "Up"),
        (left, rank(2 * own + 1), "Left"),
        (right, rank(2 * own + 2), "Right"),
    ];
    for (to, rank, name) in places {
        // SAFETY: the caller's promise.
        *unsafe { place(to, name) }? = rank;
    }
    Ok(())
}

/// # Safety
/// There must be `len` bytes at `buffer`.
pub(crate) unsafe fn bcast(buffer: *mut u8, len: c_int, root: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let root = state.rank(root, "root")?;
    let len = unsigned(len, "len")?;
    // SAFETY: the caller's promise.
    let data = Target::Private(unsafe { slice_mut(buffer, len) });
    let collectives = state.world.collectives().named("armci_msg_bcast");
    Ok(collectives.broadcast(root, data)?)
}

/// The root is named by its rank in the job.
///
/// # Safety
/// There must be `len` bytes at `buffer`.
pub(crate) unsafe fn bcast_scope(
    scope: c_int,
    buffer: *mut u8,
    len: c_int,
    root: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let rank = state.rank(root, "root")?;
    let count = unsigned(len, "len")?;
    match self::scope(scope)? {
        // SAFETY: the caller's promise.
        Scope::All => unsafe { bcast(buffer, len, root) },
        Scope::Node => {
            let member = state.world.node_group().members().index_of(rank);
            let member = member.ok_or_else(|| {
                Fault::argument("root", format!("process {root} is not on this node"))
            })?;
            // SAFETY: the caller's promise.
            let data = Target::Private(unsafe { slice_mut(buffer, count) });
            Ok(node(state).broadcast(member, data)?)
        }
        Scope::Masters => {
            // SAFETY: the caller's promise.
            let data = unsafe { slice_mut(buffer, count) };
            Ok(Masters::new(state.world)?.broadcast(rank, data)?)
        }
    }
}

/// # Safety
/// There must be `len` bytes at `buffer`, and `group` must be a group.
pub(crate) unsafe fn group_bcast_scope(
    scope: c_int,
    buffer: *mut u8,
    len: c_int,
    root: c_int,
    group: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let found = unsafe { group::find(state, group) }?;
    let Some(group) = found.filter(|_| scope == 0) else {
        // SAFETY: the caller's promise.
        return unsafe { bcast_scope(scope, buffer, len, root) };
    };
    let rank = state.rank(root, "root")?;
    let member = group
        .rank_of(rank)
        .ok_or_else(|| Fault::argument("root", format!("process {root} is not in the group")))?;
    let len = unsigned(len, "len")?;
    // SAFETY: the caller's promise.
    Ok(group.broadcast(member, unsafe { slice_mut(buffer, len) })?)
}

/// From the first process of the node to all others there.
///
/// # Safety
/// There must be `len` bytes at `buffer`.
pub(crate) unsafe fn node_bcast(buffer: *mut u8, len: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let len = unsigned(len, "len")?;
    // SAFETY: the caller's promise.
    let data = Target::Private(unsafe { slice_mut(buffer, len) });
    Ok(node(state).broadcast(0, data)?)
}

/// The processes that take part in a global operation.
enum Over<'a> {
    All,
    Node,
    Masters,
    Group(&'a Group<'static>),
}

/// # Safety
/// `op` must be a string, or null.
unsafe fn operation(op: *const u8) -> Result<Operation, Fault> {
    needed(op, "op")?;
    // SAFETY: the caller's promise.
    let name = unsafe { text(op.cast()) };
    Operation::named(&name).ok_or_else(|| {
        let what =
            format!("{name:?} is none of + * max min absmax absmin or land lor band bor && || & |");
        Fault::argument("op", what)
    })
}

/// # Safety
/// There must be `n` numbers at `x`. `op` must be a string, or null.
unsafe fn gop_over<T: Reducible>(
    state: &State,
    over: &Over<'_>,
    x: *mut T,
    n: c_int,
    op: *const u8,
) -> Result<(), Fault> {
    let count = unsigned(n, "n")?;
    // SAFETY: the caller's promise.
    let (operation, numbers) = unsafe { (operation(op)?, slice_mut(x, count)) };
    match over {
        Over::All => Group::all(state.world).reduce(operation, numbers)?,
        Over::Group(group) => group.reduce(operation, numbers)?,
        Over::Masters => Masters::new(state.world)?.reduce(operation, numbers)?,
        Over::Node => farreach_armci::reduce(state.world.rank(), &node(state), operation, numbers)?,
    }
    Ok(())
}

/// # Safety
/// There must be `n` numbers of the type at `x`. `op` must be a string, or null.
#[expect(
    clippy::cast_ptr_alignment,
    reason = "the program's numbers are where its type may be"
)]
unsafe fn gop_typed(
    state: &State,
    over: &Over<'_>,
    x: *mut u8,
    n: c_int,
    op: *const u8,
    kind: c_int,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe {
        match kind {
            0 => gop_over(state, over, x.cast::<i32>(), n, op),
            1 | 2 => gop_over(state, over, x.cast::<i64>(), n, op),
            3 => gop_over(state, over, x.cast::<f32>(), n, op),
            4 => gop_over(state, over, x.cast::<f64>(), n, op),
            _ => Err(no_type(kind)),
        }
    }
}

#[cold]
fn no_type(kind: c_int) -> Fault {
    let what = format!("{kind} is none of ARMCI_INT to ARMCI_DOUBLE, 0 to 4");
    Fault::argument("datatype", what)
}

fn over(scope: c_int) -> Result<Over<'static>, Fault> {
    Ok(match self::scope(scope)? {
        Scope::All => Over::All,
        Scope::Node => Over::Node,
        Scope::Masters => Over::Masters,
    })
}

/// # Safety
/// There must be `n` numbers of the type at `x`. `op` must be a string, or null.
pub(crate) unsafe fn gop_scope(
    scope: c_int,
    x: *mut u8,
    n: c_int,
    op: *mut u8,
    kind: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { gop_typed(state, &over(scope)?, x, n, op, kind) }
}

/// # Safety
/// There must be `n` numbers at `x`. `op` must be a string, or null.
pub(crate) unsafe fn gop<T: Reducible>(x: *mut T, n: c_int, op: *mut u8) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { gop_over(state, &Over::All, x, n, op) }
}

/// # Safety
/// There must be `n` numbers at `x`. `op` must be a string, or null.
pub(crate) unsafe fn node_gop<T: Reducible>(x: *mut T, n: c_int, op: *mut u8) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { gop_over(state, &Over::Node, x, n, op) }
}

/// # Safety
/// There must be `n` numbers at `x`. `op` must be a string, or null, and `group` a group.
pub(crate) unsafe fn group_gop<T: Reducible>(
    x: *mut T,
    n: c_int,
    op: *mut u8,
    group: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe {
        let group = group::any(state, group)?;
        gop_over(state, &Over::Group(&group), x, n, op)
    }
}

/// # Safety
/// There must be `n` numbers of the type at `x`. `op` must be a string, or null, and `group` a
/// group.
pub(crate) unsafe fn group_gop_scope(
    scope: c_int,
    x: *mut u8,
    n: c_int,
    op: *mut u8,
    kind: c_int,
    group: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe {
        let group = group::any(state, group)?;
        match over(scope)? {
            Over::All => gop_typed(state, &Over::Group(&group), x, n, op, kind),
            over => gop_typed(state, &over, x, n, op, kind),
        }
    }
}

/// `armci_msg_reduce`: all get the result, which the first process is promised.
///
/// # Safety
/// As for [`gop_scope`].
pub(crate) unsafe fn reduce(x: *mut u8, n: c_int, op: *mut u8, kind: c_int) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { gop_scope(0, x, n, op, kind) }
}

/// # Safety
/// As for [`gop_scope`].
pub(crate) unsafe fn reduce_scope(
    scope: c_int,
    x: *mut u8,
    n: c_int,
    op: *mut u8,
    kind: c_int,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { gop_scope(scope, x, n, op, kind) }
}

/// # Safety
/// There must be `n` bytes at `x`. `op` must be a string, or null.
pub(crate) unsafe fn sel(
    x: *mut u8,
    n: c_int,
    op: *mut u8,
    kind: c_int,
    contribute: c_int,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    unsafe { sel_scope(0, x, n, op, kind, contribute) }
}

/// `armci_msg_sel_scope`: the record of the process whose number is the least or the greatest.
///
/// # Safety
/// There must be `n` bytes at `x`. `op` must be a string, or null.
pub(crate) unsafe fn sel_scope(
    scope: c_int,
    x: *mut u8,
    n: c_int,
    op: *mut u8,
    kind: c_int,
    contribute: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let extreme = match unsafe { operation(op) }? {
        Operation::Min => Extreme::Least,
        Operation::Max => Extreme::Greatest,
        _ => return Err(Fault::argument("op", "is neither min nor max")),
    };
    let collectives = match self::scope(scope)? {
        Scope::All => state.world.collectives(),
        Scope::Node => node(state),
        Scope::Masters => {
            let what = "is SCOPE_MASTERS, for which there is no selection";
            return Err(Fault::argument("scope", what));
        }
    };
    let least = match kind {
        0 | 3 => 4,
        1 | 2 | 4 => 8,
        _ => return Err(no_type(kind)),
    };
    let len = unsigned(n, "n")?;
    if len < least {
        let what = format!("{n} bytes are fewer than the {least} of the number in front");
        return Err(Fault::argument("n", what));
    }
    // SAFETY: the caller's promise.
    let record = unsafe { slice_mut(x, len) };
    let contributes = contribute != 0;
    match kind {
        0 => select::<i32>(&collectives, extreme, record, contributes),
        3 => select::<f32>(&collectives, extreme, record, contributes),
        4 => select::<f64>(&collectives, extreme, record, contributes),
        _ => select::<i64>(&collectives, extreme, record, contributes),
    }?;
    Ok(())
}

/// `armci_exchange_address`: each process's pointer, which is at its own place, comes to all.
///
/// # Safety
/// There must be `n` pointers.
pub(crate) unsafe fn exchange_address(pointers: *mut *mut u8, n: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { exchange(state, pointers, n, &Group::all(state.world)) }
}

/// # Safety
/// There must be `n` pointers, and `group` must be a group.
pub(crate) unsafe fn exchange_address_group(
    pointers: *mut *mut u8,
    n: c_int,
    group: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { exchange(state, pointers, n, &*group::any(state, group)?) }
}

/// # Safety
/// There must be `n` pointers.
unsafe fn exchange(
    state: &State,
    pointers: *mut *mut u8,
    n: c_int,
    group: &Group<'static>,
) -> Result<(), Fault> {
    let size = group.size();
    if n as u32 != size {
        let what = format!("{n} pointers, but {size} processes");
        return Err(Fault::argument("n", what));
    }
    // SAFETY: the caller's promise.
    unsafe { exchange_pointers(state, pointers, group) }
}
