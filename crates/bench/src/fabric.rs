//! How a job's connections are made and used: the settings, and a name for reports.

use farreach_engine::{Buffers, Fabric, Protocol, Reach, Setup};
use farreach_runtime::devices;
use farreach_runtime::settings::{Settings, environment};

/// All reaches, the simplest first.
pub(crate) const REACHES: [Reach; 5] = [
    Reach::Rc,
    Reach::RcMsrq,
    Reach::Exrc,
    Reach::Sxrc,
    Reach::Server,
];

/// The reaches that the device of this environment offers.
pub(crate) fn offered() -> Vec<Reach> {
    let all = REACHES.into_iter();
    all.filter(|&reach| refusal(reach).is_none()).collect()
}

/// Why the device of this environment has no connections of a reach.
pub(crate) fn refusal(reach: Reach) -> Option<String> {
    // Settings that can't be read are told of when a job is started with them.
    let settings = Settings::from_variables(&environment()).ok()?;
    devices::refusal(&Settings {
        fabric: reaching(reach),
        ..settings
    })
}

/// The reaches that are not measured, and why, as text.
pub(crate) fn left_out() -> Option<String> {
    let refused = REACHES.map(|reach| refusal(reach).map(|why| (reach.to_string(), why)));
    let (reaches, whys): (Vec<_>, Vec<_>) = refused.into_iter().flatten().unzip();
    let why = whys.first()?;
    Some(format!("reach {} is left out: {why}", reaches.join(", ")))
}

/// The fabric with this reach and other settings at their defaults.
pub(crate) fn reaching(reach: Reach) -> Fabric {
    Fabric {
        reach,
        ..Fabric::default()
    }
}

/// The settings of a job with this fabric. Unlimited and disabled settings are set too, so that
/// this process's environment has no effect.
pub(crate) fn variables(fabric: &Fabric) -> Vec<(&'static str, String)> {
    let limit =
        |limit: Option<u32>| limit.map_or_else(|| "none".to_owned(), |most| most.to_string());
    vec![
        ("FARREACH_REACH", fabric.reach.to_string()),
        ("FARREACH_SETUP", fabric.setup.to_string()),
        ("FARREACH_PROTOCOL", fabric.protocol.to_string()),
        ("FARREACH_BUFFERS", fabric.buffers.to_string()),
        ("FARREACH_HYBRID_OPS", fabric.hybrid.ops.to_string()),
        ("FARREACH_HYBRID_BYTES", fabric.hybrid.bytes.to_string()),
        ("FARREACH_QPS", limit(fabric.qps)),
        ("FARREACH_NODE_QPS", limit(fabric.node_qps)),
        ("FARREACH_QP_KEEP", fabric.keep.as_millis().to_string()),
        (
            "FARREACH_CREATE_COST",
            fabric.costs.create.as_micros().to_string(),
        ),
        (
            "FARREACH_TRANSITION_COST",
            fabric.costs.transitions.as_micros().to_string(),
        ),
        ("FARREACH_CREATE_FAIL", fabric.costs.refused.to_string()),
        ("FARREACH_PRECONNECT", "none".to_owned()),
    ]
}

/// The differences from the default, as text.
pub(crate) fn name(fabric: &Fabric) -> String {
    let mut parts = vec![format!("reach {}", fabric.reach)];
    if fabric.setup != Setup::default() {
        parts.push(fabric.setup.to_string());
    }
    if fabric.protocol != Protocol::default() {
        parts.push(fabric.protocol.to_string());
    }
    if fabric.buffers != Buffers::default() {
        parts.push(format!("buffers {}", fabric.buffers));
    }
    if fabric.hybrid.ops > 0 {
        parts.push("hybrid".to_owned());
    }
    if let Some(most) = fabric.qps {
        parts.push(format!("at most {most} queue pairs"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use farreach_engine::{Buffers, Costs, Fabric, Hybrid, Protocol, Reach, Server, Setup};
    use farreach_runtime::settings::Settings;

    use super::{name, variables};

    #[test]
    fn the_settings_say_all_of_it() {
        let fabric = Fabric {
            reach: Reach::Sxrc,
            setup: Setup::Predefined,
            protocol: Protocol::Serial,
            server: Server::Blocking,
            buffers: Buffers::Six,
            hybrid: Hybrid { ops: 3, bytes: 99 },
            qps: Some(7),
            node_qps: Some(70),
            keep: Duration::from_millis(5),
            costs: Costs {
                create: Duration::from_micros(367),
                transitions: Duration::from_micros(105),
                refused: 0.25,
            },
        };
        for fabric in [fabric, Fabric::default()] {
            let variables = variables(&fabric).into_iter();
            let owned: Vec<_> = variables
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            assert_eq!(Settings::from_variables(&owned).unwrap().fabric, fabric);
        }
        assert_eq!(
            name(&fabric),
            "reach sxrc, predefined, serial, buffers six, hybrid, at most 7 queue pairs"
        );
        assert_eq!(name(&Fabric::default()), "reach rc");
    }
}
