//! Inline data of posted requests. It is stored apart from the requests, so that requests stay
//! small.

use alloc::vec::Vec;

use farreach_verbs::InlineData;

/// Reused buffers. There are as many as were ever in use at once.
#[derive(Default)]
pub(crate) struct InlineStore {
    buffers: Vec<[u8; InlineData::MAX]>,
    free: Vec<u32>,
}

impl InlineStore {
    #[inline]
    pub(crate) fn store(&mut self, bytes: &[u8]) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.buffers.push([0; InlineData::MAX]);
            self.buffers.len() as u32 - 1
        });
        self.buffers[index as usize][..bytes.len()].copy_from_slice(bytes);
        index
    }

    /// A buffer. The caller knows how many of its bytes are data.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &[u8; InlineData::MAX] {
        &self.buffers[index as usize]
    }

    #[inline]
    pub(crate) fn release(&mut self, index: u32) {
        self.free.push(index);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.buffers.capacity() * InlineData::MAX + self.free.capacity() * size_of::<u32>()
    }
}
