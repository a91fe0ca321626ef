use alloc::string::ToString;

use super::*;

const REACHES: [Reach; 5] = [
    Reach::Rc,
    Reach::RcMsrq,
    Reach::Exrc,
    Reach::Sxrc,
    Reach::Server,
];

fn check(change: impl FnOnce(&mut Fabric)) -> Result<(), FabricError> {
    let mut fabric = Fabric::default();
    change(&mut fabric);
    fabric.check()
}

#[test]
fn names_are_read_as_they_are_written() {
    for reach in REACHES {
        assert_eq!(reach.to_string().parse(), Ok(reach));
    }
    assert_eq!("predefined".parse(), Ok(Setup::Predefined));
    assert_eq!("serial".parse(), Ok(Protocol::Serial));
    assert_eq!("polling".parse(), Ok(Server::Polling));
    assert_eq!("learned".parse(), Ok(Buffers::Learned));
    assert!("xrc".parse::<Reach>().is_err());
}

#[test]
fn impossible_combinations_are_refused_by_name() {
    for reach in REACHES {
        let predefined = check(|f| (f.reach, f.setup) = (reach, Setup::Predefined));
        assert_eq!(predefined.is_ok(), reach == Reach::Sxrc, "{reach}");
        if let Err(error) = predefined {
            assert!(error.to_string().contains(&reach.to_string()), "{error}");
        }
        let six = check(|f| (f.reach, f.buffers) = (reach, Buffers::Six));
        assert_eq!(six.is_ok(), reach != Reach::Rc, "{reach}");
        let all_within = check(|f| (f.reach, f.setup, f.qps) = (reach, Setup::Static, Some(100)));
        assert_eq!(all_within, Err(FabricError::StaticLimit { limit: 100 }));
        assert_eq!(check(|f| f.reach = reach), Ok(()));
    }
    assert_eq!(
        check(|f| (f.reach, f.buffers) = (Reach::RcMsrq, Buffers::One)),
        Err(FabricError::OneSize)
    );
    assert_eq!(
        check(|f| (f.reach, f.qps) = (Reach::RcMsrq, Some(5))),
        Err(FabricError::TooFew {
            needed: 6,
            limit: 5
        })
    );
}
