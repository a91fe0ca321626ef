//! Who a process exchanges data with in neighbourhood collectives.

/// The neighbours of a process, in the order of its buffers. `None` is no process: nothing is sent to
/// it or received from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// The processes that send to this one.
    pub sources: Vec<Option<u32>>,
    /// The processes that this one sends to.
    pub destinations: Vec<Option<u32>>,
    /// Whether the neighbours are those of a grid: below and above in each dimension.
    pub are_of_grid: bool,
}

impl Neighbours {
    /// The places of the sources in the order in which a process that is several of them sends.
    ///
    /// Processes send to their neighbours one after the other. In a grid a process that is both below
    /// and above another one sends downwards first, and that message comes from above.
    pub fn expected(&self) -> impl Iterator<Item = usize> + '_ {
        let other_end = usize::from(self.are_of_grid);
        (0..self.sources.len()).map(move |place| place ^ other_end)
    }
}
