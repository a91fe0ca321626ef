//! Operations that combine data: those of the standard, and those of the program.

use std::fmt;
use std::sync::Arc;

use crate::data::Data;
use crate::datatype::Datatype;
use crate::error::{Class, Failure, Result};
use crate::op::{self, Op};

/// A function that combines `count` elements of a datatype: those of the members with lower ranks are at
/// the first address, and those of the others at the second one, where the result is stored.
type Combine = dyn Fn(*mut u8, *mut u8, usize, &Datatype) + Send + Sync;

/// An operation of the program.
pub struct Program {
    commutes: bool,
    combine: Box<Combine>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an operation of the program")
    }
}

impl Program {
    /// An operation by its function.
    pub fn new(
        commutes: bool,
        combine: impl Fn(*mut u8, *mut u8, usize, &Datatype) + Send + Sync + 'static,
    ) -> Program {
        Program {
            commutes,
            combine: Box::new(combine),
        }
    }
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Operator {
    /// One of the standard.
    Predefined(Op),
    /// One of the program.
    Program(Arc<Program>),
}

impl Operator {
    /// Whether the order of the members does not count.
    pub fn commutes(&self) -> bool {
        match self {
            Operator::Predefined(_) => true,
            Operator::Program(program) => program.commutes,
        }
    }

    /// Checks that the operation is defined for a datatype.
    pub fn check(&self, datatype: &Datatype) -> Result<()> {
        let Operator::Predefined(op) = self else {
            return Ok(());
        };
        let Some(basic) = datatype.operand() else {
            let what =
                "argument datatype: operations of the standard combine predefined datatypes only";
            return Err(Failure::new(Class::Op, what));
        };
        op.check(basic)
            .map_err(|error| Failure::new(Class::Op, error.to_string()))
    }

    /// Combines the elements of `lower`, which come first, with those of `higher`, which get the
    /// result.
    pub fn combine(&self, lower: &Data, higher: &Data) -> Result<()> {
        if higher.count() == 0 {
            return Ok(());
        }
        match self {
            Operator::Program(program) => {
                let (lower, into) = (lower.as_mut_ptr(), higher.as_mut_ptr());
                (program.combine)(lower, into, higher.count(), higher.datatype());
                Ok(())
            }
            Operator::Predefined(op) => {
                let basic = higher.datatype().operand();
                let combined = basic.map(|basic| {
                    higher.with_elements(|into| {
                        lower.with_elements(|other| op::combine(*op, basic, into, other))
                    })
                });
                match combined {
                    Some(Ok(())) => Ok(()),
                    Some(Err(error)) => Err(Failure::new(Class::Op, error.to_string())),
                    None => self.check(higher.datatype()),
                }
            }
        }
    }
}
