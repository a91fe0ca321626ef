use super::numbers::{BY_NUMBER, SIZES};
use super::{Abi, Kind, OpenMpi, OpenMpiFortran, Place, Pointer};

const KINDS: [Kind; 8] = [
    Kind::Comm,
    Kind::Group,
    Kind::Datatype,
    Kind::Op,
    Kind::Request,
    Kind::Message,
    Kind::Errhandler,
    Kind::Info,
];

#[test]
fn handles_of_made_objects_are_told_apart_by_kind() {
    for kind in KINDS {
        for number in [0, 1, 77, 1 << 20] {
            let place = Place::Made(number);
            let handle = OpenMpi::handle(kind, place);
            for other in KINDS {
                let found = OpenMpi::place(other, handle);
                let expected = if other == kind { place } else { Place::Wrong };
                assert_eq!(found, expected, "{kind:?} as {other:?}");
            }
            assert_eq!(
                OpenMpiFortran::place(kind, OpenMpi::to_fortran(kind, handle)),
                place
            );
            assert_eq!(
                OpenMpi::of_fortran(kind, OpenMpi::to_fortran(kind, handle)),
                handle
            );
        }
    }
}

#[test]
fn numbers_of_defined_objects_are_read_as_they_were_written() {
    for kind in KINDS {
        for number in 0..3 {
            let place = OpenMpiFortran::place(kind, number);
            if place != Place::Wrong {
                assert_eq!(OpenMpiFortran::handle(kind, place), number, "{kind:?}");
            }
        }
    }
}

#[test]
fn what_is_no_handle_is_wrong() {
    let word = 5_u64;
    let foreign = (&raw const word).expose_provenance();
    for address in [0, 8, 1, 0xff, foreign, foreign + 4] {
        assert_eq!(
            OpenMpi::place(Kind::Comm, Pointer(address)),
            Place::Wrong,
            "{address:#x}"
        );
    }
    assert_eq!(OpenMpiFortran::place(Kind::Comm, -5), Place::Wrong);
}

#[test]
fn sizes_are_those_of_the_datatypes() {
    for (number, size) in SIZES.iter().enumerate().filter(|(_, size)| **size > 0) {
        let basic = BY_NUMBER[number].expect("a datatype");
        assert_eq!(basic.size(), usize::from(*size), "{basic:?}");
    }
}
