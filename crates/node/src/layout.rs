//! The layout of a node's arena, and the header that describes it.
//!
//! ```text
//!  0 ┌─────────────────────────────────────────────────────────────────┐
//!    │ header: 1 page                                                   │
//!    │    0 magic "FARREACH"     8 version u32      12 sections u32     │
//!    │   16 total bytes u64     24 job size u32     28 nodes u32        │
//!    │   32 node u32            36 first rank u32   40 local size u32   │
//!    │   44 host size u32       48 internal u64     56 heap u64         │
//!    │   64 globals u64         72 has table u32                        │
//!    │   80 section table: {kind u32, 0 u32, offset u64, len u64} × sections
//!    ├─────────────────────────────────────────────────────────────────┤ each section
//!    │ 1 directory: 64 B of words, then 32 B per rank of the JOB        │ begins on a page
//!    ├─────────────────────────────────────────────────────────────────┤
//!    │ 2 process control blocks: 128 B per process of this node         │
//!    ├─────────────────────────────────────────────────────────────────┤ 2 MiB boundary
//!    │ 3 segments: per process, at a fixed stride                       │ if large
//!    │     internal area │ symmetric heap │ globals │ pad               │ sparse
//!    │     at its end the locks of accumulates (`accumulate.rs`): 32 KiB │
//!    ├─────────────────────────────────────────────────────────────────┤
//!    │ 4 XRC domain: 64 B of words, then 64 B per process               │
//!    ├─────────────────────────────────────────────────────────────────┤
//!    │ 5 inbound rings: 128 KiB and 128 B per process                   │ sparse
//!    ├─────────────────────────────────────────────────────────────────┤
//!    │ 6 placement: the table of `placement.rs`, if there is one         │
//!    └─────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Numbers are in the node's byte order. Sections are found by their kind, so a later version can
//! add sections without moving the others. Unknown kinds are ignored. `shared.rs` describes the
//! words inside the sections.

use thiserror::Error;

use crate::accumulate::{LOCKS_BYTES, Striped};
use crate::placement::{Placement, WORD_BYTES, even_block, table_words};
use crate::ring::Ring;
use crate::shared::{DirectoryControl, DirectoryEntry, DomainControl, ProcessControl};

/// Sections begin on a multiple of this. 64 KiB is the largest page size of the supported machines:
/// some aarch64 kernels use it.
pub(crate) const PAGE: u64 = 64 << 10;
/// Large segments begin on a multiple of this, both in the arena and in the address space. The
/// kernel can then map huge pages, and an offset is aligned if its address is. This is also the
/// largest alignment that a program can ask for.
pub const SEGMENT_ALIGN: u64 = 16 << 20;
/// Bytes of the header.
pub(crate) const HEADER_BYTES: usize = 4096;
/// Bytes of data of an inbound ring.
pub(crate) const RING_DATA: u64 = 128 << 10;
/// The number of lines of a box of messages. With the line before them they fill a page.
pub(crate) const BOX_LINES: u64 = 63;
/// The most lines of a message in a box, beside its first: 312 bytes. Longer messages lie behind the lines in one piece, which
/// is copied faster, and are matched where they lie. A quarter of the lines may be free without the writer knowing, and the
/// longest message must fit into the rest.
pub(crate) const BOX_MESSAGE_LINES: usize = 4;
/// The most bytes of a message in a box or a ring: 16 KiB and a head.
pub(crate) const BOX_MESSAGE_MAX: usize = (16 << 10) + 96;
/// Bytes behind the lines of a box, for messages that are longer than its lines may hold. A quarter
/// may be free without the writer knowing, and less than the longest message stays unused at the end.
pub(crate) const BOX_LONG: u64 = 128 << 10;
/// A pair of processes that has exchanged so many messages gets a box.
pub(crate) const TALKS: u32 = 8;
/// Each ring begins on a page boundary.
const RING_ALIGN: u64 = 4096;

