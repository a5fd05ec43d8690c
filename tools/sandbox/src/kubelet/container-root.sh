#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program in a file system of its own, the way a container runtime would:
#   container-root.sh HOSTNAME ROOT [SOURCE TARGET[:ro]]... -- PROGRAM [ARGUMENT]...
# Must be started in fresh mount and UTS namespaces. Every SOURCE, a file or a folder, appears at
# its TARGET inside ROOT, with :ro read-only; all else is an empty temporary file system, but for the time
# zones, which images without a shell (distroless) have.
set -eu
zones=/usr/share/zoneinfo

# show_read_only SOURCE TARGET
show_read_only() {
  # With what is mounted below it, which may not be uncovered here.
  mount --rbind "$1" "$2"
  # A mount of the machine keeps the restrictions that it has there.
  mount -o remount,bind,ro "$2" 2> /dev/null || mount -o remount,bind,ro,nosuid,nodev "$2"
}

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
if [ -d "$zones" ]; then
  mkdir -p "$root$zones"
  show_read_only "$zones" "$root$zones"
fi
while [ "$1" != -- ]; do
  target=$root${2%:ro}
  if [ -d "$1" ]; then
    mkdir -p "$target"
  else
    mkdir -p "$(dirname "$target")"
    : > "$target"
  fi
  if [ "$2" = "${2%:ro}" ]; then
    mount --bind "$1" "$target"
  else
    show_read_only "$1" "$target"
  fi
  shift 2
done
shift
exec chroot "$root" "$@"
