#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program in a file system of its own, the way a container runtime would:
#   container-root.sh HOSTNAME ROOT [SOURCE TARGET]... -- PROGRAM [ARGUMENT]...
# Must be started in fresh mount and UTS namespaces. Every SOURCE, a file or a folder, appears at
# its TARGET inside ROOT; all else is an empty temporary file system.
set -eu
hostname "$1"
root=$2
shift 2
mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/etc"
chmod 1777 "$root/tmp"
mount --rbind /proc "$root/proc"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
echo 'root:x:0:0:root:/:/sbin/nologin' > "$root/etc/passwd"
printf '127.0.0.1 localhost\n' > "$root/etc/hosts"
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then
    mkdir -p "$root$2"
  else
    mkdir -p "$(dirname "$root$2")"
    : > "$root$2"
  fi
  mount --bind "$1" "$root$2"
  shift 2
done
shift
exec chroot "$root" "$@"
