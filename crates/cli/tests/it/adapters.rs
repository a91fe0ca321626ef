//! Jobs of processes that use adapters through libibverbs, on a stand-in for the library, alone and beside processes that use the
//! software device at RoCEv2's port. Adapters with XRC and without.

use std::os::unix::fs::symlink;
use std::process::Command;

// Cargo builds the library, since this program depends on its crate.
use farreach_standin as _;

const FARREACH: &str = env!("CARGO_BIN_EXE_farreach");
/// The jobs, where `$0` is this program, and `$1` a folder with the library. Their network namespace has no other user of RoCEv2's port.
const JOBS: &str = r#"
set -e
ip link set lo up
adapter="-x FARREACH_DEVICE=ibv -x LD_LIBRARY_PATH=$1"
roce="$adapter -x STANDIN_LINK=ethernet"
software="-x FARREACH_DEVICE=soft:roce"
heat="heat2d --steps 20 --check"
run() { "$0" run --timeout 60 --stats none "$@"; }
echo adapters
run -n 4 --nodes 2 $adapter $heat
echo adapters and software, alone and with loss
mixed() { run -n 1 --nodes 4 $roce "$@" : -n 2 $software "$@" : -n 1 $roce "$@"; }
mixed $heat
FARREACH_LOSS=0.02 FARREACH_REACH=rc-msrq mixed $heat
echo messages, one-sided operations and atomics
mixed nas is --class s --model mpi
mixed graph500 --model hybrid --scale 8 --roots 1
echo few queue pairs
FARREACH_QPS=1 mixed heat2d --steps 3 --check
echo XRC
xrc="$adapter -x STANDIN_XRC=$1"
for reach in exrc sxrc server; do
    FARREACH_REACH=$reach run -n 6 --nodes 2 $xrc $heat
    FARREACH_REACH=$reach run -n 6 --nodes 3 $xrc nas is --class s --model mpi
done
FARREACH_REACH=sxrc FARREACH_SETUP=predefined run -n 4 --nodes 2 $xrc graph500 --model hybrid --scale 8 --roots 1
FARREACH_REACH=sxrc FARREACH_QPS=1 run -n 6 --nodes 3 $xrc -x STANDIN_LINK=ethernet heat2d --steps 3 --check
echo no XRC
if FARREACH_REACH=sxrc run -n 2 --nodes 2 $adapter hello 2>&1; then exit 1; fi
FARREACH_PARTITION=0x7fff FARREACH_SERVICE_LEVEL=3 FARREACH_TRAFFIC_CLASS=104 run -n 2 --nodes 2 $adapter heat2d --steps 5 --check
if FARREACH_PARTITION=0x8012 run -n 2 --nodes 2 $adapter hello 2>&1; then exit 1; fi
"#;

#[test]
fn adapters_and_software_compute_together() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can make a network namespace: NOT TESTED");
        return;
    }
    let program = std::env::current_exe().expect("this program");
    let built = program.with_file_name("libfarreach_standin.so");
    let folder = tempfile::tempdir().expect("a folder");
    symlink(built, folder.path().join("libibverbs.so.1")).expect("a link");
    let output = Command::new("unshare")
        .args(["-n", "bash", "-c", JOBS, FARREACH])
        .arg(folder.path())
        .output()
        .expect("unshare");
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{out}{err}");
    let same = out.matches("same bits as a sequential run").count();
    assert_eq!(same, 9, "{out}");
    for refusal in [
        "FARREACH_REACH=sxrc needs XRC, which the adapter standin0 lacks",
        "standin0 port 1: it is not in partition 0x8012 but in 0xffff",
    ] {
        assert!(out.contains(refusal), "{out}");
    }
}
