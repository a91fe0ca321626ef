//! Waits for several words of this PE's own memory: for all of them, for any, or for some.
//!
//! `among` lists the indices of the elements to test: `0..n`, for example, or those that have not
//! arrived yet. The `vector` forms compare each element with the value of the same index.

use farreach_openshmem::Words;

use crate::initiator::Base;
use crate::{AtomicWord, Compare, Error, Initiator, Symmetric};

/// The indices of the elements to test.
pub trait Among: IntoIterator<Item = usize> + Clone {}

impl<I: IntoIterator<Item = usize> + Clone> Among for I {}

impl<W: Base> Initiator<W> {
    /// Waits until the comparison with `value` holds for all elements.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let flags = pe.alloc::<u32>(4)?;
    /// for at in 0..4 {
    ///     pe.put(flags.at(at).on(0), 1)?;
    /// }
    /// pe.wait_until_all(&flags, 0..4, Compare::Eq, 1)?;
    /// assert!(pe.test_all(&flags, [1, 3], Compare::Ge, 1)?);
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn wait_until_all<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<(), Error> {
        let mut among = among.into_iter();
        among.try_for_each(|at| self.await_word("wait_until_all", object.at(at), compare, value))
    }

    /// [`Initiator::wait_until_all`] with a value for each element.
    pub fn wait_until_all_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<(), Error> {
        among.into_iter().try_for_each(|at| {
            let value = self.value(values, at)?;
            self.await_word("wait_until_all_vector", object.at(at), compare, value)
        })
    }

    /// Waits until the comparison with `value` holds for any element. Returns its index. `None` if
    /// there are no elements.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let flags = pe.alloc::<u64>(4)?;
    /// pe.put(flags.at(2).on(0), 7)?;
    /// assert_eq!(pe.wait_until_any(&flags, 0..4, Compare::Ne, 0)?, Some(2));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn wait_until_any<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<Option<usize>, Error> {
        let function = "wait_until_any";
        let words = self.words(function, object, among, compare, |_| Ok(value));
        words.wait(self.world(), function, Words::first)
    }

    /// [`Initiator::wait_until_any`] with a value for each element.
    pub fn wait_until_any_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<Option<usize>, Error> {
        let function = "wait_until_any_vector";
        let words = self.words(function, object, among, compare, |at| {
            self.value(values, at)
        });
        words.wait(self.world(), function, Words::first)
    }

    /// Waits until the comparison with `value` holds for at least one element. Returns all such
    /// indices. Returns an empty list if there are no elements.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let flags = pe.alloc::<i32>(4)?;
    /// pe.put(flags.at(0).on(0), -1)?;
    /// pe.put(flags.at(3).on(0), -1)?;
    /// assert_eq!(pe.wait_until_some(&flags, 0..4, Compare::Lt, 0)?, [0, 3]);
    /// assert!(pe.test_some(&flags, 1..3, Compare::Lt, 0)?.is_empty());
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn wait_until_some<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<Vec<usize>, Error> {
        let function = "wait_until_some";
        let words = self.words(function, object, among, compare, |_| Ok(value));
        let found = words.wait(self.world(), function, |words| {
            let found = list(words)?;
            Ok((!found.is_empty()).then_some(found))
        })?;
        Ok(found.unwrap_or_default())
    }

    /// [`Initiator::wait_until_some`] with a value for each element.
    pub fn wait_until_some_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<Vec<usize>, Error> {
        let function = "wait_until_some_vector";
        let words = self.words(function, object, among, compare, |at| {
            self.value(values, at)
        });
        let found = words.wait(self.world(), function, |words| {
            let found = list(words)?;
            Ok((!found.is_empty()).then_some(found))
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Whether the comparison with `value` holds for all elements. Makes progress as well.
    ///
    /// Example: [`Initiator::wait_until_all`].
    pub fn test_all<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<bool, Error> {
        self.world().poll();
        self.words("test_all", object, among, compare, |_| Ok(value))
            .all()
    }

    /// [`Initiator::test_all`] with a value for each element.
    ///
    /// ```
    /// use farreach::shmem::{self, Compare};
    ///
    /// let pe = shmem::init()?;
    /// let counts = pe.alloc::<u64>(3)?;
    /// pe.put_slice(counts.on(0), &[4, 5, 6])?;
    /// assert!(pe.test_all_vector(&counts, 0..3, Compare::Eq, &[4, 5, 6])?);
    /// assert_eq!(pe.test_any_vector(&counts, 0..3, Compare::Lt, &[4, 5, 9])?, Some(2));
    /// let error = pe.test_all_vector(&counts, 0..3, Compare::Eq, &[4, 5]).unwrap_err();
    /// assert!(error.to_string().contains("2 values"));
    /// # pe.finalize()?;
    /// # Ok::<(), shmem::Error>(())
    /// ```
    pub fn test_all_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<bool, Error> {
        self.world().poll();
        self.words("test_all_vector", object, among, compare, |at| {
            self.value(values, at)
        })
        .all()
    }

    /// The index of an element for which the comparison with `value` holds. `None` if there is
    /// none. Makes progress as well.
    ///
    /// Example: [`Initiator::test_all_vector`].
    pub fn test_any<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<Option<usize>, Error> {
        self.world().poll();
        self.words("test_any", object, among, compare, |_| Ok(value))
            .first()
    }

    /// [`Initiator::test_any`] with a value for each element.
    pub fn test_any_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<Option<usize>, Error> {
        self.world().poll();
        self.words("test_any_vector", object, among, compare, |at| {
            self.value(values, at)
        })
        .first()
    }

    /// The indices of all elements for which the comparison with `value` holds. Makes progress as
    /// well.
    ///
    /// Example: [`Initiator::wait_until_some`].
    pub fn test_some<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        value: T,
    ) -> Result<Vec<usize>, Error> {
        self.world().poll();
        list(&self.words("test_some", object, among, compare, |_| Ok(value)))
    }

    /// [`Initiator::test_some`] with a value for each element.
    pub fn test_some_vector<T: AtomicWord>(
        &self,
        object: &Symmetric<T>,
        among: impl Among,
        compare: Compare,
        values: &[T],
    ) -> Result<Vec<usize>, Error> {
        self.world().poll();
        list(
            &self.words("test_some_vector", object, among, compare, |at| {
                self.value(values, at)
            }),
        )
    }

    fn words<T: AtomicWord, A: Among>(
        &self,
        function: &'static str,
        object: &Symmetric<T>,
        among: A,
        compare: Compare,
        value: impl Fn(usize) -> Result<T, Error>,
    ) -> Words<A, impl Fn(usize) -> Result<bool, Error>> {
        let object = *object;
        Words::new(among, move |at| {
            let word = self.own_word(function, object.at(at))?;
            Ok(compare.holds(word.get(), value(at)?))
        })
    }

    fn value<T: Copy>(&self, values: &[T], at: usize) -> Result<T, Error> {
        values.get(at).copied().ok_or_else(|| Error::Mismatch {
            rank: self.world().rank(),
            what: format!(
                "element {at} is to be compared, but there are {} values, for elements from 0 on",
                values.len()
            ),
        })
    }
}

/// The indices of all words that pass the test.
fn list<A: Among>(
    words: &Words<A, impl Fn(usize) -> Result<bool, Error>>,
) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    words.each(|at| found.push(at))?;
    Ok(found)
}
