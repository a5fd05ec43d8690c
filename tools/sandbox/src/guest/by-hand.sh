#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Boots real guests on a bridge of their own and looks at what becomes of them; run by hand, since it
# takes two minutes and 900 MB: sh tools/sandbox/src/guest/by-hand.sh [VERSION]
# It needs the toolchain (npm run toolchain). Leaves logs in the folder that it prints.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${BY_HAND-}" ]; then
  BY_HAND=$(mktemp -d /tmp/strata-guests-XXXXXX)
  export BY_HAND
  echo "logs: $BY_HAND"
  exec timeout -s KILL 300 unshare --user --map-root-user --net --mount --uts --pid --fork \
    --kill-child=SIGKILL -- sh "$0" "$@"
fi
version=${1:-1.35.4}
tools=$HOME/.cache/strata/toolchain
kubernetes=
for folder in "$tools"/kubernetes*"$version"-*; do
  if [ -x "$folder/kubeadm" ]; then kubernetes=$folder; fi
done
etcd=$(ls -d "$tools"/etcd-*/etcd | tail -n 1)
kubectl=$(ls -d "$tools"/kubernetes-1.35*/kubectl | tail -n 1)
reader=$(ls "$tools"/kubelet-validate-*"$version"-*/kubelet-validate | tail -n 1)
node=$(cd "$here/../../../.." && pwd)/node_modules/node/bin/node
[ -n "$kubernetes" ] || { echo "no kubeadm $version in $tools"; exit 1; }

mount -t tmpfs tmpfs /run
mount -t proc proc /proc
mkdir /run/netns
ip link set lo up
ip link add br0 type bridge
ip address add 10.9.0.1/24 dev br0
ip link set br0 up

# machine NUMBER NAME: an address on the bridge, and empty disks.
machine() {
  ip netns add "$2"
  ip link add "v$1" type veth peer name eth0 netns "$2"
  ip link set "v$1" master br0 up
  ip -n "$2" link set lo up
  ip -n "$2" address add "10.9.0.1$1/24" dev eth0
  ip -n "$2" link set eth0 up
  ip -n "$2" route add default via 10.9.0.1
  mkdir -p "$BY_HAND/$2/root" "$BY_HAND/$2/etcd" "$BY_HAND/$2/guest"
}

# boot NUMBER NAME USER-DATA: in the background; its process is in $guest.
boot() {
  "$node" -e '
    const [folder, number, name, file, version, kubernetes, etcd, kubelet] = process.argv.slice(1);
    const dir = `${folder}/${name}`;
    const read = (path) => require("node:fs").readFileSync(path, "utf8");
    console.log(JSON.stringify({
      name, instanceId: name, userData: read(file), metaData: "", address: `10.9.0.1${number}`,
      prefixLength: 24, gateway: "10.9.0.1",
      interfaces: [{ name: "default", device: "eth0", mac: `02:00:00:00:00:0${number}`, onPodNetwork: true }],
      rootDisk: `${dir}/root`, guestDir: `${dir}/guest`,
      disks: [{ name: "etcd", serial: "etcd", bus: "virtio", path: `${dir}/etcd` }],
      binaries: { kubernetes: { [version]: kubernetes }, etcd, kubelet: { [version]: kubelet } }, gracePeriodSeconds: 60,
    }));' "$BY_HAND" "$1" "$2" "$3" "$version" "$kubernetes" "$etcd" "$reader" > "$BY_HAND/$2/boot.json"
  nsenter "--net=/run/netns/$2" unshare --mount --uts --pid -- sh "$here/../guests/guest-start.sh" \
    "$node" --max-semi-space-size=1 "$here/main.ts" "$BY_HAND/$2/boot.json" \
    >> "$BY_HAND/$2.log" 2>&1 &
  guest=$!
}

# The whole of a machine's user-data but for its kubeadm.yaml, which is read from standard input.
user_data() {
  printf '#cloud-config\n%s\nwrite_files:\n  - path: /etc/strata/kubernetes-version\n    content: "%s"\n' \
    "$2" "$version"
  printf '  - path: /etc/strata/kubeadm.yaml\n    permissions: "0600"\n    content: |\n'
  sed 's/^/      /'
  printf 'runcmd:\n  - [sysctl, -w, net.ipv4.ip_forward=1]\n  - [systemctl, enable, --now, containerd, kubelet]\n'
  printf '  - [kubeadm, %s, --config, /etc/strata/kubeadm.yaml]\n' "$1"
}

join_data() {
  user_data join '' << YAML
apiVersion: kubeadm.k8s.io/v1beta4
kind: JoinConfiguration
discovery:
  bootstrapToken: {token: $1, apiServerEndpoint: "10.9.0.11:6443", caCertHashes: ["$2"]}
  tlsBootstrapToken: $1
timeouts: {discovery: 8s}
nodeRegistration: {kubeletExtraArgs: [{name: node-labels, value: pool=a}]}
YAML
}

# until_true SECONDS WHAT COMMAND...: says whether it came true in time.
until_true() {
  limit=$(($(date +%s) + $1))
  what=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    if [ "$(date +%s)" -ge "$limit" ]; then
      echo "FAILED: $what"
      return 0
    fi
    sleep 1
  done
  echo "ok: $what"
}

