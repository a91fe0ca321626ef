//! The connection manager: who is connected to whom, set up on demand over UD.
