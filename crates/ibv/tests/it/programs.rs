//! Programs of others, on an adapter of this host beside the software device. Both ends tell each other their queue pairs over TCP.

use std::fs;
use std::io::Read;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::beside::{PATIENCE, Places, inside};

/// The TCP port of the programs.
const PORT: u16 = 18515;

/// A running program, which is ended with this value. A test that fails shows what it has printed.
pub(crate) struct Program {
    name: &'static str,
    child: Child,
}

impl Program {
    /// Starts the program on the adapter. `gid_option` is the option that chooses a GID of the adapter.
    pub(crate) fn start(
        name: &'static str,
        places: &Places,
        gid_option: &str,
        arguments: &[String],
    ) -> Program {
        let (adapter, gid) = adapter_of(places.adapter);
        let mut command = Command::new(name);
        command.args(["-d", &adapter, gid_option, &gid]);
        command.args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn();
        let child = child.unwrap_or_else(|error| panic!("{name} does not start: {error}"));
        Program { name, child }
    }

    /// The way to the program over TCP. As a client of the program, this end comes again until the program listens.
    pub(crate) fn reach(&mut self, places: &Places, listener: Option<&TcpListener>) -> TcpStream {
        let begun = Instant::now();
        loop {
            let way = match listener {
                Some(listener) => listener.accept().map(|(way, _)| way),
                None => inside(&places.namespace, || {
                    TcpStream::connect(SocketAddr::new(places.adapter, PORT))
                }),
            };
            if let Ok(way) = way {
                way.set_nonblocking(false).expect("a socket");
                way.set_read_timeout(Some(PATIENCE)).expect("a socket");
                return way;
            }
            assert!(!self.has_ended(), "{} has ended", self.name);
            assert!(begun.elapsed() < PATIENCE, "{} does not come", self.name);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What the program has printed when it ends, which must be a success.
    pub(crate) fn end(mut self) -> String {
        let begun = Instant::now();
        while !self.has_ended() {
            assert!(begun.elapsed() < PATIENCE, "{} does not end", self.name);
            thread::sleep(Duration::from_millis(5));
        }
        let status = self.child.wait().expect("a child");
        assert!(status.success(), "{}: {status}", self.name);
        self.output()
    }

    fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_some()
    }

    /// All that the program has printed. The program must have ended.
    fn output(&mut self) -> String {
        let mut text = String::new();
        if let (Some(mut out), Some(mut errors)) =
            (self.child.stdout.take(), self.child.stderr.take())
        {
            let _ = out.read_to_string(&mut text);
            let _ = errors.read_to_string(&mut text);
        }
        text
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            let output = self.output();
            eprintln!("{} has printed:\n{output}", self.name);
        }
    }
}

/// Listens for a program, at an address of the software's namespace.
pub(crate) fn listen(places: &Places, address: IpAddr) -> TcpListener {
    let listen = || TcpListener::bind(SocketAddr::new(address, PORT)).expect("a free port");
    let listener = inside(&places.namespace, listen);
    listener.set_nonblocking(true).expect("a socket");
    listener
}

/// The adapter that has the address, and the index of the address's GID.
fn adapter_of(address: IpAddr) -> (String, String) {
    let gid = match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped(),
        IpAddr::V6(v6) => v6,
    };
    let folder = "/sys/class/infiniband";
    for name in names(folder) {
        let gids = format!("{folder}/{name}/ports/1/gids");
        let is_it = |index: &String| {
            let text = fs::read_to_string(format!("{gids}/{index}")).unwrap_or_default();
            text.trim().parse::<Ipv6Addr>() == Ok(gid)
        };
        if let Some(index) = names(&gids).into_iter().find(is_it) {
            return (name, index);
        }
    }
    panic!("no adapter has the address {address}")
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    entries.filter_map(name).collect()
}
