//! Forwarding: a device that passes calls on to another one.

#[doc(hidden)]
pub use alloc::boxed::Box;

/// Defines methods of a [`Device`](crate::Device) that pass their call on to another device.
///
/// The device is a field, or a macro `on_device!(self, device => call)` evaluates `call` with it:
///
/// ```text
/// impl Device for Wrapper {
///     type Memory = VecMemory;
///     forward_device! { self.adapter: create_pd, register }
///     forward_device! { on_device!: poll_cq }
///     // all other methods
/// }
/// ```
#[macro_export]
macro_rules! forward_device {
    (self.$field:ident: $($method:ident),+ $(,)?) => {
        $($crate::forward_device!(@method $method [self.$field]);)+
    };
    ($with:ident!: $($method:ident),+ $(,)?) => {
        $($crate::forward_device!(@method $method [$with]);)+
    };
    (@call [self.$field:ident] $self:ident $method:ident $args:tt) => {
        $self.$field.$method $args
    };
    (@call [$with:ident] $self:ident $method:ident $args:tt) => {
        $with!($self, device => device.$method $args)
    };
    (@method attributes $to:tt) => {
        #[inline]
        fn attributes(&self) -> $crate::Attributes {
            $crate::forward_device!(@call $to self attributes())
        }
    };
    (@method address $to:tt) => {
        #[inline]
        fn address(&self) -> $crate::AdapterAddress {
            $crate::forward_device!(@call $to self address())
        }
    };
    (@method progress $to:tt) => {
        #[inline]
        fn progress(&mut self, now: $crate::Time) -> usize {
            $crate::forward_device!(@call $to self progress(now))
        }
    };
    (@method next_deadline $to:tt) => {
        #[inline]
        fn next_deadline(&self) -> Option<$crate::Time> {
            $crate::forward_device!(@call $to self next_deadline())
        }
    };
    (@method path_mtu $to:tt) => {
        #[inline]
        fn path_mtu(&mut self, now: $crate::Time, to: $crate::AdapterAddress) -> Option<u32> {
            $crate::forward_device!(@call $to self path_mtu(now, to))
        }
    };
    (@method create_pd $to:tt) => {
        #[inline]
        fn create_pd(&mut self) -> Result<$crate::PdId, $crate::DeviceError> {
            $crate::forward_device!(@call $to self create_pd())
        }
    };
    (@method register $to:tt) => {
        #[inline]
        fn register(
            &mut self,
            pd: $crate::PdId,
            memory: Self::Memory,
            base: u64,
            access: $crate::Access,
        ) -> Result<$crate::Region, $crate::DeviceError> {
            $crate::forward_device!(@call $to self register(pd, memory, base, access))
        }
    };
    (@method deregister $to:tt) => {
        #[inline]
        fn deregister(&mut self, lkey: $crate::Lkey) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self deregister(lkey))
        }
    };
    (@method watch $to:tt) => {
        #[inline]
        fn watch(&mut self, start: u64, len: u64) -> bool {
            $crate::forward_device!(@call $to self watch(start, len))
        }
    };
    (@method hear_changes $to:tt) => {
        #[inline]
        fn hear_changes(&mut self, report: &mut dyn FnMut($crate::Change)) -> bool {
            $crate::forward_device!(@call $to self hear_changes(report))
        }
    };
    (@method create_cq $to:tt) => {
        #[inline]
        fn create_cq(&mut self, capacity: u32) -> Result<$crate::CqId, $crate::DeviceError> {
            $crate::forward_device!(@call $to self create_cq(capacity))
        }
    };
    (@method destroy_cq $to:tt) => {
        #[inline]
        fn destroy_cq(&mut self, cq: $crate::CqId) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self destroy_cq(cq))
        }
    };
    (@method create_srq $to:tt) => {
        #[inline]
        fn create_srq(
            &mut self,
            pd: $crate::PdId,
            capacity: u32,
        ) -> Result<$crate::SrqId, $crate::DeviceError> {
            $crate::forward_device!(@call $to self create_srq(pd, capacity))
        }
    };
    (@method destroy_srq $to:tt) => {
        #[inline]
        fn destroy_srq(&mut self, srq: $crate::SrqId) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self destroy_srq(srq))
        }
    };
    (@method open_xrc_domain $to:tt) => {
        #[inline]
        fn open_xrc_domain(
            &mut self,
            domain: $crate::forward::Box<dyn $crate::XrcDomain<Self::Memory>>,
        ) -> Result<$crate::DomainId, $crate::DeviceError> {
            $crate::forward_device!(@call $to self open_xrc_domain(domain))
        }
    };
    (@method create_xrc_srq $to:tt) => {
        #[inline]
        fn create_xrc_srq(
            &mut self,
            pd: $crate::PdId,
            domain: $crate::DomainId,
            cq: $crate::CqId,
            capacity: u32,
        ) -> Result<($crate::SrqId, $crate::SrqNumber), $crate::DeviceError> {
            $crate::forward_device!(@call $to self create_xrc_srq(pd, domain, cq, capacity))
        }
    };
    (@method create_qp $to:tt) => {
        #[inline]
        fn create_qp(
            &mut self,
            init: &$crate::QpInit,
        ) -> Result<$crate::QpNumber, $crate::DeviceError> {
            $crate::forward_device!(@call $to self create_qp(init))
        }
    };
    (@method modify_qp $to:tt) => {
        #[inline]
        fn modify_qp(
            &mut self,
            qp: $crate::QpNumber,
            transition: &$crate::QpTransition,
        ) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self modify_qp(qp, transition))
        }
    };
    (@method qp_state $to:tt) => {
        #[inline]
        fn qp_state(
            &self,
            qp: $crate::QpNumber,
        ) -> Result<$crate::QpState, $crate::DeviceError> {
            $crate::forward_device!(@call $to self qp_state(qp))
        }
    };
    (@method silent_for $to:tt) => {
        #[inline]
        fn silent_for(
            &self,
            qp: $crate::QpNumber,
            now: $crate::Time,
        ) -> Option<::core::time::Duration> {
            $crate::forward_device!(@call $to self silent_for(qp, now))
        }
    };
    (@method destroy_qp $to:tt) => {
        #[inline]
        fn destroy_qp(&mut self, qp: $crate::QpNumber) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self destroy_qp(qp))
        }
    };
    (@method post_send $to:tt) => {
        #[inline]
        fn post_send(
            &mut self,
            qp: $crate::QpNumber,
            request: &$crate::SendRequest,
        ) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self post_send(qp, request))
        }
    };
    (@method post_recv $to:tt) => {
        #[inline]
        fn post_recv(
            &mut self,
            qp: $crate::QpNumber,
            request: &$crate::ReceiveRequest,
        ) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self post_recv(qp, request))
        }
    };
    (@method post_srq_recv $to:tt) => {
        #[inline]
        fn post_srq_recv(
            &mut self,
            srq: $crate::SrqId,
            request: &$crate::ReceiveRequest,
        ) -> Result<(), $crate::DeviceError> {
            $crate::forward_device!(@call $to self post_srq_recv(srq, request))
        }
    };
    (@method poll_cq $to:tt) => {
        #[inline]
        fn poll_cq(&mut self, cq: $crate::CqId) -> Option<$crate::Completion> {
            $crate::forward_device!(@call $to self poll_cq(cq))
        }
    };
    (@method footprint $to:tt) => {
        #[inline]
        fn footprint(&self) -> $crate::Footprint {
            $crate::forward_device!(@call $to self footprint())
        }
    };
}
