//! Hints of files: those of the standard and of ROMIO that have a meaning here.

use std::collections::BTreeMap;

/// Whether something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Yes.
    Enabled,
    /// No.
    Disabled,
    /// If it seems good.
    #[default]
    Automatic,
}

impl Choice {
    fn name(self) -> &'static str {
        match self {
            Choice::Enabled => "enable",
            Choice::Disabled => "disable",
            Choice::Automatic => "automatic",
        }
    }

    fn of(name: &str) -> Option<Choice> {
        let all = [Choice::Enabled, Choice::Disabled, Choice::Automatic];
        all.into_iter().find(|one| one.name() == name)
    }
}

/// Bytes of a part of the file that a process writes or reads for others at a time.
const BUFFER: usize = 4 << 20;
/// The most processes that access a file for others.
const NODES_MAX: usize = 16;
/// Bytes of the buffer of reads that cover holes.
const READ_BUFFER: usize = 1 << 20;

/// Hints of the standard about which nothing is known here, and that are kept.
const KEPT: [&str; 11] = [
    "access_style",
    "chunked",
    "chunked_item",
    "chunked_size",
    "cb_block_size",
    "collective_buffering",
    "file_perm",
    "io_node_list",
    "nb_proc",
    "striping_factor",
    "striping_unit",
];

/// The hints of an open file.
#[derive(Clone, Debug)]
pub struct Hints {
    /// `cb_nodes`: how many processes access the file for all.
    pub cb_nodes: usize,
    /// `cb_buffer_size`: bytes that such a process handles at a time.
    pub cb_buffer: usize,
    /// `romio_cb_write`: whether collective writes go by such processes.
    pub collective_writes: Choice,
    /// `romio_cb_read`: whether collective reads go by such processes.
    pub collective_reads: Choice,
    /// `romio_ds_read`: whether reads of a process alone cover holes.
    pub sieve_reads: Choice,
    /// `ind_rd_buffer_size`: bytes that such a read covers.
    pub read_buffer: usize,
    kept: BTreeMap<String, String>,
}

impl Hints {
    /// The hints of a file of processes of `nodes` nodes.
    pub fn new(nodes: usize) -> Hints {
        Hints {
            cb_nodes: nodes.min(NODES_MAX),
            cb_buffer: BUFFER,
            collective_writes: Choice::Automatic,
            collective_reads: Choice::Automatic,
            sieve_reads: Choice::Automatic,
            read_buffer: READ_BUFFER,
            kept: BTreeMap::new(),
        }
    }

    /// Takes over what the program gives. A hint that is not known, or whose value has no meaning, is left away, as the
    /// standard says.
    pub fn take(&mut self, given: &[(String, String)], size: u32) {
        for (key, value) in given {
            let value = value.trim();
            let number = value.parse::<usize>().ok().filter(|number| *number > 0);
            let choice = Choice::of(value);
            match (key.as_str(), number, choice) {
                ("cb_nodes", Some(number), _) => self.cb_nodes = number.min(size as usize),
                ("cb_buffer_size", Some(number), _) => self.cb_buffer = number,
                ("ind_rd_buffer_size", Some(number), _) => self.read_buffer = number,
                ("romio_cb_write", _, Some(choice)) => self.collective_writes = choice,
                ("romio_cb_read", _, Some(choice)) => self.collective_reads = choice,
                ("romio_ds_read", _, Some(choice)) => self.sieve_reads = choice,
                ("collective_buffering", ..) if value == "true" || value == "false" => {
                    let choice = if value == "true" {
                        Choice::Enabled
                    } else {
                        Choice::Disabled
                    };
                    self.collective_writes = choice;
                    self.collective_reads = choice;
                    self.kept.insert(key.clone(), value.to_owned());
                }
                (key, ..) if KEPT.contains(&key) => {
                    self.kept.insert(key.to_owned(), value.to_owned());
                }
                _ => {}
            }
        }
    }

    /// The permissions of a file that is made, of the hint `file_perm`, in octal digits.
    pub fn permissions(&self) -> Option<u32> {
        let given = self.kept.get("file_perm")?;
        u32::from_str_radix(given, 8)
            .ok()
            .filter(|bits| *bits <= 0o777)
    }

    /// The hints in use.
    pub fn told(&self) -> BTreeMap<String, String> {
        let mut all = self.kept.clone();
        let mut tell = |key: &str, value: String| all.insert(key.to_owned(), value);
        tell("cb_nodes", self.cb_nodes.to_string());
        tell("cb_buffer_size", self.cb_buffer.to_string());
        tell("ind_rd_buffer_size", self.read_buffer.to_string());
        tell("romio_cb_write", self.collective_writes.name().to_owned());
        tell("romio_cb_read", self.collective_reads.name().to_owned());
        tell("romio_ds_read", self.sieve_reads.name().to_owned());
        // Writes never cover holes.
        tell("romio_ds_write", Choice::Disabled.name().to_owned());
        all
    }
}
