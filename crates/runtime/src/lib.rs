//! The world of one process: start and end, threads, clock, waiting, settings.
