//! The connection by which a client tells the server what to do: a line, and a line as answer.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

/// The server's TCP port.
pub(crate) const PORT: u16 = 7790;

/// The server's address and the client's.
pub(crate) struct Server {
    pub(crate) address: IpAddr,
    pub(crate) own: IpAddr,
}

impl Server {
    pub(crate) fn new(address: IpAddr, own: IpAddr) -> Server {
        Server { address, own }
    }

    /// Asks the server for something. The server does it until the stream is closed.
    pub(crate) fn ask(&self, line: &str) -> (String, TcpStream) {
        let address = SocketAddr::new(self.address, PORT);
        let mut stream = TcpStream::connect(address).expect("hosts serve runs there");
        stream.set_nodelay(true).expect("TCP_NODELAY");
        writeln!(stream, "{line}").expect("the server reads");
        let mut answer = String::new();
        let mut reader = BufReader::new(&stream);
        reader.read_line(&mut answer).expect("the server answers");
        (answer.trim().to_owned(), stream)
    }
}
