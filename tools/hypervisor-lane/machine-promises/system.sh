# SPDX-License-Identifier: Apache-2.0
# Disks, file systems, network and programs of a machine. Read library.sh first.

etcd_disk=/dev/disk/by-id/virtio-etcd

# Ends a check in a machine without the disk of etcd.
with_etcd_disk() {
  [ -e "$etcd_disk" ] || unasked 'this machine has no disk of etcd'
}

disk_names() {
  with_etcd_disk
  for disk in /dev/vd? /dev/sd?; do
    [ -e "$disk" ] || continue
    [ "$(readlink -f "$disk")" = "$(readlink -f "$etcd_disk")" ] || continue
    echo "$disk"
    return 0
  done
  broken "no name of the kernel is of the same disk as $etcd_disk"
}

file_system() {
  with_etcd_disk
  found="$(blkid -o value -s TYPE "$etcd_disk") $(blkid -o value -s LABEL "$etcd_disk")"
  expect 'type and label' "$found" 'ext4 etcd'
}

# Prints the line of /etc/fstab for the folder of etcd.
etcd_line() {
  awk '$2 == "/var/lib/etcd"' /etc/fstab
}

fstab_line() {
  with_etcd_disk
  by_cloud_init
  tab=$(printf '\t')
  options=defaults,noatime,comment=cloudconfig
  expect 'the line' "$(etcd_line)" "$etcd_disk$tab/var/lib/etcd${tab}ext4$tab$options${tab}0${tab}2"
}

fstab_mounted() {
  with_etcd_disk
  grep -q ' /var/lib/etcd ' /proc/mounts || broken '/proc/mounts does not have /var/lib/etcd'
}

mounted_folder() {
  with_etcd_disk
  options='--raw --noheadings --first-only --output TARGET'
  # shellcheck disable=SC2086
  expect 'findmnt' "$(findmnt $options --source "$(readlink -f "$etcd_disk")")" /var/lib/etcd
}

mount_unit() {
  with_etcd_disk
  expect 'systemctl is-active var-lib-etcd.mount' "$(systemctl is-active var-lib-etcd.mount)" active
}

# Prints the folders of /etc/fstab that a boot mounts and that are not mounted.
unmounted() {
  [ -e /etc/fstab ] || return 0
  awk 'NR == FNR { mounted[$2]; next }
    $1 ~ /^#/ || NF < 2 || $2 !~ /^\// || ("," $4 ",") ~ /,noauto,/ { next }
    !($2 in mounted) { print $2 }' /proc/mounts /etc/fstab
}

mount_all() {
  acts
  # Somebody may have unmounted them on purpose, and nobody would unmount them again.
  folders=$(unmounted)
  [ -z "$folders" ] || unasked "mount -a would mount $folders"
  expect 'the exit code of mount -a' "$(code_of mount -a)" 0
}

run_in_memory() {
  expect 'the file system of /run' "$(stat -f -c %T /run)" tmpfs
}

seed_disk() {
  by_cloud_init
  disk=$(blkid -L cidata 2> /dev/null) || unasked 'this machine has no disk with the label cidata'
  acts
  folder=$(mktemp -d)
  cleans_up_by 'umount "$folder" 2> /dev/null; rmdir "$folder"'
  mount -o ro "$disk" "$folder" || broken "$disk cannot be mounted"
  for file in user-data meta-data; do
    [ -s "$folder/$file" ] || broken "$disk does not have $file"
  done
  wanted=$(basename "$(readlink "$instance")")
  grep -q "\"instance-id\": *\"$wanted\"" "$folder/meta-data" || broken "its meta-data does not have $wanted"
}

# Prints the interface of the default route.
first_interface() {
  ip -4 route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1
}

interface_name() {
  name=$(first_interface)
  echo "$name"
  printf '%s\n' "$name" | grep -Eqx 'enp[0-9]+s[0-9]+'
}

interface_address() {
  name=$(first_interface)
  ip -o -4 address show dev "$name" scope global | grep -q ' inet [0-9.]*/[0-9]* ' ||
    broken "$name has no address"
  ip -o link show dev "$name" | grep -q '[<,]UP[,>]' || broken "$name is down"
}

loopback() {
  ip -o -4 address show dev lo | grep -q ' inet 127\.0\.0\.1/8 ' || broken 'lo does not have 127.0.0.1/8'
}

host_name() {
  expect 'the name of the kernel' "$(uname -n)" "$(cat /etc/hostname)"
}

# Programs that scripts of machines call, as the image of the sandbox has them.
programs() {
  of_strata
  PATH=$PREFIX/bin:$PATH
  missing=
  for program in $image_tools; do
    command -v "$program" > /dev/null || missing="$missing $program"
  done
  [ -z "$missing" ] || broken "missing:$missing"
}

