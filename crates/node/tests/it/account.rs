use farreach_node::{process_live_bytes, thread_live_bytes};

#[test]
fn a_thread_s_bytes_are_counted_exactly() {
    let before = thread_live_bytes();
    let mut data: Vec<u8> = Vec::with_capacity(1000);
    assert_eq!(thread_live_bytes() - before, 1000);
    data.reserve_exact(5000);
    assert_eq!(thread_live_bytes() - before, 5000);
    data.shrink_to(100);
    assert_eq!(thread_live_bytes() - before, 100);
    let zeroed = vec![0_u64; 100];
    assert_eq!(thread_live_bytes() - before, 900);
    drop((data, zeroed));
    assert_eq!(thread_live_bytes(), before);
}

#[test]
fn what_one_thread_allocates_and_another_frees_stays_in_the_process_total() {
    let before = thread_live_bytes();
    let data = std::thread::spawn(|| vec![0_u8; 1 << 20]).join().unwrap();
    assert!(process_live_bytes() >= 1 << 20);
    assert!((thread_live_bytes() - before).abs() < 1 << 16);
    drop(data);
    assert!(thread_live_bytes() - before < -(1 << 19));
}
