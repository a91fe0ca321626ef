//! Random cases.

use std::ops::Range;

use farreach::armci::{self, Armci, Group};
use farreach::arrays::ndarray::{ArrayD, IxDyn};
use farreach::arrays::{Array, Complex, Corners, Edges, Error, Exchange, Ghosts, Integer, Layout};

use crate::model::{Choices, Small, count, part, part_mut, zeros};

/// Cases of each type in a job.
const CASES: usize = 3;

pub(crate) fn all(armci: &Armci, seed: u64) -> Result<(), Error> {
    let mut choices = Choices::new(seed);
    let world = armci.all();
    for _ in 0..CASES {
        integers::<i32>(armci, &world, &mut choices)?;
        integers::<i64>(armci, &world, &mut choices)?;
        case::<f32>(armci, &world, &mut choices)?;
        case::<f64>(armci, &world, &mut choices)?;
        case::<Complex<f32>>(armci, &world, &mut choices)?;
        case::<Complex<f64>>(armci, &world, &mut choices)?;
    }
    // Each group tries cases of its own.
    let color = armci.rank() % 2;
    let group = world.split(Some(color), -i64::from(armci.rank()))?;
    let group = group.expect("each process has a color");
    let mut choices = Choices::new(seed ^ u64::from(color + 1) << 40);
    case::<f64>(armci, &group, &mut choices)?;
    integers::<i32>(armci, &group, &mut choices)?;
    Ok(group.free()?)
}

fn check<T: Small>(array: &Array<'_, T>, model: &ArrayD<T>, what: &str) -> Result<(), Error> {
    array.sync()?;
    let all: Vec<Range<usize>> = array.extents().iter().map(|&extent| 0..extent).collect();
    let got = array.get(&all)?;
    let wanted: Vec<T> = model.iter().copied().collect();
    assert_eq!(got, wanted, "{what} of {array:?}");
    array.sync()?;
    Ok(())
}

/// What is tried with elements of all types.
fn case<T: Small>(armci: &Armci, group: &Group<'_>, choices: &mut Choices) -> Result<(), Error> {
    let extents = choices.extents();
    let size = group.size() as usize;
    let layout = choices.layout(&extents, size);
    let mut array = Array::<T>::in_group(armci, group, &layout)?;
    queries(&array, group.size());
    let mut model = zeros::<T>(&extents);
    for _ in 0..6 {
        transfers(&array, &mut model, choices)?;
        check(&array, &model, "transfers")?;
    }
    let factor = choices.value::<T>();
    array.scale(factor)?;
    model.mapv_inplace(|element| element.times(factor));
    array.map(|element| element.plus(T::ONE))?;
    model.mapv_inplace(|element| element.plus(T::ONE));
    check(&array, &model, "scale and map")?;
    several(&array, &model, choices)?;
    ghosts(&mut array, &model)?;
    files(&mut array, &model)?;
    product::<T>(armci, group, choices)?;
    array.fill(factor)?;
    model.fill(factor);
    check(&array, &model, "fill")?;
    array.free()
}

/// Every element is of the process that is said to have it.
fn queries<T: Small>(array: &Array<'_, T>, size: u32) {
    let distribution = array.distribution();
    let mut owners = ArrayD::from_elem(IxDyn(array.extents()), None);
    for rank in 0..size {
        for region in distribution.regions(rank) {
            for owner in part_mut(&mut owners, &region) {
                assert_eq!(owner.replace(rank), None, "{distribution:?}");
            }
        }
    }
    for (index, owner) in owners.indexed_iter() {
        let index: Vec<usize> = (0..array.extents().len()).map(|axis| index[axis]).collect();
        assert_eq!(
            distribution.owner(&index),
            *owner,
            "{index:?} of {distribution:?}"
        );
    }
    assert_eq!(distribution.owner(array.extents()), None);
}

