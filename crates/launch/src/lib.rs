//! Starting and ending a job: the head, an agent per node, and the process's side of the wire-up.
