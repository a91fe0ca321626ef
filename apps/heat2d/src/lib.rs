//! 2D heat diffusion with one-sided halo exchange.
