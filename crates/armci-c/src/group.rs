//! Groups.
//!
//! A group is a communicator of MPI too, whose handle is the group's first word. Archives that were
//! built for ARMCI-MPI, such as Global Arrays, pass this word to MPI.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ops::Deref;
use std::ptr;
use std::sync::Arc;

use farreach_armci::Group;
use farreach_c::{Fault, lock, object, place, unsigned};
use farreach_mpi_c::communicators;

use crate::state::{self, State};

/// The marks of the group of all processes, and of groups that this process is no member of.
const ALL: c_int = 0x0a00_0000;
const NONE: c_int = 0x0b00_0000;
/// The mark of other groups: this, and the group's index.
const FIRST: c_int = ALL + 1;

/// `ARMCI_Group`. The layout is that of ARMCI-MPI on MPICH, for programs that were built for it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupObject {
    /// The communicator of the members in MPICH's ABI. Programs call MPI with it. `MPI_COMM_NULL` in
    /// a group that was made while MPI was not initialised.
    comm: c_int,
    /// What this library knows the group by.
    mark: c_int,
    to_job: *mut c_int,
    from_job: *mut c_int,
    rank: c_int,
    size: c_int,
}

/// The groups that were made, by index, and the mark of the default one.
#[derive(Default)]
pub(crate) struct Groups {
    made: Vec<Option<Arc<Made>>>,
    default: Option<c_int>,
}

/// A group that was made, and its communicator.
#[derive(Debug)]
pub(crate) struct Made {
    group: Group<'static>,
    comm: c_int,
}

impl Deref for Made {
    type Target = Group<'static>;

    fn deref(&self) -> &Group<'static> {
        &self.group
    }
}

impl Made {
    fn all(state: &State) -> Made {
        Made {
            group: Group::all(state.world),
            comm: communicators::WORLD,
        }
    }
}

impl GroupObject {
    fn new(mark: c_int, group: &Made) -> GroupObject {
        GroupObject {
            comm: group.comm,
            mark,
            to_job: ptr::null_mut(),
            from_job: ptr::null_mut(),
            rank: group.rank() as c_int,
            size: group.size() as c_int,
        }
    }

    /// The object of those that are no member.
    fn of_others() -> GroupObject {
        GroupObject {
            comm: communicators::NULL,
            mark: NONE,
            to_job: ptr::null_mut(),
            from_job: ptr::null_mut(),
            rank: -1,
            size: 0,
        }
    }
}

/// The group that an object stands for. `None` for that of all processes.
///
/// # Safety
/// `object` must be valid for reads, or null.
pub(crate) unsafe fn find(
    state: &State,
    object: *const GroupObject,
) -> Result<Option<Arc<Made>>, Fault> {
    // SAFETY: the caller's promise.
    let object = unsafe { farreach_c::object(object, "group") }?;
    by_mark(state, object.mark)
}

fn by_mark(state: &State, mark: c_int) -> Result<Option<Arc<Made>>, Fault> {
    if mark == ALL {
        return Ok(None);
    }
    let index = usize::try_from(mark.wrapping_sub(FIRST)).unwrap_or(usize::MAX);
    let groups = lock(&state.groups);
    if let Some(Some(group)) = groups.made.get(index) {
        return Ok(Some(Arc::clone(group)));
    }
    let why = if mark == NONE {
        "this process is no member of it"
    } else {
        "it was not made, or is freed"
    };
    Err(Fault::argument("group", why))
}

/// The group, with that of all processes.
///
/// # Safety
/// `object` must be valid for reads, or null.
pub(crate) unsafe fn any(state: &State, object: *const GroupObject) -> Result<Arc<Made>, Fault> {
    // SAFETY: the caller's promise.
    let found = unsafe { find(state, object) }?;
    Ok(found.unwrap_or_else(|| Arc::new(Made::all(state))))
}

/// Gives the program a group that was made, or the object of those that are no member. Collective
/// over the members, which make their communicator.
///
/// # Safety
/// `out` must be valid for writes, or null.
unsafe fn give(
    state: &State,
    out: *mut GroupObject,
    made: Option<Group<'static>>,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let out = unsafe { place(out, "group_out") }?;
    let Some(group) = made else {
        *out = GroupObject::of_others();
        return Ok(());
    };
    let ranks = (0..group.size()).map(|member| group.job_rank(member).expect("a member"));
    let comm = communicators::make(ranks.collect())?;
    let made = Made { group, comm };
    let mut groups = lock(&state.groups);
    let free = groups.made.iter().position(Option::is_none);
    let index = free.unwrap_or_else(|| {
        groups.made.push(None);
        groups.made.len() - 1
    });
    *out = GroupObject::new(FIRST + index as c_int, &made);
    groups.made[index] = Some(Arc::new(made));
    Ok(())
}

