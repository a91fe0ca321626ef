//! The ranks' output on its way to the head, and input on its way to a rank.

use super::Agent;
use super::input::Written;
use super::lines::Read;
use crate::protocol::{AgentToHead, Bytes, Stream};

impl Agent {
    /// Reads a pipe once. Returns false if there is nothing to read now, or ever again.
    pub(super) fn read_output(&mut self, index: usize, stream: Stream) -> bool {
        let rank = &mut self.ranks[index];
        let number = rank.number;
        let Some(pipe) = rank.pipe_mut(stream) else {
            return false;
        };
        match pipe.read() {
            Read::Held => true,
            Read::Empty => false,
            Read::Forward(bytes) => {
                self.forward(number, stream, bytes);
                true
            }
            Read::End(rest) => {
                rank.close_pipe(stream);
                self.forward(number, stream, rest);
                false
            }
        }
    }

    pub(super) fn forward(&mut self, rank: u32, stream: Stream, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.output_credit -= bytes.len() as i64;
            let bytes = Bytes(bytes);
            self.send(&AgentToHead::Output {
                rank,
                stream,
                bytes,
            });
        }
    }

    pub(super) fn write_input(&mut self) {
        let Some(input) = &mut self.input else { return };
        match input.write() {
            Written::Bytes(0) => {}
            Written::Bytes(bytes) => self.send(&AgentToHead::InputCredit(bytes)),
            Written::Over => self.close_input(),
        }
    }

    fn close_input(&mut self) {
        self.input = None;
        self.send(&AgentToHead::InputClosed);
    }
}