unknown_program() {
  expect 'the exit code' "$(code_of sh -c strata-none)" 127
}

# is_loaded MODULE: succeeds if the kernel has it, by itself or as a loaded module.
is_loaded() {
  name=$(printf '%s\n' "$1" | tr - _)
  lsmod | grep -q "^$name " || grep -Eq "/$(printf '%s\n' "$name" | sed 's/_/[-_]/g')\.ko" "$built_in" 2> /dev/null
}

# Modules that are part of the kernel, which lsmod does not show.
built_in=/lib/modules/$(uname -r)/modules.builtin

kernel_modules() {
  of_strata
  for module in $(cat /etc/modules-load.d/strata.conf); do
    is_loaded "$module" || broken "lsmod does not show $module"
  done
}

kernel_settings() {
  of_strata
  while read -r key _ value; do
    expect "sysctl -n $key" "$(sysctl -n "$key" 2>&1)" "$value"
  done < /etc/sysctl.d/90-strata.conf
}

exit_codes_of_settings() {
  expect 'modprobe of an unknown module' "$(code_of modprobe strata-none)" 1
  expect 'sysctl of an unknown key' "$(code_of sysctl -w strata.none=1)" 1
}

exit_codes_of_disks() {
  none=/dev/strata-none
  expect 'blkid of a device without a file system' "$(code_of blkid /dev/null)" 2
  expect 'findmnt of a device that is not mounted' "$(code_of findmnt --source "$none")" 1
  expect 'mount of an unknown device' "$(code_of mount "$none" /mnt)" 32
  expect 'umount of an unknown folder' "$(code_of umount /strata-none)" 32
  expect 'resize2fs of an unknown device' "$(code_of resize2fs "$none")" 1
  expect 'mkfs.ext4 of an unknown device' "$(code_of mkfs.ext4 "$none")" 1
}

kubernetes_versions() {
  of_strata
  PATH=$PREFIX/bin:$PATH
  version=v$(cat /etc/strata/kubernetes-version)
  expect 'kubeadm' "$(kubeadm version --output short 2>&1)" "$version"
  expect 'kubelet' "$(kubelet --version 2>&1)" "Kubernetes $version"
  expect 'kubectl' "$(kubectl version --client 2>&1 | sed -n 's/^Client Version: //p')" "$version"
}

runtime_versions() {
  of_strata
  PATH=$PREFIX/bin:$PATH
  containerd --version | grep -Eq '^containerd github.com/containerd/containerd(/v2)? v?2\.' ||
    broken "$(containerd --version 2>&1)"
  runc --version | grep -Eq '^runc version [0-9]+\.[0-9]+\.[0-9]+' || broken "$(runc --version 2>&1)"
}

exit_codes_of_curl() {
  of_strata
  url=http://127.0.0.1
  expect 'without a URL' "$(code_of curl)" 2
  expect 'of a name that nobody knows' "$(code_of curl -s http://strata-none.invalid)" 6
  expect 'of a port that nobody serves' "$(code_of curl -s "$url:1")" 7
  expect 'of an unknown page with --fail' "$(code_of curl -sf "$url:10248/strata-none")" 22
  expect 'of an unknown authority' "$(code_of curl -s --cacert /etc/strata/ca.crt https://127.0.0.1:10250/)" 60
}

# Checks of kubeadm that the sandbox leaves out, because its guests have no kernel of their own.
left_out_checks() {
  of_strata
  is_played && unasked 'the guests of the sandbox have no kernel and no hardware of their own'
  [ "$ROLE" = control-plane ] || unasked 'only a control plane can ask kubeadm for them without a token'
  acts
  PATH=$PREFIX/bin:$PATH
  # kubeadm makes a folder for what it would write, and leaves it.
  folder=$(mktemp -d)
  cleans_up_by 'rm -rf "$folder"'
  export KUBEADM_INIT_DRYRUN_DIR="$folder"
  answer=$(kubeadm init phase preflight --dry-run --config /etc/strata/kubeadm.yaml 2>&1)
  printf '%s\n' "$answer" | grep -q 'ERROR Port-6443' || broken "kubeadm has checked nothing: $answer"
  for name in $impossible_checks; do
    printf '%s\n' "$answer" | grep -F "ERROR $name]" && broken "$name fails"
  done
  return 0
}

udev_rules() {
  is_played && unasked 'the guests of the sandbox have no udevadm'
  rules=$(ls /etc/udev/rules.d/90-strata-*.rules 2> /dev/null) || unasked 'Strata has no rules of udev here'
  udevadm --help 2>&1 | grep -q '^ *verify ' || unasked 'udevadm cannot verify rules: its version is below 254'
  # shellcheck disable=SC2086
  udevadm verify --no-style $rules
}
