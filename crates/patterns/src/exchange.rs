//! A pattern for a number of processes.

use std::collections::BTreeSet;
use std::sync::Arc;

use strum::{Display, EnumIter, EnumString, IntoEnumIterator, VariantNames};
use thiserror::Error;

use crate::{Places, Recorded, Sums, all, grid, nas};

/// A pattern of exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, EnumIter, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Pattern {
    /// NAS, conjugate gradient: sums over a row of processes, then the transposed process.
    Cg,
    /// NAS, multigrid: faces of a periodic cube on all grids, also those with fewer points than processes.
    Mg,
    /// NAS, embarrassingly parallel: sums over all.
    Ep,
    /// NAS, lower-upper Gauss-Seidel: neighbours in a grid.
    Lu,
    /// NAS, scalar pentadiagonal: multipartition.
    Sp,
    /// NAS, block tridiagonal: multipartition.
    Bt,
    /// NAS, Fourier transform: the transpose, pairwise.
    Ft,
    /// NAS, integer sort: sums over all, then keys to all, by distance.
    Is,
    /// All with all, by distance.
    AllToAll,
    /// Force decomposition with dynamic balance: every process touches the blocks of all, its own included.
    LennardJones,
    /// Searches of a graph whose vertices are spread over all.
    #[strum(serialize = "graph500")]
    Graph500,
    /// Random updates of a table that is spread over all.
    RandomAccess,
    /// Process 0 to each other in turn.
    OneToAll,
    /// All others to process 0, at once.
    AllToOne,
    /// All others draw numbers from a counter of process 0, as many as `degree` says.
    Counter,
    /// Random permutations: each process with as many others as `degree` says.
    ManyToMany,
    /// Heat in a plate: four neighbours, without wrapping around, then sums over all.
    Heat2d,
    /// Four neighbours in a plane, without wrapping around.
    #[strum(serialize = "stencil2d")]
    Stencil2d,
    /// Six neighbours in space, without wrapping around.
    #[strum(serialize = "stencil3d")]
    Stencil3d,
    /// The 26 neighbours in space, without wrapping around: faces, edges and corners.
    #[strum(serialize = "ghost3d")]
    Ghost3d,
    /// Patches of space with a cut-off of one patch, dealt out in blocks.
    Patches,
    /// Dense LU factorisation: blocks of the own row and of the own column of processes.
    DenseLu,
}

/// The size of a NAS benchmark.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, EnumIter, VariantNames,
)]
pub enum Class {
    /// Sample.
    S,
    /// Workstation.
    W,
    /// Small.
    A,
    /// Medium.
    B,
    /// Large.
    #[default]
    C,
    /// Larger.
    D,
}

/// What a pattern may be told beside the number of processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of a NAS benchmark.
    pub class: Class,
    /// The algorithm of sums over all.
    pub sums: Sums,
    /// The grid of processes (or of patches), the slowest dimension first. Without it the grid is
    /// as near to a square or a cube as it can be.
    pub grid: Option<Vec<u32>>,
    /// The number of partners of `many-to-many`, and of numbers that a process draws from the `counter`.
    pub degree: u32,
    /// The seed of `many-to-many`.
    pub seed: u64,
    /// The bytes of a message, where the pattern is no benchmark whose classes say so.
    pub bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            class: Class::C,
            sums: Sums::RecursiveDoubling,
            grid: None,
            degree: 32,
            seed: 1,
            bytes: 8 << 10,
        }
    }
}

/// Why a number of processes can't do a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// The number of processes is of the wrong kind.
    #[error("{pattern} needs as many processes as {needs}, and there are {size}")]
    Size {
        /// The pattern.
        pattern: Pattern,
        /// What the number must be.
        needs: String,
        /// Processes.
        size: u32,
    },
    /// The grid doesn't have as many places as there are processes.
    #[error("{pattern} has a grid of {grid} for {size} processes: the product has to be {size}")]
    Grid {
        /// The pattern.
        pattern: Pattern,
        /// The grid.
        grid: String,
        /// Processes.
        size: u32,
    },
    /// The grid has the wrong number of dimensions.
    #[error("{pattern} has a grid of {wanted} dimensions, and {grid} has {given}")]
    Dimensions {
        /// The pattern.
        pattern: Pattern,
        /// The grid.
        grid: String,
        /// Dimensions that the pattern has. 0 if it has no grid.
        wanted: usize,
        /// Dimensions of the grid.
        given: usize,
    },
    /// A recorded pattern has its own number of processes.
    #[error(
        "the recorded pattern is of {recorded} processes, and not of {size}: leave out --processes, or give several files to project"
    )]
    RecordedSize {
        /// Processes of the run.
        recorded: u32,
        /// Processes.
        size: u32,
    },
    /// A recorded pattern lacks what the processes of a node did.
    #[error(
        "the recorded pattern is of a run on {recorded} nodes, and not on {nodes}: processes of one node are not recorded; leave out \
         --nodes and --ppn, or record a run with a node for each process"
    )]
    RecordedNodes {
        /// Nodes of the run.
        recorded: u32,
        /// Nodes.
        nodes: u32,
    },
}

