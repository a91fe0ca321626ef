//! Collectives, which a program begins and then waits for by an event.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use farreach_c::{slice_mut, there_is_no};
use farreach_runtime::collectives::{Kept, Operation, Request, Source, Target};

use crate::number::{Type, op};
use crate::objects::Team;
use crate::state::{Call, outside};
use crate::teams::team;

/// A function that combines two elements.
pub(crate) type Combine = dyn Fn(&mut [u8], &[u8]) + Sync;

/// What is done with a collective's buffer at the end.
type Finish = dyn FnOnce(&[u128]);

/// A collective that was begun. It has what the collective borrows.
pub(crate) struct Begun {
    request: Request,
    /// Bytes of the collective, aligned for any type.
    buffer: Vec<u128>,
    /// The operator of a reduction.
    _combine: Option<Arc<Combine>>,
    finish: Option<Box<Finish>>,
}

impl Begun {
    /// A collective that borrows nothing but its world and its team.
    pub(crate) fn new(request: Request) -> Begun {
        Begun {
            request,
            buffer: Vec::new(),
            _combine: None,
            finish: None,
        }
    }

    /// The event for C.
    fn into_raw(self) -> *mut c_void {
        Box::into_raw(Box::new(self)).cast()
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.request.has_ended()
    }

    /// Waits until the collective has ended.
    pub(crate) fn end(self, call: Call) {
        call.ok(call.world.wait_request(&self.request));
        if let Some(finish) = self.finish {
            finish(&self.buffer);
        }
    }
}

/// Words for so many bytes.
fn words(bytes: usize) -> Vec<u128> {
    vec![0; bytes.div_ceil(size_of::<u128>())]
}

/// `gex_Coll_BarrierNB`.
///
/// # Safety
/// `over` must be a team, which is destroyed only after the barrier.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Coll_BarrierNB(over: *const Team, _flags: u32) -> *mut c_void {
    let call = outside("gex_Coll_BarrierNB");
    // SAFETY: the caller's promise.
    let team = unsafe { team(call, over) };
    let collectives = team.collectives(&call.world).named(call.function);
    // SAFETY: the world lives until the process ends, the team until the barrier has ended, and
    // nothing else is borrowed.
    let request = unsafe { collectives.begin(Operation::Sync) };
    Begun::new(request).into_raw()
}

/// Checks the root of a collective.
fn check_root(call: Call, team: &Team, root: u32) {
    if root >= team.size {
        call.wrong("root", there_is_no("rank", i64::from(root), team.size));
    }
}

/// `gex_Coll_BroadcastNB`.
///
/// # Safety
/// `dest` must be valid for writes, and at the root `source` for reads, until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Coll_BroadcastNB(
    over: *const Team,
    root: u32,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    _flags: u32,
) -> *mut c_void {
    let call = outside("gex_Coll_BroadcastNB");
    // SAFETY: the caller's promise. The root's destination has its source's bytes at once.
    unsafe {
        let team = team(call, over);
        check_root(call, team, root);
        if team.rank == root && bytes > 0 {
            ptr::copy(source, dest, bytes);
        }
        let data = Target::Private(slice_mut(dest, bytes));
        let collectives = team.collectives(&call.world).named(call.function);
        let request = collectives.begin(Operation::Broadcast { root, data });
        Begun::new(request).into_raw()
    }
}

/// The flags of GASNet-1's collectives by which no process goes on before all have begun, or ended.
const IN_ALL_SYNC: c_int = 1 << 2;
const OUT_ALL_SYNC: c_int = 1 << 5;