const MAGIC: [u8; 8] = *b"FARREACH";
const VERSION: u32 = 12;
const TABLE: usize = 80;
const TABLE_ENTRY: usize = 24;
const SECTIONS_MAX: usize = (HEADER_BYTES - TABLE) / TABLE_ENTRY;

/// The most processes of a job.
pub const JOB_SIZE_MAX: u32 = 1 << 24;
/// The most processes of a node.
pub const LOCAL_SIZE_MAX: u32 = 1 << 16;
/// The most bytes of an arena. A process on x86-64 can map this much and has address space left.
pub const ARENA_BYTES_MAX: u64 = 1 << 46;

/// The parameters of an arena's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaLayout {
    /// Processes of the job, on all nodes.
    pub job_size: u32,
    /// Nodes of the job.
    pub nodes: u32,
    /// This node.
    pub node: u32,
    /// The lowest rank of this node.
    pub first_rank: u32,
    /// Processes of this node.
    pub local_size: u32,
    /// Processes of the job on this host. The number exceeds `local_size` if the host has several
    /// virtual nodes. Waiters spin only if the host has a core for each of these processes.
    pub host_size: u32,
    /// Bytes of each process's internal area, which holds the runtime's symmetric words, and at its
    /// end the locks of accumulates ([`LOCKS_BYTES`]). Rounded up to 64 KiB, and at least that.
    pub internal_bytes: u64,
    /// Bytes of each process's symmetric heap. Rounded up to 64 KiB.
    pub heap_bytes: u64,
    /// Bytes of each process's area for shared variables (see [`crate::Globals`]). Rounded up to 64
    /// KiB.
    pub globals_bytes: u64,
    /// Whether the arena has a table of the placement (see [`crate::Placement`]). If not, the ranks are in even blocks.
    pub has_table: bool,
}

impl ArenaLayout {
    /// The default size of the internal area, enough for the collectives of many sets of processes.
    /// Unused pages stay untouched.
    pub const INTERNAL_BYTES: u64 = 1 << 31;

    /// The layout of `node` if ranks are distributed in even blocks ([`Placement::new`]) and every node
    /// is a host of its own.
    pub fn block(job_size: u32, nodes: u32, node: u32, heap_bytes: u64) -> ArenaLayout {
        let placement = Placement::new(job_size, nodes).expect("a possible placement");
        ArenaLayout::of(&placement, node, heap_bytes)
    }

    /// The layout of `node` in this placement, if every node is a host of its own.
    pub fn of(placement: &Placement, node: u32, heap_bytes: u64) -> ArenaLayout {
        let local_size = placement.local_size(node);
        ArenaLayout {
            job_size: placement.size(),
            nodes: placement.nodes(),
            node,
            first_rank: placement.first_rank(node),
            local_size,
            host_size: local_size,
            internal_bytes: Self::INTERNAL_BYTES,
            heap_bytes,
            globals_bytes: 0,
            has_table: !placement.is_even(),
        }
    }

    /// This layout with `globals_bytes` for the shared variables of each process.
    pub fn with_globals(self, globals_bytes: u64) -> ArenaLayout {
        ArenaLayout {
            globals_bytes,
            ..self
        }
    }
}

/// Why a layout is impossible or a header is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A parameter is out of its range.
    #[error("arena: {what} of {value} is outside {min}..={max}")]
    OutOfRange {
        /// The parameter's name.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The least allowed value.
        min: u64,
        /// The largest allowed value.
        max: u64,
    },
    /// The first bytes are not an arena's magic.
    #[error("not a Farreach arena: the magic number is {found:02x?}")]
    Magic {
        /// The bytes that were found.
        found: [u8; 8],
    },
    /// Another version of Farreach made the arena.
    #[error(
        "arena version {found}, but this program speaks {expected}: use one version of Farreach in a job"
    )]
    Version {
        /// The arena's version.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// The file is shorter than its header says, or too short for a header.
    #[error("arena of {actual} bytes, its header needs {expected}")]
    Size {
        /// The least number of bytes.
        expected: u64,
        /// Bytes of the file.
        actual: u64,
    },
    /// A section is missing, too small or misplaced, or overlaps the header.
    #[error(
        "arena: section {kind} at {offset}, {len} bytes, does not hold {expected} bytes inside {total}"
    )]
    Section {
        /// The section's kind.
        kind: u32,
        /// Its offset, as read.
        offset: u64,
        /// Its bytes, as read.
        len: u64,
        /// The bytes that the section must have.
        expected: u64,
        /// The arena's bytes.
        total: u64,
    },
}

