//! The devices of this machine, and the one that is used.

use farreach_node::Memory;
use farreach_soft::{SoftConfig, SoftDevice};
use farreach_verbs::Device;

use crate::settings::Settings;

/// A device that was found or looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The device's name.
    pub name: &'static str,
    /// Whether jobs with these settings use it.
    pub is_chosen: bool,
    /// What it is, and why it is used or not.
    pub description: String,
}

/// Looks for devices, by opening them.
pub fn find(settings: &Settings) -> Vec<Found> {
    vec![soft(settings), shared_memory()]
}

fn soft(settings: &Settings) -> Found {
    let config = SoftConfig {
        mtu: settings.mtu,
        ..SoftConfig::bound_to((settings.bind, 0).into(), 0)
    };
    let name = "soft";
    match SoftDevice::<Memory>::open(&config) {
        Ok(device) => {
            let attributes = device.attributes();
            let offload = if device.segmentation_offload() {
                "with"
            } else {
                "without"
            };
            let description = format!(
                "software RoCEv2 adapter over UDP at {} (packets of {} B, {offload} segmentation offload, receive buffer of {} B): \
                 used between nodes, because it is the only device of this version",
                settings.bind,
                attributes.max_mtu,
                device.receive_buffer(),
            );
            Found {
                name,
                is_chosen: true,
                description,
            }
        }
        Err(error) => Found {
            name,
            is_chosen: false,
            description: format!("not usable: {error}"),
        },
    }
}

fn shared_memory() -> Found {
    Found {
        name: "shm",
        is_chosen: true,
        description: "the node's shared memory: used between processes of a node, because it is the shortest way"
            .into(),
    }
}
