//! Tests of what types tell about how they were made, and of types that are looked up.

use crate::datatype::{
    Basic, Combiner, Datatype, Dimension, Distribution, Numbers, Order, Scalar, TypeError,
};

/// The numbers of a type, where all are counts.
fn counts(datatype: &Datatype) -> Vec<isize> {
    let scalars = datatype.contents().scalars();
    scalars
        .map(|scalar| match scalar {
            Scalar::Count(count) => count,
            other => panic!("{other:?} is a count"),
        })
        .collect()
}

/// Constructor, numbers, addresses and types, in the order of the standard.
#[test]
fn types_tell_their_arguments() {
    let int = Datatype::basic(Basic::Int);
    let made = [
        (
            Datatype::contiguous(3, &int),
            Combiner::Contiguous,
            vec![3],
            vec![],
        ),
        (
            Datatype::vector(3, 2, -4, &int),
            Combiner::Vector,
            vec![3, 2, -4],
            vec![],
        ),
        (
            Datatype::hvector(3, 2, -40, &int),
            Combiner::Hvector,
            vec![3, 2],
            vec![-40],
        ),
        (
            Datatype::indexed(&[2, 0], &[5, -6], &int),
            Combiner::Indexed,
            vec![2, 2, 0, 5, -6],
            vec![],
        ),
        (
            Datatype::hindexed(&[2, 0], &[5, -6], &int),
            Combiner::Hindexed,
            vec![2, 2, 0],
            vec![5, -6],
        ),
        (
            Datatype::indexed_block(4, &[5, -6], &int),
            Combiner::IndexedBlock,
            vec![2, 4, 5, -6],
            vec![],
        ),
        (
            Datatype::hindexed_block(4, &[5, -6], &int),
            Combiner::HindexedBlock,
            vec![2, 4],
            vec![5, -6],
        ),
        (
            Datatype::resized(-8, 32, &int),
            Combiner::Resized,
            vec![],
            vec![-8, 32],
        ),
        (int.dup(), Combiner::Dup, vec![], vec![]),
    ];
    for (datatype, combiner, numbers, addresses) in made {
        let datatype = datatype.unwrap();
        let contents = datatype.contents();
        assert_eq!(contents.combiner(), combiner);
        assert_eq!(counts(&datatype), numbers);
        assert_eq!(contents.scalars_len(), numbers.len());
        assert_eq!(contents.addresses(), addresses);
        assert_eq!(contents.datatypes(), std::slice::from_ref(&int));
    }
    let char = Datatype::basic(Basic::Char);
    let types = [int.clone(), char];
    let structure = Datatype::structure(&[1, 2], &[0, 4], &types).unwrap();
    assert_eq!(structure.contents().combiner(), Combiner::Struct);
    assert_eq!(counts(&structure), [2, 1, 2]);
    assert_eq!(structure.contents().addresses(), [0, 4]);
    assert_eq!(structure.contents().datatypes(), types);
}

#[test]
fn arrays_tell_their_arguments() {
    let int = Datatype::basic(Basic::Int);
    let subarray = Datatype::subarray(&[4, 5], &[2, 3], &[1, 0], Order::Fortran, &int).unwrap();
    let told: Vec<_> = subarray.contents().scalars().collect();
    let counts = [4, 5, 2, 3, 1, 0].map(Scalar::Count);
    assert_eq!(told[0], Scalar::Integer(2));
    assert_eq!(told[1..7], counts);
    assert_eq!(told[7..], [Scalar::Order(Order::Fortran)]);
    let dimension = |distribution, block, processes| Dimension {
        size: 9,
        distribution,
        block,
        processes,
    };
    let dimensions = [
        dimension(Distribution::Block, None, 2),
        dimension(Distribution::Cyclic, Some(2), 3),
    ];
    let darray = Datatype::darray(6, 4, &dimensions, Order::C, &int).unwrap();
    assert_eq!(darray.contents().combiner(), Combiner::Darray);
    let told: Vec<_> = darray.contents().scalars().collect();
    let expected = [
        Scalar::Integer(6),
        Scalar::Integer(4),
        Scalar::Integer(2),
        Scalar::Count(9),
        Scalar::Count(9),
        Scalar::Distribution(Distribution::Block),
        Scalar::Distribution(Distribution::Cyclic),
        Scalar::DefaultBlock,
        Scalar::Integer(2),
        Scalar::Integer(2),
        Scalar::Integer(3),
        Scalar::Order(Order::C),
    ];
    assert_eq!(told, expected);
}