/// The kinds of sections in this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum SectionKind {
    Directory = 1,
    Processes = 2,
    Segments = 3,
    Domain = 4,
    Rings = 5,
    Placement = 6,
}

impl SectionKind {
    const ALL: [SectionKind; 6] = [
        SectionKind::Directory,
        SectionKind::Processes,
        SectionKind::Segments,
        SectionKind::Domain,
        SectionKind::Rings,
        SectionKind::Placement,
    ];
}

/// A section's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) offset: u64,
    pub(crate) len: u64,
}

/// An arena's parameters, and the places of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) layout: ArenaLayout,
    pub(crate) total: u64,
    sections: [Section; SectionKind::ALL.len()],
}

impl Plan {
    /// Checks and rounds the parameters and places the sections.
    pub(crate) fn new(layout: ArenaLayout) -> Result<Plan, LayoutError> {
        let layout = checked(layout)?;
        let mut sections = [Section::default(); SectionKind::ALL.len()];
        let mut end = HEADER_BYTES as u64;
        for (section, kind) in sections.iter_mut().zip(SectionKind::ALL) {
            let align = match kind {
                SectionKind::Segments if is_large(&layout) => SEGMENT_ALIGN,
                _ => PAGE,
            };
            section.offset = end.next_multiple_of(align);
            section.len = needed(&layout, kind);
            end = section.offset + section.len;
        }
        let total = end.next_multiple_of(PAGE);
        if total > ARENA_BYTES_MAX {
            return Err(LayoutError::OutOfRange {
                what: "total size (FARREACH_HEAP and FARREACH_GLOBALS of each rank of the node)",
                value: total,
                min: 0,
                max: ARENA_BYTES_MAX,
            });
        }
        Ok(Plan {
            layout,
            total,
            sections,
        })
    }

    pub(crate) fn section(&self, kind: SectionKind) -> Section {
        self.sections[kind as usize - 1]
    }

    /// Bytes of one process's segment: internal area, heap and globals.
    pub(crate) fn segment_bytes(&self) -> u64 {
        segment_bytes(&self.layout)
    }

    /// The offset in the arena of a process's segment.
    pub(crate) fn segment_offset(&self, local_index: u32) -> u64 {
        self.section(SectionKind::Segments).offset + u64::from(local_index) * stride(&self.layout)
    }

    /// The distance between the segments of two processes.
    pub(crate) fn segment_stride(&self) -> u64 {
        stride(&self.layout)
    }

    /// Where the segments and their locks are.
    pub(crate) fn striped(&self) -> Striped {
        Striped {
            first: self.segment_offset(0) as usize,
            stride: self.segment_stride() as usize,
            locks: self.layout.internal_bytes as usize - LOCKS_BYTES,
        }
    }

    /// The offset in the arena of a process's inbound ring.
    pub(crate) fn ring_offset(&self, local_index: u32) -> u64 {
        let bytes = (Ring::BYTES as u64).next_multiple_of(RING_ALIGN);
        self.section(SectionKind::Rings).offset + u64::from(local_index) * bytes
    }

