# What runs on any adapter, in a guest or on a machine that has one: the device's own tests, then jobs whose processes reach each other
# over the adapter. The variables DEVICE, TRIALS, REMAPPED and FARREACH name programs.
set -e
step() { echo "--- after $SECONDS s: $*"; }
step the device
# Not over the stand-in for libibverbs: its packets need the port that the kernel's driver has here. One test at a time, since one
# measures the kernel's memory.
"$DEVICE" --skip standin:: --test-threads 1 --nocapture
export FARREACH_DEVICE=${FARREACH_DEVICE:-ibv} FARREACH_HEAP=32M
"$FARREACH" info | grep "^. ibv"
step jobs
"$FARREACH" run -n 4 --nodes 2 heat2d --steps 60 --check
FARREACH_REACH=rc-msrq "$FARREACH" run -n 4 --nodes 4 heat2d --steps 20 --check
# A limit on queue pairs: datagrams and evictions.
FARREACH_QPS=1 "$FARREACH" run -n 4 --nodes 4 heat2d --steps 5 --check
step buffers whose memory changes while the driver has their pages
"$REMAPPED" adapter
step trials
cd crates/shmem
for trial in words sizes structures implicit handles tickets sums bits swaps lock strides 'shapes and vectors' \
    'accumulates by all' 'signals of all' 'tagged sends and receives' 'messages of blocks' 'blocking tagged calls'; do
    TRIALS_DRAWN=all "$TRIALS" --exact "$trial: 2 PEs on 2 nodes"
done
step messages of MPI, accumulates of ARMCI and arrays
"$FARREACH" run -n 2 --nodes 2 nas --model mpi cg --class S
"$FARREACH" run -n 2 --nodes 2 random-access --by accumulate --log2 10
"$FARREACH" run -n 2 --nodes 2 lj --particles 200 --steps 5 --check
step trials with atomics of the adapter
for trial in tickets sums swaps lock 'signals of all'; do
    FARREACH_ATOMICS=adapter TRIALS_DRAWN=all "$TRIALS" --exact "$trial: 3 PEs on 2 nodes"
done
cd - >/dev/null
step choices
FARREACH_PARTITION=0xffff FARREACH_SERVICE_LEVEL=3 FARREACH_TRAFFIC_CLASS=104 "$FARREACH" run -n 2 --nodes 2 heat2d --steps 5 --check
# Processes that chose differently are named.
told=$("$FARREACH" run -n 1 --nodes 2 heat2d --steps 3 : -n 1 -x FARREACH_DEVICE=soft heat2d --steps 3 2>&1 || true)
echo "$told" | grep "uses an adapter through libibverbs.*uses the software device.*the same FARREACH_DEVICE"
# What is refused is told with what to do.
adapter=$(ls /sys/class/infiniband | head -n 1)
for setting in FARREACH_DEVICE=ibv:none0 "FARREACH_DEVICE=ibv:$adapter:99" FARREACH_GID=10.255.254.253 FARREACH_PARTITION=0x12 FARREACH_SECURE=on; do
    if told=$(env "$setting" "$FARREACH" run -n 2 --nodes 2 hello 2>&1); then
        echo "$setting: it was not refused: $told"
        exit 1
    fi
    echo "$setting: $told" | head -n 2
done
