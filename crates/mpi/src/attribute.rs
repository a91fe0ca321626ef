//! Values that a program attaches to objects, by keys.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Result;

/// A function of the program that decides whether a value is copied: it gets the value, and returns the
/// copy's.
pub type Copies = Box<dyn Fn(usize) -> Result<Option<usize>> + Send + Sync>;
/// A function of the program that is told when a value is deleted.
pub type Deletes = Box<dyn Fn(usize) -> Result<()> + Send + Sync>;

/// A key of attributes.
pub struct Keyval {
    /// The number by which the language's library knows the key.
    pub number: i32,
    /// Called with the object's handle when the object is copied.
    pub copies: Box<dyn Fn(i64) -> Copies + Send + Sync>,
    /// Called with the object's handle when the value is deleted.
    pub deletes: Box<dyn Fn(i64) -> Deletes + Send + Sync>,
}

impl fmt::Debug for Keyval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keyval").field(&self.number).finish()
    }
}

/// The attributes of an object, in the order in which they were set.
#[derive(Debug, Default)]
pub struct Attributes(Mutex<Vec<(Arc<Keyval>, usize)>>);

impl Attributes {
    fn all(&self) -> MutexGuard<'_, Vec<(Arc<Keyval>, usize)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: i32) -> Option<(Arc<Keyval>, usize)> {
        let all = self.all();
        all.iter().find(|(other, _)| other.number == key).cloned()
    }

    /// The value of a key.
    pub fn get(&self, key: i32) -> Option<usize> {
        self.find(key).map(|(_, value)| value)
    }

    /// Sets the value of a key. `object` is the object's handle. The function for deleted values gets
    /// an earlier value.
    pub fn set(&self, object: i64, key: &Arc<Keyval>, value: usize) -> Result<()> {
        if let Some((_, earlier)) = self.find(key.number) {
            (key.deletes)(object)(earlier)?;
        }
        let mut all = self.all();
        match all.iter_mut().find(|(other, _)| other.number == key.number) {
            Some((_, earlier)) => *earlier = value,
            None => all.push((Arc::clone(key), value)),
        }
        Ok(())
    }

    /// Deletes the value of a key. Returns whether there was one.
    pub fn delete(&self, object: i64, key: i32) -> Result<bool> {
        let Some((key, value)) = self.find(key) else {
            return Ok(false);
        };
        (key.deletes)(object)(value)?;
        self.all().retain(|(other, _)| other.number != key.number);
        Ok(true)
    }

    /// Deletes all values, the last one first.
    pub fn delete_all(&self, object: i64) -> Result<()> {
        loop {
            let last = self.all().last().map(|(key, _)| key.number);
            let Some(key) = last else {
                return Ok(());
            };
            self.delete(object, key)?;
        }
    }

    /// Gives all values to another object.
    pub fn give(self, into: &Attributes) {
        let all = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        into.all().extend(all);
    }

    /// Copies the values that their keys want to be copied.
    pub fn copy_to(&self, object: i64, copy: &Attributes) -> Result<()> {
        let all = self.all().clone();
        for (key, value) in all {
            if let Some(value) = (key.copies)(object)(value)? {
                copy.all().push((key, value));
            }
        }
        Ok(())
    }
}
