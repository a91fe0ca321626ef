//! The software RDMA device: the RoCEv2 adapter over UDP sockets.
