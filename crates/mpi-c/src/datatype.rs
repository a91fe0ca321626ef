//! Datatypes as programs see them: handles, names, attributes.

#![allow(unsafe_code)]

use std::sync::Mutex;

use farreach_mpi::{Attributes, Datatype};

use crate::abi::{Abi, Kind, Place};
use crate::handles::TYPES;

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

/// The handle of a datatype that a function of the program is told. Null if the program has freed it.
pub(crate) fn handle_of<A: Abi>(datatype: &Datatype) -> A::Handle {
    let predefined = datatype.as_basic().and_then(A::number);
    let place = match predefined {
        Some(number) => Place::Predefined(number),
        None => {
            let made = TYPES.find(|made| made.datatype == *datatype);
            made.map_or(Place::Null, Place::Made)
        }
    };
    A::handle(Kind::Datatype, place)
}