/// One process puts, then all accumulate, blocking or not, then one scatters.
fn transfers<T: Small>(
    array: &Array<'_, T>,
    model: &mut ArrayD<T>,
    choices: &mut Choices,
) -> Result<(), Error> {
    let extents = array.extents().to_vec();
    let (me, size) = (array.group().rank(), array.group().size());
    let is_blocking = choices.below(2) == 0;
    let patch = choices.patch(&extents);
    let values = choices.values::<T>(count(&patch));
    if choices.below(size as usize) as u32 == me {
        if is_blocking {
            array.put(&patch, &values)?;
        } else {
            assert_eq!(array.begin_put(&patch, values.clone())?.wait()?, values);
        }
    }
    for (element, value) in part_mut(model, &patch).iter_mut().zip(&values) {
        *element = *value;
    }
    array.sync()?;
    for rank in 0..size {
        let (patch, scale) = (choices.patch(&extents), choices.value::<T>());
        let values = choices.values::<T>(count(&patch));
        if rank == me {
            if is_blocking {
                array.accumulate(&patch, scale, &values)?;
            } else {
                let _ = array
                    .begin_accumulate(&patch, scale, values.clone())?
                    .wait()?;
            }
        }
        for (element, value) in part_mut(model, &patch).iter_mut().zip(&values) {
            *element = element.plus(scale.times(*value));
        }
    }
    array.sync()?;
    // Gets of each process alone, without a barrier.
    let mut own = choices.apart();
    for _ in 0..me % 3 {
        own = own.apart();
    }
    let patch = own.patch(&extents);
    let got = if is_blocking {
        array.get(&patch)?
    } else {
        let mut begun = array.begin_get(&patch)?;
        while !begun.test()? {}
        begun.wait()?
    };
    let wanted: Vec<T> = part(model, &patch).iter().copied().collect();
    assert_eq!(got, wanted, "{patch:?} of {array:?}");
    let indices: Vec<Vec<usize>> = (0..20).map(|_| own.index(&extents)).collect();
    let wanted: Vec<T> = indices.iter().map(|index| model[IxDyn(index)]).collect();
    assert_eq!(array.gather(&indices)?, wanted, "{indices:?} of {array:?}");
    array.sync()?;
    // Values of one element are equal: which of them is kept is open.
    let indices: Vec<Vec<usize>> = (0..10).map(|_| choices.index(&extents)).collect();
    let (values, scale) = (vec![choices.value::<T>(); 10], choices.value::<T>());
    if me == 0 {
        array.scatter(&indices, &values)?;
    }
    array.sync()?;
    array.scatter_accumulate(&indices, scale, &values)?;
    for (index, value) in indices.iter().zip(&values) {
        model[IxDyn(index)] = *value;
    }
    for _ in 0..size {
        for (index, value) in indices.iter().zip(&values) {
            let element = &mut model[IxDyn(index)];
            *element = element.plus(scale.times(*value));
        }
    }
    Ok(())
}

/// Calls for several arrays, whose layouts differ.
fn several<T: Small>(
    array: &Array<'_, T>,
    model: &ArrayD<T>,
    choices: &mut Choices,
) -> Result<(), Error> {
    let extents = array.extents().to_vec();
    let size = array.group().size() as usize;
    let mut other = array.alike(&choices.layout(&extents, size))?;
    other.copy_from(array)?;
    check(&other, model, "copy_from")?;
    let (alpha, beta) = (choices.value::<T>(), choices.value::<T>());
    let mut sum = array.alike(&choices.layout(&extents, size))?;
    sum.fill_with(|index| T::small(index.iter().sum::<usize>() as i32))?;
    let indices = ArrayD::from_shape_fn(IxDyn(&extents), |index| {
        T::small((0..extents.len()).map(|axis| index[axis]).sum::<usize>() as i32)
    });
    check(&sum, &indices, "fill_with")?;
    other.zip(&sum, |a, b| a.times(b).plus(T::ONE))?;
    let mut zipped = model.clone();
    zipped.zip_mut_with(&indices, |a, b| *a = a.times(*b).plus(T::ONE));
    check(&other, &zipped, "zip")?;
    sum.add(alpha, array, beta, &other)?;
    let mut added = model.clone();
    added.zip_mut_with(&zipped, |a, b| *a = alpha.times(*a).plus(beta.times(*b)));
    check(&sum, &added, "add")?;
    let small = |array: &mut Array<'_, T>| {
        array.fill_with(|index| T::small((index.iter().sum::<usize>() % 3) as i32))
    };
    small(&mut other)?;
    small(&mut sum)?;
    let element = |index: &IxDyn| {
        let index: usize = (0..extents.len()).map(|axis| index[axis]).sum();
        T::small((index % 3) as i32)
    };
    let smalls = ArrayD::from_shape_fn(IxDyn(&extents), |index| element(&index));
    let dot = smalls.fold(T::ZERO, |sum, &element| sum.plus(element.times(element)));
    assert_eq!(other.dot(&sum)?, dot, "dot of {other:?}");
    assert_eq!(
        sum.sum()?,
        smalls.fold(T::ZERO, |sum, &element| sum.plus(element))
    );
    let norm = smalls
        .fold(0.0, |sum, element| sum + element.squared())
        .sqrt();
    assert!(
        (other.norm()? - norm).abs() <= 1e-12 * norm,
        "norm of {other:?}"
    );
    let reversed: Vec<usize> = extents.iter().rev().copied().collect();
    let mut turned = array.alike(&choices.layout(&reversed, size))?;
    turned.transpose_from(array)?;
    let all: Vec<T> = model.view().reversed_axes().iter().copied().collect();
    let all = ArrayD::from_shape_vec(IxDyn(&reversed), all).expect("as many");
    check(&turned, &all, "transpose_from")?;
    turned.free()?;
    sum.free()?;
    other.free()
}