api() {
  nsenter --net=/run/netns/cp-0 "$kubectl" \
    --kubeconfig "$BY_HAND/cp-0/root/etc/kubernetes/admin.conf" --request-timeout=5s "$@"
}
logged() { grep -q -- "$2" "$BY_HAND/$1.log"; }
has_node() { [ "$(api get node "$1" -o "jsonpath={.status.conditions[?(@.type=='Ready')].status}")" = "$2" ]; }
running() { [ "$(api get pods -A -l "$1" --field-selector status.phase=Running -o name | wc -l)" = "$2" ]; }
off() { kill -TERM "$1" 2> /dev/null || true; wait "$1" && echo "ok: $2 went off" || echo "FAILED: $2 ended with $?"; }

etcd_disk='fs_setup: [{device: /dev/disk/by-id/virtio-etcd, filesystem: ext4, label: etcd, partition: auto}]
mounts: [[/dev/disk/by-id/virtio-etcd, /var/lib/etcd, ext4]]'
machine 1 cp-0; machine 2 w-0; machine 3 w-1; machine 4 w-2; machine 5 w-3
user_data init "$etcd_disk" > "$BY_HAND/cp-0.yaml" << YAML
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
bootstrapTokens: [{token: abcdef.0123456789abcdef, ttl: 1h}]
localAPIEndpoint: {advertiseAddress: 10.9.0.11}
nodeRegistration: {ignorePreflightErrors: [DirAvailable--var-lib-etcd]}
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v$version
controlPlaneEndpoint: 10.9.0.11:6443
networking: {podSubnet: 10.20.0.0/16, serviceSubnet: 10.21.0.0/16}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
shutdownGracePeriod: 20s
shutdownGracePeriodCriticalPods: 5s
YAML
printf '#cloud-config\nruncmnd: []\n' > "$BY_HAND/w-3.yaml"
began=$(date +%s)
boot 1 cp-0 "$BY_HAND/cp-0.yaml"
control_plane=$guest
until_true 60 'kubeadm init brings up a control plane' logged cp-0 'has initialized successfully'
echo "seconds: $(($(date +%s) - began))"
pin=$(grep -o 'sha256:[0-9a-f]\{64\}' "$BY_HAND/cp-0.log" | head -n 1)
join_data abcdef.0123456789abcdef "$pin" > "$BY_HAND/w-0.yaml"
join_data abcdef.0123456789abcdef "sha256:$(printf %064d 0)" > "$BY_HAND/w-1.yaml"
join_data abcdef.ffffffffffffffff "$pin" > "$BY_HAND/w-2.yaml"
boot 2 w-0 "$BY_HAND/w-0.yaml"; worker=$guest
boot 3 w-1 "$BY_HAND/w-1.yaml"; wrong_ca=$guest
boot 4 w-2 "$BY_HAND/w-2.yaml"; wrong_token=$guest
boot 5 w-3 "$BY_HAND/w-3.yaml"
wait "$guest" && echo 'FAILED: wrong user-data boots' || echo "ok: wrong user-data ends with $?"
until_true 40 'a worker joins' logged w-0 'This node has joined the cluster'
until_true 40 'a wrong CA keeps a worker out' logged w-1 'are pinned'
until_true 40 'a wrong token keeps a worker out' logged w-2 'scripts_user failed'
until_true 10 'without a network plugin no node is ready' has_node w-0 False
api apply -f - > /dev/null << YAML
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: cni, namespace: kube-system}
spec:
  selector: {matchLabels: {app: cni}}
  template:
    metadata: {labels: {app: cni}}
    spec:
      hostNetwork: true
      tolerations: [{operator: Exists}]
      containers: [{name: agent, image: example/cni:1}]
      volumes: [{name: cni, hostPath: {path: /etc/cni/net.d}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
YAML
until_true 30 'with one, they are' has_node w-0 True
until_true 30 'pods run' running app=web 2
until_true 30 'cluster DNS runs' running k8s-app=kube-dns 2
until_true 10 'static pods are in the API' running tier=control-plane 4
ps -eo rss,args --sort=-rss | grep -v -e kubectl -e 'ps -eo' | head -n 9 | cut -c 1-100
for machine in "$wrong_ca w-1" "$wrong_token w-2" "$worker w-0"; do off $machine; done
until_true 5 'the graceful shutdown says so' has_node w-0 False
off "$control_plane" cp-0
boot 1 cp-0 "$BY_HAND/cp-0.yaml"; control_plane=$guest
boot 2 w-0 "$BY_HAND/w-0.yaml"; worker=$guest
until_true 60 'after a reboot the worker is ready' has_node w-0 True
until_true 60 'and its pods come back' running app=web 2
off "$control_plane" cp-0
rm -rf "$BY_HAND/cp-0/root"
cp "$BY_HAND/cp-0.log" "$BY_HAND/cp-0.first.log" && : > "$BY_HAND/cp-0.log"
mkdir "$BY_HAND/cp-0/root"
boot 1 cp-0 "$BY_HAND/cp-0.yaml"; control_plane=$guest
until_true 60 'a fresh root disk goes on over the old etcd disk' logged cp-0 'cloud-init: finished$'
until_true 60 'with the old data' api get deployment web
off "$worker" w-0
off "$control_plane" cp-0
