//! Waits for words of this process's own memory: for one word, or for several.

use farreach_runtime::World;

/// A comparison of a word (left) with a value (right). The numbers are those of C's `SHMEM_CMP_…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Equal.
    Eq = 1,
    /// Not equal.
    Ne = 2,
    /// Less.
    Lt = 5,
    /// Less or equal.
    Le = 6,
    /// Greater.
    Gt = 3,
    /// Greater or equal.
    Ge = 4,
}

impl Compare {
    /// Whether the comparison of `word` with `value` holds.
    #[inline]
    pub fn holds<T: PartialOrd + Copy>(self, word: T, value: T) -> bool {
        match self {
            Compare::Eq => word == value,
            Compare::Ne => word != value,
            Compare::Lt => word < value,
            Compare::Le => word <= value,
            Compare::Gt => word > value,
            Compare::Ge => word >= value,
        }
    }
}

/// Waits until the comparison of the word that `load` loads with `value` holds. Returns the word.
/// `what` is the wait's name in errors.
#[inline]
pub fn wait_until<T: PartialOrd + Copy>(
    world: &World,
    what: &'static str,
    load: impl Fn() -> T,
    compare: Compare,
    value: T,
) -> T {
    let look = move || {
        let word = load();
        compare.holds(word, value).then_some(word)
    };
    wait_for(world, what, look)
}

/// Waits until `look` returns a value, and returns it. `look` inspects this process's own memory.
/// `what` is the wait's name in errors.
#[inline]
pub fn wait_for<R>(world: &World, what: &'static str, mut look: impl FnMut() -> Option<R>) -> R {
    match look() {
        Some(found) => found,
        None => go_on(world, what, look),
    }
}

/// Out of line, so that a wait that succeeds at the first look keeps everything in registers.
#[cold]
#[inline(never)]
fn go_on<R>(world: &World, what: &'static str, mut look: impl FnMut() -> Option<R>) -> R {
    let mut found = None;
    world.wait_until(what, || {
        found = look();
        found.is_some()
    });
    found.expect("the wait ended")
}

/// Several words to test together: the indices that count, and a function that tests the word of an
/// index.
#[derive(Clone, Copy, Debug)]
pub struct Words<A, H> {
    among: A,
    holds: H,
}

impl<A, H, E> Words<A, H>
where
    A: IntoIterator<Item = usize> + Clone,
    H: Fn(usize) -> Result<bool, E>,
{
    /// The words with the indices `among`.
    pub fn new(among: A, holds: H) -> Words<A, H> {
        Words { among, holds }
    }

    fn indices(&self) -> A::IntoIter {
        self.among.clone().into_iter()
    }

    /// Whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.indices().next().is_none()
    }

    /// Whether all words pass the test.
    pub fn all(&self) -> Result<bool, E> {
        for at in self.indices() {
            if !(self.holds)(at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first word that passes the test.
    pub fn first(&self) -> Result<Option<usize>, E> {
        for at in self.indices() {
            if (self.holds)(at)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Waits until `find` finds something among the words, and returns it. `None` if there are no
    /// indices. `what` is the wait's name in errors.
    pub fn wait<R>(
        &self,
        world: &World,
        what: &'static str,
        find: impl Fn(&Self) -> Result<Option<R>, E>,
    ) -> Result<Option<R>, E> {
        if self.is_empty() {
            return Ok(None);
        }
        wait_for(world, what, || find(self).transpose()).map(Some)
    }

    /// Calls `found` for each word that passes the test. Returns their number.
    pub fn each(&self, mut found: impl FnMut(usize)) -> Result<usize, E> {
        let mut count = 0;
        for at in self.indices() {
            if (self.holds)(at)? {
                found(at);
                count += 1;
            }
        }
        Ok(count)
    }
}
