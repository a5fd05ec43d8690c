#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs Kubernetes, containerd, runc and the CNI plugins, unless the image already contains this
# version. Each download is compared with the checksum that is published beside it. The checksum comes
# from the same server, so it detects damaged and incomplete downloads, but not a forged one.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
version=v$(cat /etc/strata/kubernetes-version)

log() {
  printf '%s strata: %s\n' "$(date -u +%H:%M:%S)" "$*"
}

if [ "$(kubeadm version -o short 2> /dev/null)" = "$version" ]; then
  log "Kubernetes $version is installed already"
  exit 0
fi
case $(uname -m) in
  x86_64) arch=amd64 ;;
  aarch64) arch=arm64 ;;
  *)
    log "there is no Kubernetes for $(uname -m)" >&2
    exit 1
    ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# fetch URL CHECKSUMS: the file is in $folder afterwards, under the last part of its URL.
fetch() {
  name=${1##*/}
  log "downloading $1"
  curl -fsSL --retry 3 --max-time 600 -o "$folder/$name" "$1" || return 1
  # The file contains a checksum alone, or a list of checksums with names.
  sum=$(curl -fsSL --retry 3 --max-time 60 "$2" |
    awk -v name="$name" 'NF == 1 || $2 == name || $2 == "*" name { print $1; exit }')
  [ "$(sha256sum "$folder/$name" | cut -d ' ' -f 1)" = "$sum" ] || {
    log "$1 does not have the checksum that $2 says" >&2
    return 1
  }
}

for program in kubeadm kubelet kubectl; do
  url=$KUBERNETES_URL/release/$version/bin/linux/$arch/$program
  fetch "$url" "$url.sha256"
done
url=$GITHUB_URL/containerd/containerd/releases/download/v$CONTAINERD_VERSION
archive=containerd-$CONTAINERD_VERSION-linux-$arch.tar.gz
fetch "$url/$archive" "$url/$archive.sha256sum"
plugins=cni-plugins-linux-$arch-v$CNI_PLUGINS_VERSION.tgz
url=$GITHUB_URL/containernetworking/plugins/releases/download/v$CNI_PLUGINS_VERSION/$plugins
fetch "$url" "$url.sha256"
url=$GITHUB_URL/opencontainers/runc/releases/download/v$RUNC_VERSION
fetch "$url/runc.$arch" "$url/runc.sha256sum"

mkdir -p "$PREFIX/bin" /opt/cni/bin
tar -xzf "$folder/$archive" -C "$PREFIX"
tar -xzf "$folder/$plugins" -C /opt/cni/bin
install -m 755 "$folder/runc.$arch" "$PREFIX/bin/runc"
# kubeadm is installed last: the check at the top takes it as the sign that everything is installed.
for program in kubectl kubelet kubeadm; do
  if [ "$program" = kubeadm ]; then
    install -m 644 /etc/strata/units/containerd.service /etc/systemd/system/containerd.service
    install -m 644 /etc/strata/units/kubelet.service /etc/systemd/system/kubelet.service
    # An image with another version of Kubernetes as a package has a drop-in that starts its own kubelet.
    mkdir -p /etc/systemd/system/kubelet.service.d
    ln -sf /dev/null /etc/systemd/system/kubelet.service.d/10-kubeadm.conf
    systemctl daemon-reload
  fi
  install -m 755 "$folder/$program" "$PREFIX/bin/$program"
done
log "Kubernetes $version is installed"
