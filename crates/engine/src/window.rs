//! The numbers of the operations that have ended. A caller can wait for the operations before a
//! mark, and not for later ones.

use alloc::collections::VecDeque;

/// Operations by number, starting with the oldest that has not ended.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// The number of the first entry.
    base: u64,
    /// Whether each operation has ended.
    ended: VecDeque<bool>,
    /// The number of operations that have ended.
    count: u64,
}

impl Window {
    /// Begins an operation. Returns its number.
    pub(crate) fn begin(&mut self) -> u64 {
        self.ended.push_back(false);
        self.begun() - 1
    }

    /// The number of operations that have begun.
    pub(crate) fn begun(&self) -> u64 {
        self.base + self.ended.len() as u64
    }

    /// The number of operations that have ended.
    pub(crate) fn ended(&self) -> u64 {
        self.count
    }

    /// Ends the operation with this number.
    pub(crate) fn end(&mut self, number: u64) {
        let entry = &mut self.ended[(number - self.base) as usize];
        assert!(!*entry, "operation {number} ended twice");
        *entry = true;
        self.count += 1;
        while self.ended.front() == Some(&true) {
            self.ended.pop_front();
            self.base += 1;
        }
    }

    /// Whether all operations with numbers below `mark` have ended.
    pub(crate) fn is_done_before(&self, mark: u64) -> bool {
        self.base >= mark
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn later_operations_do_not_hold_up_earlier_marks() {
        let mut window = Window::default();
        let numbers: Vec<u64> = (0..5).map(|_| window.begin()).collect();
        let mark = window.begun();
        let later = window.begin();
        for number in [3, 0, 4, 1] {
            window.end(numbers[number]);
            assert!(!window.is_done_before(mark));
        }
        window.end(numbers[2]);
        assert!(window.is_done_before(mark));
        assert!(!window.is_done_before(window.begun()));
        window.end(later);
        assert!(window.is_done_before(window.begun()));
        assert_eq!(window.ended(), 6);
    }
}