/// `gasnet_coll_..`: the collectives of GASNet-1, by the numbers that `gasnet_coll.h` has for them.
///
/// # Safety
/// `source` must be valid for reads and `dest` for writes, of the bytes that the collective moves,
/// until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_collective(
    kind: c_int,
    over: *const Team,
    root: u32,
    dest: *mut u8,
    source: *mut u8,
    bytes: usize,
    flags: c_int,
) -> *mut c_void {
    let function = match kind {
        0 => "gasnet_coll_broadcast",
        1 => "gasnet_coll_scatter",
        2 => "gasnet_coll_gather",
        3 => "gasnet_coll_gather_all",
        _ => "gasnet_coll_exchange",
    };
    let call = outside(function);
    // SAFETY: the caller's promise. The source is only read, but the types of the runtime's
    // collectives know no raw memory that is. The team lives until the event has ended.
    unsafe {
        let team = team(call, over);
        check_root(call, team, root);
        let collectives = team.collectives(&call.world).named(call.function);
        if flags & IN_ALL_SYNC != 0 {
            call.ok(collectives.sync());
        }
        let all = bytes.saturating_mul(team.size as usize);
        let is_root = team.rank == root;
        // What a rank has no part in may be null.
        let to = |bytes| Target::Private(slice_mut(dest, bytes));
        let from = |bytes| Source::Private(&*slice_mut(source, bytes));
        let operation = match kind {
            0 => {
                if is_root && bytes > 0 {
                    ptr::copy(source, dest, bytes);
                }
                let data = to(bytes);
                Operation::Broadcast { root, data }
            }
            1 => Operation::Scatter {
                root,
                source: is_root.then(|| from(all)),
                target: to(bytes),
            },
            2 => Operation::Gather {
                root,
                source: from(bytes),
                target: is_root.then(|| to(all)),
            },
            3 => Operation::AllGather {
                source: from(bytes),
                target: to(all),
            },
            _ => Operation::AllToAll {
                source: from(all),
                target: to(all),
            },
        };
        let begun = Begun::new(collectives.begin(operation));
        if flags & (IN_ALL_SYNC | OUT_ALL_SYNC) == 0 {
            return begun.into_raw();
        }
        begun.end(call);
        if flags & OUT_ALL_SYNC != 0 {
            call.ok(collectives.sync());
        }
    }
    ptr::null_mut()
}

/// `gex_Coll_ReduceFn_t`: combines elements of the first argument with those of the second, to the
/// second.
type UserFn = unsafe extern "C" fn(*const c_void, *mut c_void, usize, *const c_void);

/// `GEX_DT_USER`.
const USER: u32 = 64;

/// The arguments of a reduction.
struct Reduction<'a> {
    call: Call,
    team: &'a Team,
    dest: *mut u8,
    source: *const u8,
    /// Bytes of an element.
    unit: usize,
    /// The number of elements.
    count: usize,
    operation: u32,
}

/// `gex_Coll_ReduceToOneNB`.
///
/// # Safety
/// `source` must have the elements, and at the root `dest` have room for them, until the event has
/// ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Coll_ReduceToOneNB(
    over: *const Team,
    root: u32,
    dest: *mut u8,
    source: *const u8,
    kind: u32,
    unit: usize,
    count: usize,
    operation: u32,
    user: Option<UserFn>,
    cdata: *mut c_void,
    _flags: u32,
) -> *mut c_void {
    let call = outside("gex_Coll_ReduceToOneNB");
    // SAFETY: the caller's promise.
    unsafe {
        let team = team(call, over);
        check_root(call, team, root);
        let reduction = Reduction {
            call,
            team,
            dest,
            source,
            unit,
            count,
            operation,
        };
        reduction.begin(Some(root), kind, user.map(|user| (user, cdata)))
    }
}

/// `gex_Coll_ReduceToAllNB`.
///
/// # Safety
/// `source` must have the elements, and `dest` have room for them, until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_Coll_ReduceToAllNB(
    over: *const Team,
    dest: *mut u8,
    source: *const u8,
    kind: u32,
    unit: usize,
    count: usize,
    operation: u32,
    user: Option<UserFn>,
    cdata: *mut c_void,
    _flags: u32,
) -> *mut c_void {
    let call = outside("gex_Coll_ReduceToAllNB");
    // SAFETY: the caller's promise.
    unsafe {
        let team = team(call, over);
        let reduction = Reduction {
            call,
            team,
            dest,
            source,
            unit,
            count,
            operation,
        };
        reduction.begin(None, kind, user.map(|user| (user, cdata)))
    }
}

