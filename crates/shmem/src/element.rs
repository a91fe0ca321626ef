//! What symmetric memory can hold.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A type that symmetric memory can hold: any bits are a value of it, and it has no padding.
///
/// Implemented for all that qualifies: integers, floats, arrays of them, and structures that derive
/// `FromBytes`, `IntoBytes` and `Immutable` of the crate `zerocopy`, which `farreach` and this crate export. The derived code
/// finds it by the attribute `zerocopy(crate = ..)`:
///
/// ```
/// use farreach::shmem;
/// use farreach::zerocopy::{FromBytes, Immutable, IntoBytes};
///
/// #[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable)]
/// #[zerocopy(crate = "farreach::zerocopy")]
/// #[repr(C)]
/// struct Particle {
///     position: [f64; 3],
///     charge: f32,
///     number: u32,
/// }
///
/// let pe = shmem::init()?;
/// let particles = pe.alloc::<Particle>(10)?;
/// let one = Particle { position: [0.5; 3], charge: -1.0, number: 7 };
/// pe.put(particles.at(2).on(pe.my_pe()), one)?;
/// assert_eq!(pe.get(particles.at(2).on(pe.my_pe()))?, one);
/// # pe.finalize()?;
/// # Ok::<(), shmem::Error>(())
/// ```
pub trait Element: FromBytes + IntoBytes + Immutable + Copy + Send + 'static {}

impl<T: FromBytes + IntoBytes + Immutable + Copy + Send + 'static> Element for T {}