#[test]
fn arrays_are_checked() {
    let int = Datatype::basic(Basic::Int);
    let outside = Datatype::subarray(&[4], &[3], &[2], Order::C, &int).unwrap_err();
    let expected = TypeError::Outside {
        dimension: 0,
        size: 4,
        length: 3,
        start: 2,
    };
    assert_eq!(outside, expected);
    let none = Datatype::subarray(&[], &[], &[], Order::C, &int).unwrap_err();
    assert_eq!(none, TypeError::NoDimensions);
    assert!(Datatype::subarray(&[4, 4], &[3], &[1], Order::C, &int).is_err());
    let darray = |size, rank, distribution, block, processes| {
        let dimension = Dimension {
            size: 9,
            distribution,
            block,
            processes,
        };
        Datatype::darray(size, rank, &[dimension], Order::C, &int)
    };
    assert!(darray(3, 2, Distribution::Block, Some(3), 3).is_ok());
    assert!(darray(3, 3, Distribution::Block, Some(3), 3).is_err());
    assert!(darray(4, 2, Distribution::Block, Some(3), 3).is_err());
    assert!(darray(3, 2, Distribution::Block, Some(2), 3).is_err());
    assert!(darray(3, 2, Distribution::None, None, 3).is_err());
    assert!(darray(0, 0, Distribution::Cyclic, None, 0).is_err());
}

#[test]
fn predefined_types_and_kinds_are_the_same_each_time() {
    for basic in Basic::all() {
        let datatype = Datatype::basic(basic);
        assert_eq!(datatype, Datatype::basic(basic));
        assert_eq!(datatype.as_basic(), Some(basic));
        assert!(datatype.is_committed());
        assert_eq!(datatype.contents().combiner(), Combiner::Named(basic));
    }
    let real = Datatype::f90_real(Some(7), None).unwrap();
    assert_eq!(real, Datatype::f90_real(Some(7), None).unwrap());
    assert_ne!(real, Datatype::f90_real(Some(8), None).unwrap());
    let told: Vec<_> = real.contents().scalars().collect();
    assert_eq!(told, [Scalar::Integer(7), Scalar::Undefined]);
    assert_eq!(real.contents().combiner(), Combiner::F90Real);
    assert!(real.is_committed() && real.contents().datatypes().is_empty());
    assert_eq!(real.operand(), Some(Basic::Real8));
    assert_eq!(real.as_basic(), None);
    assert_eq!(real.dup().unwrap().operand(), Some(Basic::Real8));
    let pairs = Datatype::contiguous(2, &real).unwrap();
    assert_eq!(
        (pairs.operand(), pairs.only_basic()),
        (None, Some(Basic::Real8))
    );
}

#[test]
fn kinds_are_those_of_gnu_fortran() {
    let size = |found: Result<Datatype, TypeError>| found.map(|datatype| datatype.size()).ok();
    let reals = [
        (Some(6), Some(30), Some(4)),
        (Some(6), Some(37), Some(4)),
        (Some(6), Some(38), Some(8)),
        (Some(7), None, Some(8)),
        (None, Some(307), Some(8)),
        (None, None, Some(4)),
        (Some(18), None, Some(16)),
        (Some(33), Some(4931), Some(16)),
        (Some(34), None, None),
        (None, Some(4932), None),
    ];
    for (precision, range, bytes) in reals {
        assert_eq!(size(Datatype::f90_real(precision, range)), bytes);
        let complex = size(Datatype::f90_complex(precision, range));
        assert_eq!(complex, bytes.map(|bytes| 2 * bytes));
    }
    let integers = [
        (2, Some(1)),
        (3, Some(2)),
        (4, Some(2)),
        (9, Some(4)),
        (10, Some(8)),
        (18, Some(8)),
        (19, None),
    ];
    for (digits, bytes) in integers {
        assert_eq!(size(Datatype::f90_integer(Some(digits))), bytes);
    }
    let error = Datatype::f90_real(Some(34), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no type of Fortran has 34 decimal digits and any decimal exponents"
    );
}

#[test]
fn types_are_found_by_their_size() {
    let found = |numbers, bytes| Basic::of_size(numbers, bytes);
    assert_eq!(found(Numbers::Integer, 1), Some(Basic::Integer1));
    assert_eq!(found(Numbers::Integer, 8), Some(Basic::Integer8));
    assert_eq!(found(Numbers::Integer, 16), None);
    assert_eq!(found(Numbers::Real, 4), Some(Basic::Real4));
    assert_eq!(found(Numbers::Real, 16), Some(Basic::Real16));
    assert_eq!(found(Numbers::Real, 2), None);
    assert_eq!(found(Numbers::Complex, 8), Some(Basic::Complex8));
    assert_eq!(found(Numbers::Complex, 32), Some(Basic::Complex32));
}

#[test]
fn commit_and_dup() {
    let int = Datatype::basic(Basic::Int);
    let pair = Datatype::contiguous(2, &int).unwrap();
    assert!(!pair.is_committed() && !pair.dup().unwrap().is_committed());
    pair.commit();
    let dup = pair.dup().unwrap();
    assert!(dup.is_committed());
    assert_ne!(dup, pair);
    assert_eq!(pair, pair.clone());
}