impl Reduction<'_> {
    /// Begins the reduction to one rank, or to all.
    ///
    /// # Safety
    /// The buffers must be valid until the event has ended.
    unsafe fn begin(
        &self,
        root: Option<u32>,
        number: u32,
        user: Option<(UserFn, *mut c_void)>,
    ) -> *mut c_void {
        let kind = Type::new(number);
        let is_user = matches!(self.operation, op::USER | op::USER_NC);
        if self.count == 0 || self.unit == 0 {
            self.call
                .fatal("argument dt_cnt or dt_sz: it is 0, but wants at least 1");
        }
        if let Some(kind) = kind
            && kind.bytes() != self.unit
        {
            let (is, bytes) = (self.unit, kind.bytes());
            self.call
                .wrong("dt_sz", format!("{is}, but the type has {bytes} bytes"));
        }
        match (kind, user) {
            (None, _) if number != USER => self
                .call
                .wrong("dt", format!("{number:#x} is not one type")),
            // SAFETY: the caller's promise.
            (_, Some(user)) if is_user => unsafe { self.by_user(root, user) },
            // SAFETY: the caller's promise.
            (Some(kind), _) if !is_user => unsafe { self.by_number(root, kind) },
            _ => self.call.wrong(
                "op",
                "a type of the program wants GEX_OP_USER or GEX_OP_USER_NC, and these a function",
            ),
        }
    }

    /// Combines by an operation on numbers.
    ///
    /// # Safety
    /// As for [`Reduction::begin`].
    unsafe fn by_number(&self, root: Option<u32>, kind: Type) -> *mut c_void {
        const INTEGERS: u32 = op::AND | op::OR | op::XOR;
        const ALL: u32 = op::ADD | op::MULT | op::MIN | op::MAX;
        let operation = self.operation;
        let known = if kind.is_integer() {
            ALL | INTEGERS
        } else {
            ALL
        };
        if !operation.is_power_of_two() || operation & known == 0 {
            self.call.wrong(
                "op",
                format!("{operation:#x} is not one of {known:#x}, the reductions of the type"),
            );
        }
        let bytes = self.unit * self.count;
        let combine: Arc<Combine> =
            Arc::new(move |into, other| kind.combine(operation, into, other));
        let collectives = self
            .team
            .collectives(&self.call.world)
            .named(self.call.function);
        let is_target = root.is_none_or(|root| root == self.team.rank);
        let mut buffer = words(if is_target { 0 } else { bytes });
        let place = if is_target {
            self.dest
        } else {
            buffer.as_mut_ptr().cast()
        };
        // SAFETY: the caller's promise, or the buffer is of this size. The event keeps buffer and
        // operator, neither of which moves, until the collective has ended.
        let request = unsafe {
            ptr::copy(self.source, place, bytes);
            let data = Target::Private(slice_mut(place, bytes));
            let operator = Kept::new(
                self.unit,
                &*ptr::from_ref(&*combine),
                &kind.identity(operation),
            );
            collectives.begin(match root {
                Some(root) => Operation::Reduce {
                    root,
                    data,
                    operator,
                },
                None => Operation::AllReduce { data, operator },
            })
        };
        let begun = Begun {
            buffer,
            _combine: Some(combine),
            ..Begun::new(request)
        };
        begun.into_raw()
    }

    /// Combines by the program's function, which has no identity and may not commute: the members'
    /// elements are gathered and combined in order.
    ///
    /// # Safety
    /// As for [`Reduction::begin`].
    unsafe fn by_user(
        &self,
        root: Option<u32>,
        (user, cdata): (UserFn, *mut c_void),
    ) -> *mut c_void {
        let (bytes, count, dest) = (self.unit * self.count, self.count, self.dest);
        let is_target = root.is_none_or(|root| root == self.team.rank);
        let members = self.team.size as usize;
        // This member's elements, which `dest` may be at, and then those of all.
        let own = bytes.next_multiple_of(size_of::<u128>());
        let mut buffer = words(own + if is_target { members * bytes } else { 0 });
        let place = buffer.as_mut_ptr().cast::<u8>();
        let collectives = self
            .team
            .collectives(&self.call.world)
            .named(self.call.function);
        // SAFETY: the caller's promise; the event keeps the buffer, which does not move, until the
        // collective has ended. Both parts of it are inside.
        let request = unsafe {
            ptr::copy_nonoverlapping(self.source, place, bytes);
            let source = Source::Private(slice_mut(place, bytes));
            let target =
                is_target.then(|| Target::Private(slice_mut(place.add(own), members * bytes)));
            collectives.begin(match (root, target) {
                (None, Some(target)) => Operation::AllGather { source, target },
                (root, target) => Operation::Gather {
                    root: root.unwrap_or(0),
                    source,
                    target,
                },
            })
        };
        let finish = move |buffer: &[u128]| {
            let all = buffer.as_ptr().cast::<u8>().wrapping_add(own);
            // SAFETY: the caller's promise. The last member's elements are combined with those
            // before it, so that the order stays.
            unsafe {
                ptr::copy_nonoverlapping(all.add((members - 1) * bytes), dest, bytes);
                for member in (0..members - 1).rev() {
                    user(all.add(member * bytes).cast(), dest.cast(), count, cdata);
                }
            }
        };
        let begun = Begun {
            buffer,
            finish: is_target.then(|| Box::new(finish) as _),
            ..Begun::new(request)
        };
        begun.into_raw()
    }
}
