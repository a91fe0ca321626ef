//! Objects that stay when their handle is freed, as long as other objects use them: error handlers, and keys of
//! attributes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What a table has for such an object. The last user of the object removes the table's entry, by the object's
/// `Drop`.
#[derive(Debug)]
pub(crate) struct Held<T>(Mutex<Share<T>>);

#[derive(Debug)]
struct Share<T> {
    /// How often the program must free the handle.
    handles: u32,
    /// The share of the handles.
    own: Option<Arc<T>>,
    used: Weak<T>,
}

impl<T> Held<T> {
    /// An object with one handle.
    pub(crate) fn new(object: T) -> Held<T> {
        let object = Arc::new(object);
        Held(Mutex::new(Share {
            handles: 1,
            used: Arc::downgrade(&object),
            own: Some(object),
        }))
    }

    fn share(&self) -> MutexGuard<'_, Share<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object, unless its handles were freed and nothing uses it.
    pub(crate) fn get(&self) -> Option<Arc<T>> {
        self.share().used.upgrade()
    }

    /// Gives the program a handle once more.
    pub(crate) fn name_again(&self, object: &Arc<T>) {
        let mut share = self.share();
        share.handles += 1;
        share.own = Some(Arc::clone(object));
    }

    /// Frees a handle. Returns whether there was one.
    pub(crate) fn free(&self) -> bool {
        let mut share = self.share();
        let Some(left) = share.handles.checked_sub(1) else {
            return false;
        };
        share.handles = left;
        let own = share.own.take_if(|_| left == 0);
        // The object's `Drop` comes back to the table.
        drop(share);
        drop(own);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Held;

    #[test]
    fn an_object_stays_while_it_has_a_handle_or_is_used() {
        let held = Held::new(5);
        let used = held.get().expect("it has a handle");
        assert!(held.free());
        assert!(!held.free(), "there was one handle");
        assert_eq!(held.get().as_deref(), Some(&5));
        held.name_again(&used);
        drop(used);
        assert_eq!(held.get().as_deref(), Some(&5));
        assert!(held.free());
        assert_eq!(held.get(), None);
    }
}