    /// The header's bytes.
    pub(crate) fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut header = [0; HEADER_BYTES];
        let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
        let l = &self.layout;
        put(0, &MAGIC);
        put(8, &VERSION.to_ne_bytes());
        put(12, &(SectionKind::ALL.len() as u32).to_ne_bytes());
        put(16, &self.total.to_ne_bytes());
        let words = [
            l.job_size,
            l.nodes,
            l.node,
            l.first_rank,
            l.local_size,
            l.host_size,
        ];
        for (i, word) in words.iter().enumerate() {
            put(24 + 4 * i, &word.to_ne_bytes());
        }
        put(48, &l.internal_bytes.to_ne_bytes());
        put(56, &l.heap_bytes.to_ne_bytes());
        put(64, &l.globals_bytes.to_ne_bytes());
        put(72, &u32::from(l.has_table).to_ne_bytes());
        for (i, (kind, section)) in SectionKind::ALL.iter().zip(&self.sections).enumerate() {
            let at = TABLE + i * TABLE_ENTRY;
            put(at, &(*kind as u32).to_ne_bytes());
            put(at + 8, &section.offset.to_ne_bytes());
            put(at + 16, &section.len.to_ne_bytes());
        }
        header
    }

    /// Reads the header of a file of `actual` bytes. The header may be arbitrary: every section of
    /// the result lies inside the file.
    pub(crate) fn decode(header: &[u8; HEADER_BYTES], actual: u64) -> Result<Plan, LayoutError> {
        let u32_at = |at: usize| u32::from_ne_bytes(bytes_at(header, at));
        let u64_at = |at: usize| u64::from_ne_bytes(bytes_at(header, at));
        let magic = bytes_at(header, 0);
        if magic != MAGIC {
            return Err(LayoutError::Magic { found: magic });
        }
        if u32_at(8) != VERSION {
            return Err(LayoutError::Version {
                found: u32_at(8),
                expected: VERSION,
            });
        }
        let total = u64_at(16);
        if total > actual || total < HEADER_BYTES as u64 {
            return Err(LayoutError::Size {
                expected: total.max(HEADER_BYTES as u64),
                actual,
            });
        }
        let layout = checked(ArenaLayout {
            job_size: u32_at(24),
            nodes: u32_at(28),
            node: u32_at(32),
            first_rank: u32_at(36),
            local_size: u32_at(40),
            host_size: u32_at(44),
            internal_bytes: u64_at(48),
            heap_bytes: u64_at(56),
            globals_bytes: u64_at(64),
            has_table: u32_at(72) != 0,
        })?;
        let count = u32_at(12) as usize;
        if count > SECTIONS_MAX {
            return Err(LayoutError::OutOfRange {
                what: "number of sections",
                value: count as u64,
                min: SectionKind::ALL.len() as u64,
                max: SECTIONS_MAX as u64,
            });
        }
        let mut sections = [Section::default(); SectionKind::ALL.len()];
        for at in (0..count).map(|i| TABLE + i * TABLE_ENTRY) {
            let number = u32_at(at);
            if let Some(i) = SectionKind::ALL
                .iter()
                .position(|kind| *kind as u32 == number)
            {
                sections[i] = Section {
                    offset: u64_at(at + 8),
                    len: u64_at(at + 16),
                };
            }
        }
        for (section, kind) in sections.iter().zip(SectionKind::ALL) {
            let expected = needed(&layout, kind);
            let end = section.offset.checked_add(section.len);
            let fits = section.offset >= HEADER_BYTES as u64
                && section.offset.is_multiple_of(PAGE)
                && section.len >= expected
                && end.is_some_and(|end| end <= total);
            if !fits {
                return Err(LayoutError::Section {
                    kind: kind as u32,
                    offset: section.offset,
                    len: section.len,
                    expected,
                    total,
                });
            }
        }
        Ok(Plan {
            layout,
            total,
            sections,
        })
    }
}

fn bytes_at<const N: usize>(header: &[u8; HEADER_BYTES], at: usize) -> [u8; N] {
    header[at..at + N]
        .try_into()
        .expect("a slice of N bytes is an array of N bytes")
}