/// What a process does in a step toward the process that the step leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// It sends a message, which the other awaits in the same step.
    #[default]
    Message,
    /// It updates a word of the other atomically, and waits for the old value. The other takes no part.
    Update,
}

/// One step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whom it sends to.
    pub to: Option<u32>,
    /// From whom it receives.
    pub from: Option<u32>,
    /// Bytes of a message.
    pub bytes: u64,
    /// What is done toward `to`.
    pub kind: Kind,
}

impl Step {
    pub(crate) const NOTHING: Step = Step {
        to: None,
        from: None,
        bytes: 0,
        kind: Kind::Message,
    };

    /// A message to one, and another from one.
    pub(crate) fn messages(to: Option<u32>, from: Option<u32>, bytes: u64) -> Step {
        let kind = Kind::Message;
        Step {
            to,
            from,
            bytes,
            kind,
        }
    }

    pub(crate) fn with(partner: u32, bytes: u64) -> Step {
        Step::messages(Some(partner), Some(partner), bytes)
    }

    pub(crate) fn to(partner: u32, bytes: u64) -> Step {
        Step::messages(Some(partner), None, bytes)
    }

    pub(crate) fn from(partner: u32, bytes: u64) -> Step {
        Step::messages(None, Some(partner), bytes)
    }

    pub(crate) fn update(partner: u32) -> Step {
        Step {
            to: Some(partner),
            from: None,
            bytes: 8,
            kind: Kind::Update,
        }
    }
}

/// Where steps are from.
#[derive(Clone, Debug)]
enum Source {
    Pattern(Pattern),
    Recorded(Arc<Recorded>),
}

/// A pattern that fits a number of processes.
#[derive(Clone, Debug)]
pub struct Exchange {
    source: Source,
    pub(crate) places: Places,
    pub(crate) options: Options,
    /// The grid of processes or of patches. Empty for patterns without one.
    pub(crate) grid: Vec<u32>,
}

impl Pattern {
    /// All patterns.
    pub fn all() -> impl Iterator<Item = Pattern> {
        Pattern::iter()
    }

    /// What a number of processes must be.
    pub fn needs(self, class: Class) -> String {
        match self {
            Pattern::Cg | Pattern::Lu | Pattern::Mg | Pattern::Ep | Pattern::Is => {
                "a power of two".to_owned()
            }
            Pattern::Ft => format!(
                "a power of two up to {} (the planes of class {class})",
                nas::ft_planes(class)
            ),
            Pattern::Sp | Pattern::Bt => "a square: 4, 9, 16, 25".to_owned(),
            Pattern::ManyToMany => "3 or more".to_owned(),
            _ => "2 or more".to_owned(),
        }
    }

    fn fits(self, size: u32, class: Class) -> bool {
        let is_power = size >= 2 && size.is_power_of_two();
        match self {
            Pattern::Cg | Pattern::Lu | Pattern::Mg | Pattern::Ep | Pattern::Is => is_power,
            Pattern::Ft => is_power && size <= nas::ft_planes(class),
            Pattern::Sp | Pattern::Bt => size >= 4 && size.isqrt().pow(2) == size,
            Pattern::ManyToMany => size >= 3,
            _ => size >= 2,
        }
    }

    /// The dimensions of the pattern's grid that may be chosen. 0 if it has none.
    fn dimensions(self) -> usize {
        match self {
            Pattern::Heat2d | Pattern::Stencil2d | Pattern::DenseLu => 2,
            Pattern::Stencil3d | Pattern::Ghost3d | Pattern::Patches => 3,
            _ => 0,
        }
    }

    /// Whether every process exchanges with every other.
    pub fn is_complete(self) -> bool {
        matches!(
            self,
            Pattern::Is
                | Pattern::Ft
                | Pattern::AllToAll
                | Pattern::LennardJones
                | Pattern::Graph500
                | Pattern::RandomAccess
        )
    }
}

impl Exchange {
    /// A pattern for the processes of a placement.
    pub fn new(pattern: Pattern, places: Places, options: Options) -> Result<Exchange, Misfit> {
        let size = places.size();
        if !pattern.fits(size, options.class) {
            return Err(Misfit::Size {
                pattern,
                needs: pattern.needs(options.class),
                size,
            });
        }
        let wanted = pattern.dimensions();
        let grid = match &options.grid {
            Some(grid) => {
                let text = grid::text(grid);
                if grid.len() != wanted {
                    return Err(Misfit::Dimensions {
                        pattern,
                        grid: text,
                        wanted,
                        given: grid.len(),
                    });
                }
                let product: u64 = grid.iter().map(|&side| u64::from(side)).product();
                // Patches are dealt out to the processes.
                let is_right = if pattern == Pattern::Patches {
                    product >= u64::from(size)
                } else {
                    product == u64::from(size)
                };
                if !is_right {
                    return Err(Misfit::Grid {
                        pattern,
                        grid: text,
                        size,
                    });
                }
                grid.clone()
            }
            None if pattern == Pattern::Patches => grid::patches_for(size),
            None => grid::balanced(size, wanted),
        };
        Ok(Exchange {
            source: Source::Pattern(pattern),
            places,
            options,
            grid,
        })
    }

