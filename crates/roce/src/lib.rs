//! A RoCEv2 adapter as a state machine without input or output of its own.
