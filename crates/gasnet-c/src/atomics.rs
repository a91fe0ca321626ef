//! Remote atomics. The network has those that are exact on bits. The others are loops of
//! compare-and-swap.

#![allow(unsafe_code)]

use std::ffi::c_void;

use farreach_runtime::{AtomicOp, AtomicWidth};

use crate::events::NO_OP;
use crate::number::{Type, op};
use crate::objects::{Object, Team};
use crate::rma::{event, would_wait};
use crate::state::{Call, Location, outside};
use crate::teams::team;

/// The operations on all types, without the fetching forms.
const ARITHMETIC: u32 =
    op::ADD | op::SUB | op::MULT | op::MIN | op::MAX | op::INC | op::DEC | op::CAS | op::SET;
/// The operations on integers only.
const BITWISE: u32 = op::AND | op::OR | op::XOR;
/// `GEX_FLAG_RANK_IS_JOBRANK`.
const IS_JOB_RANK: u32 = 1 << 13;

/// `gex_AD_t`: an atomic domain.
#[repr(C)]
#[derive(Debug)]
struct Domain {
    object: Object,
    team: *const Team,
    number_of_type: u32,
    operations: u32,
    /// The rest is this file's.
    kind: Type,
}

/// `gex_AD_Create`.
///
/// # Safety
/// `domain` must be valid for writes, and `over` a team.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_AD_Create(
    domain: *mut *const Domain,
    over: *const Team,
    kind: u32,
    operations: u32,
    flags: u32,
) {
    let call = outside("gex_AD_Create");
    // SAFETY: the caller's promise.
    let team = unsafe { team(call, over) };
    let number_of_type = kind;
    let Some(kind) = Type::new(kind) else {
        let what = format!("{kind:#x} is not one of GEX_DT_I32 to GEX_DT_DBL");
        call.wrong("dt", what);
    };
    let plain = if kind.is_integer() {
        ARITHMETIC | BITWISE
    } else {
        ARITHMETIC
    };
    let known = plain | plain << op::FETCHING | op::GET;
    if operations == 0 || operations & !known != 0 {
        let what = format!(
            "{operations:#x} has operations that are not among {known:#x}, those of the type"
        );
        call.wrong("ops", what);
    }
    let made = Box::new(Domain {
        object: Object::new(flags),
        team,
        number_of_type,
        operations,
        kind,
    });
    // SAFETY: the caller's promise.
    unsafe { domain.write(Box::into_raw(made)) };
}

/// `gex_AD_Destroy`.
///
/// # Safety
/// `domain` must come from [`gex_AD_Create`], and is not used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn gex_AD_Destroy(domain: *mut Domain) {
    let call = outside("gex_AD_Destroy");
    if domain.is_null() {
        call.wrong("ad", "it is GEX_AD_INVALID");
    }
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(domain) });
}

/// An operation on a word.
struct Update {
    to: u32,
    offset: usize,
    kind: Type,
    /// Without the fetching form.
    operation: u32,
    operands: (u64, u64),
}

/// What the network does for an operation. `None` if it needs a loop.
fn native(update: &Update) -> Option<AtomicOp> {
    let (first, second) = update.operands;
    let is_integer = update.kind.is_integer();
    Some(match update.operation {
        op::AND => AtomicOp::And(first),
        op::OR => AtomicOp::Or(first),
        op::XOR => AtomicOp::Xor(first),
        op::ADD if is_integer => AtomicOp::Add(first),
        op::SUB if is_integer => AtomicOp::Add(first.wrapping_neg()),
        op::INC if is_integer => AtomicOp::Add(1),
        op::DEC if is_integer => AtomicOp::Add(1u64.wrapping_neg()),
        op::SET => AtomicOp::Swap(first),
        op::CAS => AtomicOp::CompareSwap {
            compare: first,
            swap: second,
        },
        op::GET => AtomicOp::Add(0),
        _ => return None,
    })
}

fn width(kind: Type) -> AtomicWidth {
    match kind.bytes() {
        4 => AtomicWidth::W32,
        _ => AtomicWidth::W64,
    }
}

/// Updates a word in a loop. Returns the old one.
fn looped(call: Call, update: &Update) -> u64 {
    let (kind, through) = (update.kind, call.world.direct());
    let (operation, operand) = match update.operation {
        op::INC => (op::ADD, kind.one()),
        op::DEC => (op::SUB, kind.one()),
        other => (other, update.operands.0),
    };
    let atomic = |op: AtomicOp| {
        let old = through.atomic(update.to, update.offset, width(kind), || op);
        call.ok(old)
    };
    let mut old = atomic(AtomicOp::Add(0));
    loop {
        let swap = kind.apply(operation, old, operand);
        let compare = old;
        old = atomic(AtomicOp::CompareSwap { compare, swap });
        if old == compare {
            return old;
        }
    }
}

/// Writes the old word to where the program wants it.
///
/// # Safety
/// `result` must be valid for writes of a word.
unsafe fn give(result: *mut u8, kind: Type, old: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match kind.bytes() {
            4 => result.cast::<u32>().write_unaligned(old as u32),
            _ => result.cast::<u64>().write_unaligned(old),
        }
    }
}

/// `gex_AD_OpNB_..`: operands are given by their bits.
///
/// # Safety
/// `domain` must come from [`gex_AD_Create`]; with a fetching operation `result` must be valid for
/// writes of a word until the event has ended.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_gex_atomic(
    domain: *const Domain,
    result: *mut u8,
    rank: u32,
    target: *mut c_void,
    opcode: u32,
    first: u64,
    second: u64,
    flags: u32,
) -> *mut c_void {
    let call = outside("gex_AD_OpNB");
    // SAFETY: the caller's promise.
    let Some(domain) = (unsafe { domain.as_ref() }) else {
        call.wrong("ad", "it is GEX_AD_INVALID");
    };
    if !opcode.is_power_of_two() || domain.operations & opcode == 0 {
        let what = format!(
            "{opcode:#x} is not one of the domain's operations, {:#x}",
            domain.operations
        );
        call.wrong("opcode", what);
    }
    let by = if flags & IS_JOB_RANK != 0 {
        call.all
    } else {
        domain.team
    };
    // SAFETY: the team is destroyed after its domains.
    let to = unsafe { call.job_rank(by, rank) };
    let offset = call.offset(
        Location {
            rank: to,
            endpoint: 0,
        },
        target,
        domain.kind.bytes(),
    );
    // `GEX_FLAG_IMMEDIATE` has no other meaning here.
    if would_wait(call, to, flags) {
        return NO_OP;
    }
    let is_fetching = opcode >> op::FETCHING != 0;
    let update = Update {
        to,
        offset,
        kind: domain.kind,
        operation: match opcode {
            op::GET => op::GET,
            _ if is_fetching => opcode >> op::FETCHING,
            _ => opcode,
        },
        operands: (first, second),
    };
    let Some(native) = native(&update) else {
        let old = looped(call, &update);
        if is_fetching {
            // SAFETY: the caller's promise.
            unsafe { give(result, domain.kind, old) };
        }
        return event(None);
    };
    let (through, width) = (call.world.direct(), width(domain.kind));
    let begun = if is_fetching {
        // SAFETY: the caller's promise.
        unsafe { through.atomic_raw_nbi(to, offset, width, || native, result) }
    } else {
        through.atomic_nbi(to, offset, width, || native)
    };
    call.ok(begun);
    event((!call.world.is_near(to)).then(|| through.mark()))
}
