use super::{ClientError, Job};
use crate::STATS_BYTES_MAX;
use farreach_node::{DeviceTag, Endpoint};
use farreach_verbs::{AdapterAddress, QpNumber, UdDestination};

const HEAP_BYTES: u64 = 1 << 20;

fn endpoint(port: u16) -> Endpoint {
    Endpoint {
        destination: UdDestination {
            address: AdapterAddress { gid: [7; 16], port },
            qp: QpNumber(3),
            qkey: 9,
        },
        device: DeviceTag(port),
    }
}

#[test]
fn a_job_of_one_needs_nobody() {
    let job = Job::alone(HEAP_BYTES, 0).unwrap();
    assert_eq!(
        (job.rank(), job.size(), job.node(), job.nodes()),
        (0, 1, 0, 1)
    );
    assert_eq!(
        (job.local_index(), job.local_size(), job.node_of(0)),
        (0, 1, 0)
    );
    assert!(job.agent_fd().is_none() && !job.has_launcher());
    assert!(!job.host().is_empty());
    assert_eq!(job.arena().directory().endpoint(0), None);
    job.publish(&endpoint(1)).unwrap();
    job.publish(&endpoint(2)).unwrap();
    assert_eq!(
        job.arena().directory().endpoint(0),
        Some(endpoint(1)),
        "publishing counts once"
    );
    assert!(!job.poll_released().unwrap());
    job.finalize().unwrap();
    assert!(job.poll_released().unwrap());
}

#[test]
fn keys_of_jobs_differ() {
    let (one, other) = (
        Job::alone(HEAP_BYTES, 0).unwrap(),
        Job::alone(HEAP_BYTES, 0).unwrap(),
    );
    assert_ne!(one.key(), other.key());
}

#[test]
fn too_long_statistics_are_refused_with_the_limit() {
    let job = Job::alone(HEAP_BYTES, 0).unwrap();
    let error = job.report(&vec![0; STATS_BYTES_MAX + 1]).unwrap_err();
    assert!(matches!(error, ClientError::StatsTooLong { bytes } if bytes == STATS_BYTES_MAX + 1));
    assert!(error.to_string().contains(&STATS_BYTES_MAX.to_string()));
}
