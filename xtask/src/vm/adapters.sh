# What is run in the guest: the device's own tests, then jobs whose processes reach each other over the adapter. The variables DEVICE,
# TRIALS, REMAPPED and FARREACH name programs.
set -e
# Not over the stand-in for libibverbs: its packets need the port that the kernel's driver has here.
"$DEVICE" --skip standin::
export FARREACH_DEVICE=ibv FARREACH_HEAP=32M
"$FARREACH" info | grep "^. ibv"
"$FARREACH" run -n 4 --nodes 2 heat2d --steps 60 --check
FARREACH_REACH=rc-msrq "$FARREACH" run -n 4 --nodes 4 heat2d --steps 20 --check
# A limit on queue pairs: datagrams and evictions.
FARREACH_QPS=1 "$FARREACH" run -n 4 --nodes 4 heat2d --steps 5 --check
# Buffers whose memory changes while the driver has their pages.
"$REMAPPED" adapter
cd crates/shmem
for trial in words sizes structures implicit handles tickets sums bits swaps lock strides 'shapes and vectors' \
    'accumulates by all' 'signals of all' 'tagged sends and receives' 'messages of blocks' 'blocking tagged calls'; do
    TRIALS_DRAWN=all "$TRIALS" --exact "$trial: 2 PEs on 2 nodes"
done
cd - >/dev/null
# An adapter is chosen if each host has one and may use it.
told=$(FARREACH_DEVICE=auto "$FARREACH" run -n 2 --nodes 2 --stats=text heat2d --steps 5 --check 2>&1)
echo "$told" | grep "device .*uses an adapter, since each host has one"
for why in FARREACH_SECURE=on FARREACH_REACH=sxrc; do
    told=$(env FARREACH_DEVICE=auto "$why" "$FARREACH" run -n 2 --nodes 2 --stats=text hello 2>&1)
    echo "$told" | grep "device .*uses no adapter: $why"
done
told=$(setpriv --bounding-set=-ipc_lock sh -c 'ulimit -l 8192; FARREACH_DEVICE=auto "$1" run -n 2 --nodes 2 --stats=text hello 2>&1; "$1" doctor' \
    sh "$FARREACH" || true)
echo "$told" | grep "device .*may lock 8M of memory, and adapters need 64M"
echo "$told" | grep "CHANGE locked memory"
# Processes that chose differently are named.
told=$("$FARREACH" run -n 1 --nodes 2 heat2d --steps 3 : -n 1 -x FARREACH_DEVICE=soft heat2d --steps 3 2>&1 || true)
echo "$told" | grep "uses an adapter through libibverbs.*uses the software device.*the same FARREACH_DEVICE"
# A port that goes down while a job runs is told. Soft-RoCE fails what is under way, so that the job ends: the processes that are
# killed then may not have looked. The processes are stopped meanwhile, so that they find the event and the failures together.
"$FARREACH" run -n 2 --nodes 2 heat2d --steps 100000 --check >/tmp/port 2>&1 &
job=$!
until rdma resource show qp link rxe0/1 | grep -q "type RC state RTS"; do sleep 0.2; done
pkill -STOP -f "^farreach __app"
ip link set lo down
until rdma link show rxe0/1 | grep -q "state DOWN"; do sleep 0.2; done
sleep 0.5
pkill -CONT -f "^farreach __app"
wait $job || true
ip link set lo up
grep "rank [01] .*rxe0: port 1 is down" /tmp/port || { cat /tmp/port; exit 1; }
cd crates/shmem
# What is refused is told with what to do.
for setting in FARREACH_DEVICE=ibv:none0 FARREACH_DEVICE=ibv:rxe0:2 FARREACH_GID=10.1.2.3 FARREACH_SECURE=on FARREACH_REACH=sxrc; do
    if told=$(env "$setting" "$FARREACH" run -n 2 --nodes 2 hello 2>&1); then
        echo "$setting: it was not refused: $told"
        exit 1
    fi
    echo "$setting: $told" | head -n 2
done
# An adapter and the software device in one job, over both IP versions, and where packets are lost. The driver has RoCEv2's port of its
# own network namespace, so that the software has another one.
ip netns add software
ip link add veth0 type veth peer name veth1 netns software
ip address add 10.9.0.1/24 dev veth0
ip address add fd09::1/64 dev veth0 nodad
ip -n software address add 10.9.0.2/24 dev veth1
ip -n software address add fd09::2/64 dev veth1 nodad
ip link set veth0 up
ip -n software link set veth1 up
rdma link add rxe1 type rxe netdev veth0
sleep 0.3
mixed() { # the adapter's address, the software's address
    "$FARREACH" run --timeout 60 -n 1 --nodes 2 -x FARREACH_DEVICE=ibv:rxe1 -x FARREACH_GID="$1" heat2d --steps 10 --check \
        : -n 1 -x FARREACH_DEVICE=soft:roce -x FARREACH_BIND="$2" nsenter --net=/run/netns/software "$FARREACH" __app heat2d --steps 10 --check
}
mixed 10.9.0.1 10.9.0.2
mixed fd09::1 fd09::2
tc qdisc add dev veth0 root netem loss 1%
mixed 10.9.0.1 10.9.0.2
