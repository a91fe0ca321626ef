//! The types of elements in symmetric memory.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A type of elements in symmetric memory: all bit patterns are values of the type, and it has no
/// padding.
///
/// All such types implement the trait: integers, floats, arrays of them, and structures that derive
/// `FromBytes`, `IntoBytes` and `Immutable` of the crate `zerocopy`. `farreach` and this crate
/// re-export `zerocopy`. The attribute `zerocopy(crate = ..)` tells the derived code where it is:
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
