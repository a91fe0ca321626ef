//! Figures that papers have published, from the files of `farreach-predict`.

use farreach_predict::papers::PUBLISHED;
use serde::de::DeserializeOwned;

/// M. Koop, J. Sridhar, D. Panda, "Scalable MPI Design over InfiniBand using eXtended Reliable Connection" (2008).
pub(crate) const XRC: &str = "001 XRC";
/// S. Chakraborty and others, "On-demand Connection Management for OpenSHMEM and OpenSHMEM+MPI" (2015).
pub(crate) const OPENSHMEM: &str = "003 OpenSHMEM";

/// Some figures of a paper.
pub(crate) fn of<T: DeserializeOwned>(paper: &str) -> T {
    let found = PUBLISHED.iter().find(|(name, _)| *name == paper);
    let (_, text) = found.expect("a paper's name");
    toml::from_str(text).expect("a file of farreach-predict")
}