    /// A recorded pattern, for the placement of its run. Another placement of as many processes fits
    /// if each process of the run had a node of its own.
    pub fn recorded(recorded: Arc<Recorded>, places: Places) -> Result<Exchange, Misfit> {
        let of_run = recorded.places();
        if of_run.size() != places.size() {
            return Err(Misfit::RecordedSize {
                recorded: of_run.size(),
                size: places.size(),
            });
        }
        if of_run != places && of_run.nodes() < of_run.size() {
            return Err(Misfit::RecordedNodes {
                recorded: of_run.nodes(),
                nodes: places.nodes(),
            });
        }
        Ok(Exchange {
            source: Source::Recorded(recorded),
            places,
            options: Options {
                sums: Sums::None,
                ..Options::default()
            },
            grid: Vec::new(),
        })
    }

    /// The pattern's name, or that of the program that was recorded.
    pub fn name(&self) -> String {
        match &self.source {
            Source::Pattern(pattern) => pattern.to_string(),
            Source::Recorded(recorded) => recorded.program().to_owned(),
        }
    }

    /// Whether it is known without taking steps that every process exchanges with every other.
    pub fn is_complete(&self) -> bool {
        matches!(self.source, Source::Pattern(pattern) if pattern.is_complete())
    }

    /// Where the processes are.
    pub fn places(&self) -> Places {
        self.places
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The grid as text, such as `8x8`. Empty for patterns without one.
    pub fn grid_text(&self) -> String {
        grid::text(&self.grid)
    }

    /// The exchange with another size of a NAS benchmark, which other patterns don't have.
    #[must_use]
    pub fn of_class(mut self, class: Class) -> Exchange {
        self.options.class = class;
        self
    }

    /// The steps of a process. All processes have as many.
    pub fn steps(&self, rank: u32) -> Vec<Step> {
        let size = self.places.size();
        assert!(rank < size, "rank {rank} of {size}");
        let pattern = match &self.source {
            Source::Pattern(pattern) => *pattern,
            Source::Recorded(recorded) => return recorded.steps(rank).to_vec(),
        };
        match pattern {
            Pattern::Cg
            | Pattern::Mg
            | Pattern::Ep
            | Pattern::Lu
            | Pattern::Sp
            | Pattern::Bt
            | Pattern::Ft
            | Pattern::Is => nas::steps(self, pattern, rank),
            Pattern::AllToAll
            | Pattern::LennardJones
            | Pattern::Graph500
            | Pattern::RandomAccess => all::by_distance(rank, size, self.options.bytes),
            Pattern::OneToAll => all::spokes(rank, size, self.options.bytes, true),
            Pattern::AllToOne => all::spokes(rank, size, self.options.bytes, false),
            Pattern::Counter => all::counter(rank, self.options.degree),
            Pattern::ManyToMany => all::many_to_many(self, rank),
            Pattern::Heat2d => {
                let mut steps = grid::faces(self, rank);
                steps.extend(self.sums(rank, 8));
                steps
            }
            Pattern::Stencil2d | Pattern::Stencil3d => grid::faces(self, rank),
            Pattern::Ghost3d => grid::around(self, rank),
            Pattern::Patches => grid::patches(self, rank),
            Pattern::DenseLu => grid::rows_and_columns(self, rank),
        }
    }

    /// The processes that `rank` exchanges with, those of its node too.
    pub fn peers(&self, rank: u32) -> BTreeSet<u32> {
        let steps = self.steps(rank);
        let ends = steps.iter().flat_map(|step| [step.to, step.from]);
        ends.flatten().collect()
    }

    /// Whether a process touches memory of its own node by way of the node's server, as the global
    /// arrays of `lennard-jones` do.
    pub fn touches_own_node(&self) -> bool {
        matches!(self.source, Source::Pattern(Pattern::LennardJones))
    }

    /// The parent of each process in a tree over pairs of the pattern: messages along it need no
    /// connection that the pattern does not need. A process that the pattern does not join with
    /// process 0 has process 0 as its parent, and process 0 has none.
    pub fn tree(&self) -> Vec<Option<u32>> {
        let size = self.places.size() as usize;
        let mut parents = vec![None; size];
        let mut seen = vec![false; size];
        let mut found = vec![0];
        seen[0] = true;
        let mut next = 0;
        while let Some(&rank) = found.get(next) {
            next += 1;
            for peer in self.peers(rank) {
                if !std::mem::replace(&mut seen[peer as usize], true) {
                    parents[peer as usize] = Some(rank);
                    found.push(peer);
                }
            }
        }
        for (parent, _) in parents.iter_mut().zip(&seen).filter(|(_, seen)| !**seen) {
            *parent = Some(0);
        }
        parents
    }

    /// The steps of one sum of `bytes` over all processes.
    pub(crate) fn sums(&self, rank: u32, bytes: u64) -> Vec<Step> {
        self.options.sums.steps(rank, self.places, bytes)
    }
}
