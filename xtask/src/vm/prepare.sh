#!/bin/bash
# prepare.sh FOLDER: fetches a Debian kernel into the folder, unless it is there: `vmlinuz`, the modules that the guest loads, in
# order, and `release`. The kernel is the distribution's of version 6.12 or 6.1: those for clouds lack rdma_rxe.
set -euo pipefail
folder=$1
[ -e "$folder/release" ] && exit 0
package=
for name in linux-image-6.12-amd64 linux-image-amd64; do
    package=$(apt-cache depends "$name" 2>/dev/null | awk '/Depends: linux-image/ { print $2; exit }')
    [ -n "$package" ] && break
done
if [ -z "$package" ]; then
    echo "apt knows no package of a kernel: run apt-get update" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
(cd "$work" && apt-get download -q "$package" >/dev/null 2>&1 && dpkg-deb --fsys-tarfile "$package"*.deb | tar x ./boot ./lib/modules)
release=$(ls "$work/lib/modules")
depmod -b "$work" "$release"
mkdir -p "$folder/modules"
# crc32_generic: without it an adapter can't be added.
for module in virtio_pci crc32_generic libcrc32c 9pnet_virtio 9p virtiofs overlay rdma_rxe rdma_ucm veth sch_netem; do
    modprobe -d "$work" -S "$release" --show-depends "$module"
done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
    name=$(basename "$file")
    case $name in
    *.xz) xz -dc "$file" >"$folder/modules/${name%.xz}" ;;
    *) cp "$file" "$folder/modules/" ;;
    esac
    echo "${name%.xz}"
done >"$folder/modules/order"
cp "$work/boot/vmlinuz-$release" "$folder/vmlinuz"
echo "$release" >"$folder/release"
