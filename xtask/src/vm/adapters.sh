# What is run in the guest: the device's own tests, then jobs whose processes reach each other over the adapter. The variables DEVICE,
# TRIALS and FARREACH name programs.
set -e
"$DEVICE"
export FARREACH_DEVICE=ibv FARREACH_HEAP=32M
"$FARREACH" info | grep "^. ibv"
"$FARREACH" run -n 4 --nodes 2 heat2d --steps 60 --check
FARREACH_REACH=rc-msrq "$FARREACH" run -n 4 --nodes 4 heat2d --steps 20 --check
# A limit on queue pairs: datagrams and evictions.
FARREACH_QPS=1 "$FARREACH" run -n 4 --nodes 4 heat2d --steps 5 --check
cd crates/shmem
for trial in words sizes structures implicit handles tickets sums bits swaps lock strides 'shapes and vectors' \
    'accumulates by all' 'signals of all' 'tagged sends and receives' 'messages of blocks' 'blocking tagged calls'; do
    FARREACH_TRIALS=all "$TRIALS" --exact "$trial: 2 PEs on 2 nodes"
done
# What is refused is told with what to do.
for setting in FARREACH_DEVICE=ibv:none0 FARREACH_DEVICE=ibv:rxe0:2 FARREACH_GID=10.1.2.3 FARREACH_SECURE=on FARREACH_REACH=sxrc; do
    if told=$(env "$setting" "$FARREACH" run -n 2 --nodes 2 hello 2>&1); then
        echo "$setting: it was not refused: $told"
        exit 1
    fi
    echo "$setting: $told" | head -n 2
done
