//! Functions that C can call.

/// Exports functions: `name strong (parameters) -> result = call;`. The strong symbol is the one
/// that no profiler replaces, and the weak symbol the program's. Without a strong symbol the
/// program's is the only one.
///
/// The caller's module has `finish`, which gets the program's name of the function and the result of
/// the call, and returns what C gets.
#[macro_export]
macro_rules! exports {
    ($($name:ident $($strong:ident)? ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;)*) => { $(
        $crate::exports!(@one $name $($strong)? ($($parameter: $type),*) $(-> $result)? = $call;);
    )* };
    (@one $name:ident $strong:ident ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;) => {
        $crate::exports!(@strong $name $strong ($($parameter: $type),*) $(-> $result)? = $call;);
        std::arch::global_asm!(
            concat!(".weak ", stringify!($name)),
            concat!(".set ", stringify!($name), ", ", stringify!($strong)),
        );
    };
    (@one $name:ident ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;) => {
        $crate::exports!(@strong $name $name ($($parameter: $type),*) $(-> $result)? = $call;);
    };
    (@strong $name:ident $strong:ident ($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;) => {
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, reason = "some functions take no addresses")]
        unsafe extern "C" fn $strong($($parameter: $type),*) $(-> $result)? {
            // SAFETY: the caller keeps what the interface asks for the arguments.
            finish(stringify!($name), unsafe { $call })
        }
    };
}