/// Checks the parameters and rounds their sizes. Sums of the sizes can't overflow afterwards.
fn checked(layout: ArenaLayout) -> Result<ArenaLayout, LayoutError> {
    let within = |what, value: u64, min: u64, max: u64| {
        if (min..=max).contains(&value) {
            Ok(())
        } else {
            Err(LayoutError::OutOfRange {
                what,
                value,
                min,
                max,
            })
        }
    };
    let l = layout;
    within("job size", l.job_size.into(), 1, JOB_SIZE_MAX.into())?;
    within("number of nodes", l.nodes.into(), 1, l.job_size.into())?;
    within("node", l.node.into(), 0, u64::from(l.nodes) - 1)?;
    let local_max = l.job_size.min(LOCAL_SIZE_MAX);
    within("local size", l.local_size.into(), 1, local_max.into())?;
    let host = (l.local_size.into(), l.job_size.into());
    within("host size", l.host_size.into(), host.0, host.1)?;
    let first_max = u64::from(l.job_size - l.local_size);
    within("first rank", l.first_rank.into(), 0, first_max)?;
    if !l.has_table {
        let block = even_block(l.job_size, l.nodes, l.node);
        let (first, size) = (block.start.into(), block.len() as u64);
        within("first rank", l.first_rank.into(), first, first)?;
        within("local size", l.local_size.into(), size, size)?;
    }
    within("internal area", l.internal_bytes, 0, ARENA_BYTES_MAX)?;
    within(
        "symmetric heap (FARREACH_HEAP)",
        l.heap_bytes,
        0,
        ARENA_BYTES_MAX,
    )?;
    within(
        "area for variables (FARREACH_GLOBALS)",
        l.globals_bytes,
        0,
        ARENA_BYTES_MAX,
    )?;
    Ok(ArenaLayout {
        internal_bytes: l.internal_bytes.next_multiple_of(PAGE).max(PAGE),
        heap_bytes: l.heap_bytes.next_multiple_of(PAGE),
        globals_bytes: l.globals_bytes.next_multiple_of(PAGE),
        ..l
    })
}

fn segment_bytes(layout: &ArenaLayout) -> u64 {
    layout.internal_bytes + layout.heap_bytes + layout.globals_bytes
}

fn is_large(layout: &ArenaLayout) -> bool {
    segment_bytes(layout) >= SEGMENT_ALIGN
}

/// The distance between two segments.
///
/// Large segments start at different offsets within 256 MiB. The first-level cache of some
/// processors (AMD's Zen) selects a way by a hash of the address's bits 12 to 27 (Lipp et al.,
/// "Take A Way", 2020). Of two pages with equal hashes the cache holds only one, so that a copy
/// between them takes twice as long. A stride of five alignments more gives different hashes in
/// neighbouring segments, for equal offsets and for offsets that differ by a power of two.
fn stride(layout: &ArenaLayout) -> u64 {
    const WAYS_SPAN: u64 = 256 << 20;
    const FURTHER: u64 = 5 * SEGMENT_ALIGN;
    let bytes = segment_bytes(layout);
    if !is_large(layout) {
        return bytes.next_multiple_of(PAGE);
    }
    let aligned = bytes.next_multiple_of(SEGMENT_ALIGN);
    aligned + (FURTHER + WAYS_SPAN - aligned % WAYS_SPAN) % WAYS_SPAN
}

/// The bytes that a section of this kind must have.
fn needed(layout: &ArenaLayout, kind: SectionKind) -> u64 {
    let (job, local) = (u64::from(layout.job_size), u64::from(layout.local_size));
    match kind {
        SectionKind::Directory => {
            (size_of::<DirectoryControl>() as u64) + job * size_of::<DirectoryEntry>() as u64
        }
        SectionKind::Processes => local * size_of::<ProcessControl>() as u64,
        // local ≤ 2^16 and stride ≤ 2^48 or so: no overflow.
        SectionKind::Segments => local.saturating_mul(stride(layout)),
        SectionKind::Domain => DomainControl::section_bytes(local),
        SectionKind::Rings => local * (Ring::BYTES as u64).next_multiple_of(RING_ALIGN),
        SectionKind::Placement if layout.has_table => {
            table_words(layout.job_size, layout.nodes) * WORD_BYTES as u64
        }
        SectionKind::Placement => 0,
    }
}

#[cfg(test)]
mod tests;
