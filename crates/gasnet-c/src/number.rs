//! The types of elements and the operations on them, for reductions and remote atomics.

/// `GEX_OP_AND` and so on, without the fetching forms.
pub(crate) mod op {
    pub(crate) const AND: u32 = 1 << 0;
    pub(crate) const OR: u32 = 1 << 1;
    pub(crate) const XOR: u32 = 1 << 2;
    pub(crate) const ADD: u32 = 1 << 3;
    pub(crate) const SUB: u32 = 1 << 4;
    pub(crate) const MULT: u32 = 1 << 5;
    pub(crate) const MIN: u32 = 1 << 6;
    pub(crate) const MAX: u32 = 1 << 7;
    pub(crate) const INC: u32 = 1 << 8;
    pub(crate) const DEC: u32 = 1 << 9;
    pub(crate) const SET: u32 = 1 << 10;
    pub(crate) const CAS: u32 = 1 << 11;
    pub(crate) const GET: u32 = 1 << 27;
    pub(crate) const USER: u32 = 1 << 30;
    pub(crate) const USER_NC: u32 = 1 << 31;
    /// From an operation to its fetching form.
    pub(crate) const FETCHING: u32 = 15;
}

/// `gex_DT_t`, without the program's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    I32,
    U32,
    I64,
    U64,
    Float,
    Double,
}

impl Type {
    /// The type with this number. `None` if there is none.
    pub(crate) fn new(number: u32) -> Option<Type> {
        Some(match number {
            1 => Type::I32,
            2 => Type::U32,
            4 => Type::I64,
            8 => Type::U64,
            16 => Type::Float,
            32 => Type::Double,
            _ => return None,
        })
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Type::I32 | Type::U32 | Type::Float => 4,
            Type::I64 | Type::U64 | Type::Double => 8,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Type::Float | Type::Double)
    }

    /// The bits of 1.
    pub(crate) fn one(self) -> u64 {
        match self {
            Type::Float => u64::from(1f32.to_bits()),
            Type::Double => 1f64.to_bits(),
            _ => 1,
        }
    }

    /// The result of an operation on two elements, which are given by their bits. Integers wrap.
    pub(crate) fn apply(self, op: u32, a: u64, b: u64) -> u64 {
        match self {
            Type::I32 => u64::from(i32::apply(op, a as i32, b as i32) as u32),
            Type::U32 => u64::from(u32::apply(op, a as u32, b as u32)),
            Type::I64 => i64::apply(op, a as i64, b as i64) as u64,
            Type::U64 => u64::apply(op, a, b),
            Type::Float => {
                let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                u64::from(f32::apply(op, a, b).to_bits())
            }
            Type::Double => f64::apply(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        }
    }

    /// Combines elements of `other` into those of `into`.
    pub(crate) fn combine(self, op: u32, into: &mut [u8], other: &[u8]) {
        match self {
            Type::I32 => each(into, other, |a, b| {
                i32::apply(op, i32::from_ne_bytes(a), i32::from_ne_bytes(b)).to_ne_bytes()
            }),
            Type::U32 => each(into, other, |a, b| {
                u32::apply(op, u32::from_ne_bytes(a), u32::from_ne_bytes(b)).to_ne_bytes()
            }),
            Type::I64 => each(into, other, |a, b| {
                i64::apply(op, i64::from_ne_bytes(a), i64::from_ne_bytes(b)).to_ne_bytes()
            }),
            Type::U64 => each(into, other, |a, b| {
                u64::apply(op, u64::from_ne_bytes(a), u64::from_ne_bytes(b)).to_ne_bytes()
            }),
            Type::Float => each(into, other, |a, b| {
                f32::apply(op, f32::from_ne_bytes(a), f32::from_ne_bytes(b)).to_ne_bytes()
            }),
            Type::Double => each(into, other, |a, b| {
                f64::apply(op, f64::from_ne_bytes(a), f64::from_ne_bytes(b)).to_ne_bytes()
            }),
        }
    }

    /// The identity of an operation of reductions.
    pub(crate) fn identity(self, op: u32) -> Vec<u8> {
        let bits = match (op, self) {
            (op::MULT, _) => self.one(),
            (op::MIN, Type::I32) => i32::MAX as u64,
            (op::MIN, Type::I64) => i64::MAX as u64,
            (op::AND, _) | (op::MIN, Type::U32 | Type::U64) => u64::MAX,
            (op::MIN, Type::Float) => u64::from(f32::INFINITY.to_bits()),
            (op::MIN, Type::Double) => f64::INFINITY.to_bits(),
            (op::MAX, Type::I32) => i32::MIN as u64,
            (op::MAX, Type::I64) => i64::MIN as u64,
            (op::MAX, Type::Float) => u64::from(f32::NEG_INFINITY.to_bits()),
            (op::MAX, Type::Double) => f64::NEG_INFINITY.to_bits(),
            _ => 0,
        };
        match self.bytes() {
            4 => (bits as u32).to_ne_bytes().to_vec(),
            _ => bits.to_ne_bytes().to_vec(),
        }
    }
}

fn each<const N: usize>(
    into: &mut [u8],
    other: &[u8],
    combined: impl Fn([u8; N], [u8; N]) -> [u8; N],
) {
    let (into, _) = into.as_chunks_mut::<N>();
    let (other, _) = other.as_chunks::<N>();
    for (a, b) in into.iter_mut().zip(other) {
        *a = combined(*a, *b);
    }
}

trait Number: Sized {
    /// The result of an operation, which the callers have checked to be one of the type.
    fn apply(op: u32, a: Self, b: Self) -> Self;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            #[inline]
            fn apply(op: u32, a: $type, b: $type) -> $type {
                match op {
                    op::AND => a & b,
                    op::OR => a | b,
                    op::XOR => a ^ b,
                    op::ADD => a.wrapping_add(b),
                    op::SUB => a.wrapping_sub(b),
                    op::MULT => a.wrapping_mul(b),
                    op::MIN => a.min(b),
                    op::MAX => a.max(b),
                    other => unreachable!("operation {other:#x} is not one of integers"),
                }
            }
        }
    )*};
}

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl Number for $type {
            #[inline]
            fn apply(op: u32, a: $type, b: $type) -> $type {
                match op {
                    op::ADD => a + b,
                    op::SUB => a - b,
                    op::MULT => a * b,
                    op::MIN => a.min(b),
                    op::MAX => a.max(b),
                    other => unreachable!("operation {other:#x} is not one of floating-point numbers"),
                }
            }
        }
    )*};
}

integers!(i32 u32 i64 u64);
floats!(f32 f64);
