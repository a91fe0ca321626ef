# What runs in the guest alone, behind adapters.sh: limits, an adapter that fails, and a network between an adapter and the software.
# An adapter is chosen if each host has one and may use it.
told=$(FARREACH_DEVICE=auto "$FARREACH" run -n 2 --nodes 2 --stats=text heat2d --steps 5 --check 2>&1)
echo "$told" | grep "device .*uses an adapter, since each host has one"
for why in FARREACH_SECURE=on FARREACH_REACH=sxrc; do
    told=$(env FARREACH_DEVICE=auto "$why" "$FARREACH" run -n 2 --nodes 2 --stats=text hello 2>&1)
    echo "$told" | grep "device .*uses no adapter: $why"
done
# Soft-RoCE has no XRC.
if told=$(FARREACH_REACH=sxrc "$FARREACH" run -n 2 --nodes 2 hello 2>&1); then exit 1; fi
echo "$told" | grep "needs XRC, which the adapter rxe0 lacks"
step limits
told=$(setpriv --bounding-set=-ipc_lock sh -c 'ulimit -l 8192; FARREACH_DEVICE=auto "$1" run -n 2 --nodes 2 --stats=text hello 2>&1; "$1" doctor' \
    sh "$FARREACH" || true)
echo "$told" | grep "device .*may lock 8M of memory, and adapters need 64M"
echo "$told" | grep "CHANGE locked memory"
echo "$told" | grep "buffers .* stay registered"
step a port that goes down
# It is told. Soft-RoCE fails what is under way, so that the job ends: the processes that are
# killed then may not have looked. The processes are stopped meanwhile, so that they find the event and the failures together.
"$FARREACH" run -n 2 --nodes 2 heat2d --steps 100000 --check >/tmp/port 2>&1 &
job=$!
until rdma resource show qp link rxe0/1 | grep -q "type RC state RTS"; do sleep 0.2; done
pkill -STOP -f "^farreach __app"
# What a process has pinned: buffers, and the parts of its memory that the neighbour reaches.
for process in $(pgrep -f "^farreach __app"); do
    pinned=$(awk '/^VmPin:/ { print $2 }' "/proc/$process/status")
    echo "a process has pinned $pinned KiB"
    [ "$pinned" -le 5120 ]
done
ip link set lo down
until rdma link show rxe0/1 | grep -q "state DOWN"; do sleep 0.2; done
# A port that is down from the start.
if told=$("$FARREACH" run -n 2 --nodes 2 hello 2>&1); then exit 1; fi
echo "$told" | grep "rxe0"
sleep 0.5
pkill -CONT -f "^farreach __app"
wait $job || true
ip link set lo up
grep "rank [01] .*rxe0: port 1 is down" /tmp/port || { cat /tmp/port; exit 1; }
# An adapter and the software device in one job, over both IP versions, and where packets are lost. The driver has RoCEv2's port of its
# own network namespace, so that the software has another one.
step an adapter and the software
ip netns add software
ip -n software link set lo up
ip link add veth0 type veth peer name veth1 netns software
ip address add 10.9.0.1/24 dev veth0
ip address add fd09::1/64 dev veth0 nodad
for last in 2 3; do
    ip -n software address add 10.9.0.$last/24 dev veth1
    ip -n software address add fd09::$last/64 dev veth1 nodad
done
ip link set veth0 up
ip -n software link set veth1 up
rdma link add rxe1 type rxe netdev veth0
sleep 0.3
mixed() { # the adapter's address, the software's address
    "$FARREACH" run --timeout 60 -n 1 --nodes 2 -x FARREACH_DEVICE=ibv:rxe1 -x FARREACH_GID="$1" heat2d --steps 10 --check \
        : -n 1 -x FARREACH_DEVICE=soft:roce -x FARREACH_BIND="$2" nsenter --net=/run/netns/software "$FARREACH" __app heat2d --steps 10 --check
}
beside() { # the adapter's address, the software's first address, words of the cases
    FARREACH_BESIDE="/run/netns/software,$2,$1" FARREACH_BESIDE_CASES=$3 "$DEVICE" beside:: --nocapture
}
messages="sends of every|inline and immediate|writes of every|atomics of both|more reads than|datagrams arrive"
mixed fd09::1 fd09::2
beside 10.9.0.1 10.9.0.2 "$messages|reads of every|a MiB of each kind"
beside fd09::1 fd09::2 "$messages|reads of every"
step programs of libibverbs and perftest
# One test at a time, since the programs have one port.
FARREACH_BESIDE=/run/netns/software,10.9.0.2,10.9.0.1 "$DEVICE" examples:: perftest:: --test-threads 1 --nocapture
step lost packets
tc qdisc add dev veth0 root netem loss 1%
mixed 10.9.0.1 10.9.0.2
# Without reads of no bytes: Soft-RoCE does not repeat the answer to one if it was lost.
beside fd09::1 fd09::2 "$messages|a MiB of each kind"
step the end
