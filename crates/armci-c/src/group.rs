//! Groups.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;
use std::sync::Arc;

use farreach_armci::Group;

use crate::fault::Fault;
use crate::state::{self, State, lock};

/// `MPI_COMM_WORLD` and `MPI_COMM_NULL` of MPICH's ABI. The first word of a group is a
/// communicator where there is MPI.
const WORLD: c_int = 0x4400_0000;
const NONE: c_int = 0x0400_0000;
/// The first word of other groups: this, and the group's index.
const FIRST: c_int = 0x0a00_0000;

/// `ARMCI_Group`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupObject {
    comm: c_int,
    other_comm: c_int,
    to_job: *mut c_int,
    from_job: *mut c_int,
    rank: c_int,
    size: c_int,
}

/// The groups that were made, by index, and the first word of the default one.
#[derive(Default)]
pub(crate) struct Groups {
    made: Vec<Option<Arc<Group<'static>>>>,
    default: Option<c_int>,
}

impl GroupObject {
    fn new(comm: c_int, group: Option<&Group<'_>>) -> GroupObject {
        GroupObject {
            comm,
            other_comm: NONE,
            to_job: ptr::null_mut(),
            from_job: ptr::null_mut(),
            rank: group.map_or(-1, |group| group.rank() as c_int),
            size: group.map_or(0, |group| group.size() as c_int),
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
) -> Result<Option<Arc<Group<'static>>>, Fault> {
    // SAFETY: the caller's promise.
    let object = unsafe { object.as_ref() }.ok_or_else(|| Fault::null("group"))?;
    by_word(state, object.comm)
}

fn by_word(state: &State, word: c_int) -> Result<Option<Arc<Group<'static>>>, Fault> {
    if word == WORLD {
        return Ok(None);
    }
    let index = usize::try_from(word.wrapping_sub(FIRST)).unwrap_or(usize::MAX);
    let groups = lock(&state.groups);
    if let Some(Some(group)) = groups.made.get(index) {
        return Ok(Some(Arc::clone(group)));
    }
    let why = if word == NONE {
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
pub(crate) unsafe fn any(
    state: &State,
    object: *const GroupObject,
) -> Result<Arc<Group<'static>>, Fault> {
    // SAFETY: the caller's promise.
    let found = unsafe { find(state, object) }?;
    Ok(found.unwrap_or_else(|| Arc::new(Group::all(state.world))))
}

/// Gives the program a group that was made, or the object of those that are no member.
///
/// # Safety
/// `out` must be valid for writes, or null.
unsafe fn give(
    state: &State,
    out: *mut GroupObject,
    made: Option<Group<'static>>,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let out = unsafe { out.as_mut() }.ok_or_else(|| Fault::null("group_out"))?;
    let Some(group) = made else {
        *out = GroupObject::new(NONE, None);
        return Ok(());
    };
    let mut groups = lock(&state.groups);
    let free = groups.made.iter().position(Option::is_none);
    let index = free.unwrap_or_else(|| {
        groups.made.push(None);
        groups.made.len() - 1
    });
    *out = GroupObject::new(FIRST + index as c_int, Some(&group));
    groups.made[index] = Some(Arc::new(group));
    Ok(())
}

fn default(state: &State) -> Result<Arc<Group<'static>>, Fault> {
    let word = lock(&state.groups).default.unwrap_or(WORLD);
    let found = by_word(state, word)?;
    Ok(found.unwrap_or_else(|| Arc::new(Group::all(state.world))))
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
    let count = usize::try_from(size).map_err(|_| Fault::argument("grp_size", "is negative"))?;
    let mut ranks = Vec::with_capacity(count);
    for at in 0..count {
        // SAFETY: the caller's promise.
        let rank = unsafe { *list.add(at) };
        let known = u32::try_from(rank)
            .ok()
            .filter(|&rank| rank < parent.size());
        ranks.push(known.ok_or_else(|| {
            let size = parent.size();
            let what = format!("there is no process {rank}: the group has {size}, numbered from 0");
            Fault::argument("pid_list", &what)
        })?);
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
    // SAFETY: the caller's promise.
    unsafe { create_of(state, size, list, out, &*default(state)?) }
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
    unsafe { create_of(state, size, list, out, &*any(state, parent)?) }
}

/// # Safety
/// `object` must be valid for reads and writes, or null.
pub(crate) unsafe fn free(object: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let group = unsafe { object.as_mut() }.ok_or_else(|| Fault::null("group"))?;
    if group.comm == WORLD {
        return Err(Fault::argument(
            "group",
            "the group of all processes stays until the end",
        ));
    }
    if group.comm == NONE {
        return Ok(());
    }
    by_word(state, group.comm)?;
    let index = (group.comm - FIRST) as usize;
    let made = {
        let mut groups = lock(&state.groups);
        if groups.default == Some(group.comm) {
            groups.default = None;
        }
        groups.made[index].take()
    };
    *group = GroupObject::new(NONE, None);
    match made.map(Arc::try_unwrap) {
        Some(Ok(made)) => Ok(made.free()?),
        _ => Err(Fault::argument("group", "another thread is using it")),
    }
}

/// Returns 0 for a member.
///
/// # Safety
/// `group` must be valid for reads and `rank` for writes, or null.
pub(crate) unsafe fn rank(group: *mut GroupObject, rank: *mut c_int) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise.
    let (group, rank) = unsafe { (group.as_ref(), rank.as_mut()) };
    let group = group.ok_or_else(|| Fault::null("group"))?;
    *rank.ok_or_else(|| Fault::null("rank"))? = group.rank;
    Ok(c_int::from(group.rank < 0))
}

/// # Safety
/// `group` must be valid for reads and `size` for writes, or null.
pub(crate) unsafe fn size(group: *mut GroupObject, size: *mut c_int) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let (group, size) = unsafe { (group.as_ref(), size.as_mut()) };
    let group = group.ok_or_else(|| Fault::null("group"))?;
    *size.ok_or_else(|| Fault::null("size"))? = group.size;
    Ok(())
}

/// # Safety
/// `object` must be valid for reads, or null.
pub(crate) unsafe fn set_default(object: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    unsafe { any(state, object) }?;
    // SAFETY: the caller's promise; `any` has checked it.
    lock(&state.groups).default = Some(unsafe { (*object).comm });
    Ok(())
}

/// # Safety
/// `out` must be valid for writes, or null.
pub(crate) unsafe fn get_default(out: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    let word = lock(&state.groups).default.unwrap_or(WORLD);
    // SAFETY: the caller's promise.
    let out = unsafe { out.as_mut() }.ok_or_else(|| Fault::null("group_out"))?;
    *out = GroupObject::new(word, Some(&*default(state)?));
    Ok(())
}

/// # Safety
/// `out` must be valid for writes, or null.
pub(crate) unsafe fn get_world(out: *mut GroupObject) -> Result<(), Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let out = unsafe { out.as_mut() }.ok_or_else(|| Fault::null("group_out"))?;
    *out = GroupObject::new(WORLD, Some(&Group::all(state.world)));
    Ok(())
}

/// # Safety
/// `group` must be valid for reads, or null.
pub(crate) unsafe fn absolute_id(group: *mut GroupObject, member: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let group = unsafe { any(state, group) }?;
    let rank = u32::try_from(member)
        .ok()
        .and_then(|member| group.job_rank(member));
    let rank = rank.ok_or_else(|| {
        let size = group.size();
        let what = format!("there is no process {member}: the group has {size}, numbered from 0");
        Fault::argument("group_rank", &what)
    })?;
    Ok(rank as c_int)
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