/// The mark of the default group, and the group.
fn default(state: &State) -> Result<(c_int, Arc<Made>), Fault> {
    let mark = lock(&state.groups).default.unwrap_or(ALL);
    let found = by_mark(state, mark)?;
    Ok((mark, found.unwrap_or_else(|| Arc::new(Made::all(state)))))
}

/// # Safety
/// There must be `size` ranks at `list`. `out` must be valid for writes, or null.
unsafe fn create_of(
    state: &State,
    size: c_int,
    list: *const c_int,
    out: *mut GroupObject,
    parent: &Group<'static>,
) -> Result<(), Fault> {
    let count = unsigned(size, "grp_size")?;
    let mut ranks = Vec::with_capacity(count);
    for at in 0..count {
        // SAFETY: the caller's promise.
        let rank = unsafe { *list.add(at) };
        let rank = farreach_c::rank(rank, parent.size(), "process", "pid_list")?;
        ranks.push(rank);
    }
    // SAFETY: the caller's promise.
    unsafe { give(state, out, parent.create(&ranks)?) }
}

/// # Safety
/// There must be `size` ranks at `list`. `out` must be valid for writes, or null.
pub(crate) unsafe fn create(
    size: c_int,
    list: *mut c_int,
    out: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    let (_, parent) = default(state)?;
    // SAFETY: the caller's promise.
    unsafe { create_of(state, size, list, out, &parent) }
}

/// # Safety
/// As for [`create`], and `parent` must be a group.
pub(crate) unsafe fn create_child(
    size: c_int,
    list: *mut c_int,
    out: *mut GroupObject,
    parent: *mut GroupObject,
) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe {
        let parent = any(state, parent)?;
        create_of(state, size, list, out, &parent)
    }
}

/// # Safety
/// `object` must be valid for reads and writes, or null.
pub(crate) unsafe fn free(object: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let group = unsafe { place(object, "group") }?;
    if group.mark == ALL {
        let what = "the group of all processes stays until the end";
        return Err(Fault::argument("group", what));
    }
    if group.mark == NONE {
        return Ok(());
    }
    by_mark(state, group.mark)?;
    let index = (group.mark - FIRST) as usize;
    let made = {
        let mut groups = lock(&state.groups);
        if groups.default == Some(group.mark) {
            groups.default = None;
        }
        groups.made[index].take()
    };
    *group = GroupObject::of_others();
    match made.map(Arc::try_unwrap) {
        Some(Ok(made)) => {
            made.group.free()?;
            communicators::free(made.comm);
            Ok(())
        }
        _ => Err(Fault::argument("group", "another thread is using it")),
    }
}

/// Returns 0 for a member.
///
/// # Safety
/// `group` must be valid for reads and `rank` for writes, or null.
pub(crate) unsafe fn rank(group: *mut GroupObject, rank: *mut c_int) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    let (group, rank) = unsafe { (object(group, "group")?, place(rank, "rank")?) };
    *rank = group.rank;
    Ok(c_int::from(group.rank < 0))
}

/// # Safety
/// `group` must be valid for reads and `size` for writes, or null.
pub(crate) unsafe fn size(group: *mut GroupObject, size: *mut c_int) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let (group, size) = unsafe { (object(group, "group")?, place(size, "size")?) };
    *size = group.size;
    Ok(())
}

/// # Safety
/// `object` must be valid for reads, or null.
pub(crate) unsafe fn set_default(object: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { any(state, object) }?;
    // SAFETY: the caller's promise; `any` has checked it.
    lock(&state.groups).default = Some(unsafe { (*object).mark });
    Ok(())
}

/// # Safety
/// `out` must be valid for writes, or null.
pub(crate) unsafe fn get_default(out: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let out = unsafe { place(out, "group_out") }?;
    let (mark, group) = default(state)?;
    *out = GroupObject::new(mark, &group);
    Ok(())
}

/// # Safety
/// `out` must be valid for writes, or null.
pub(crate) unsafe fn get_world(out: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let out = unsafe { place(out, "group_out") }?;
    *out = GroupObject::new(ALL, &Made::all(state));
    Ok(())
}

/// # Safety
/// `group` must be valid for reads, or null.
pub(crate) unsafe fn absolute_id(group: *mut GroupObject, member: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let group = unsafe { any(state, group) }?;
    let member = farreach_c::rank(member, group.size(), "process", "group_rank")?;
    Ok(group.job_rank(member).expect("a member") as c_int)
}

/// # Safety
/// `parent` must be valid for reads and `out` for writes, or null.
pub(crate) unsafe fn split(
    parent: *mut GroupObject,
    color: c_int,
    key: c_int,
    out: *mut GroupObject,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe {
        let made = any(state, parent)?.split(u32::try_from(color).ok(), i64::from(key))?;
        give(state, out, made)?;
    }
    Ok(0)
}

/// # Safety
/// `parent` must be valid for reads and `out` for writes, or null.
pub(crate) unsafe fn dup(parent: *mut GroupObject, out: *mut GroupObject) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    unsafe { split(parent, 0, 0, out) }
}