/// Ghost cells are the elements around the block.
fn ghosts<T: Small>(array: &mut Array<'_, T>, model: &ArrayD<T>) -> Result<(), Error> {
    let widths = array.distribution().ghosts().to_vec();
    let extents = array.extents().to_vec();
    let nothing = T::small(99);
    let region = array.own_regions();
    for exchange in [Exchange::Neighbors, Exchange::Axes] {
        for corners in [Corners::With, Corners::Without] {
            for edges in [Edges::Periodic, Edges::Open] {
                if widths.iter().all(|&width| width == 0) && edges == Edges::Open {
                    continue;
                }
                array.with_local(Ghosts::With, |mut own| own.fill(nothing))?;
                array.with_local(Ghosts::Without, |mut own| {
                    // A block-cyclic array has several regions, and no ghost cells.
                    if let [region] = &region[..] {
                        own.assign(&part(model, region));
                    }
                })?;
                array.update_ghosts_by(corners, edges, exchange)?;
                let [region] = &region[..] else {
                    array.with_local(Ghosts::With, |_| ())?;
                    continue;
                };
                array.with_local(Ghosts::With, |own| {
                    for (at, element) in own.indexed_iter() {
                        let mut index = vec![0; widths.len()];
                        let (mut beside, mut is_outside) = (0, false);
                        for axis in 0..widths.len() {
                            let place = (region[axis].start + at[axis]) as isize
                                - widths[axis] as isize;
                            let extent = extents[axis] as isize;
                            is_outside |= place < 0 || place >= extent;
                            let range = region[axis].start as isize..region[axis].end as isize;
                            beside += usize::from(!range.contains(&place));
                            index[axis] = place.rem_euclid(extent) as usize;
                        }
                        let is_kept = is_outside && edges == Edges::Open
                            || beside > 1 && corners == Corners::Without;
                        let wanted = if is_kept { nothing } else { model[IxDyn(&index)] };
                        assert_eq!(
                            *element, wanted,
                            "{at:?}, {corners:?}, {edges:?}, {exchange:?} of {extents:?} {region:?} {widths:?}"
                        );
                    }
                })?;
            }
        }
    }
    // The elements of a block-cyclic array were overwritten.
    let model = model.clone();
    array.fill_with(|index| model[IxDyn(index)])
}

fn files<T: Small>(array: &mut Array<'_, T>, model: &ArrayD<T>) -> Result<(), Error> {
    let mut name = [i64::from(std::process::id())];
    array.group().reduce(armci::Operation::Min, &mut name)?;
    let path = std::env::temp_dir().join(format!("farreach-arrays-{}.npy", name[0]));
    array.save(&path)?;
    let layout = Layout::regular(array.extents());
    let mut other = array.alike(&layout)?;
    other.load(&path)?;
    check(&other, model, "load")?;
    other.free()?;
    if array.group().rank() == 0 {
        std::fs::remove_file(&path).expect("the file that was saved");
    }
    Ok(())
}

fn product<T: Small>(armci: &Armci, group: &Group<'_>, choices: &mut Choices) -> Result<(), Error> {
    let [m, k, n] = [0; 3].map(|_| 1 + choices.below(20));
    // More than one panel.
    let k = if choices.below(4) == 0 { 300 } else { k };
    let size = group.size() as usize;
    let mut make = |rows: usize, cols: usize| {
        let layout = choices.layout(&[rows, cols], size);
        let mut array = Array::<T>::in_group(armci, group, &layout)?;
        array.fill_with(|index| T::small(((3 * index[0] + index[1]) % 4) as i32 - 1))?;
        Ok::<_, Error>(array)
    };
    let (a, b, mut c) = (make(m, k)?, make(k, n)?, make(m, n)?);
    let (alpha, beta) = (T::small(2), T::small(1));
    c.multiply(alpha, &a, &b, beta)?;
    let element = |row: usize, col: usize| T::small(((3 * row + col) % 4) as i32 - 1);
    let model = ArrayD::from_shape_fn(IxDyn(&[m, n]), |index| {
        let products = (0..k).map(|at| element(index[0], at).times(element(at, index[1])));
        let sum = products.fold(T::ZERO, T::plus);
        alpha
            .times(sum)
            .plus(beta.times(element(index[0], index[1])))
    });
    check(&c, &model, "multiply")?;
    for array in [a, b, c] {
        array.free()?;
    }
    Ok(())
}

fn integers<T: Small + Integer>(
    armci: &Armci,
    group: &Group<'_>,
    choices: &mut Choices,
) -> Result<(), Error> {
    case::<T>(armci, group, choices)?;
    // Each number is drawn once.
    let layout = choices.layout(&[5, 4], group.size() as usize);
    let counter = Array::<T>::in_group(armci, group, &layout)?;
    let place = choices.index(&[5, 4]);
    let bits = |value: T| value.to_bits();
    let drawn = (0..50).map(|_| Ok(bits(counter.fetch_add(&place, T::ONE)?)));
    let drawn: Vec<u64> = drawn.collect::<Result<_, Error>>()?;
    assert!(drawn.is_sorted(), "{drawn:?}");
    let mut sum = [drawn.iter().sum::<u64>() as i64];
    group.reduce(armci::Operation::Sum, &mut sum)?;
    let all = 50 * i64::from(group.size());
    assert_eq!(sum[0], all * (all - 1) / 2);
    counter.free()
}
