#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the file system on a disk as large as the disk, while it is mounted:
#   grow-volume /dev/sda
# A disk that is not mounted is left to the CSI driver, which does the same when it mounts the disk.
set -eu
# shellcheck source=/dev/null
. /etc/strata/machine.env
disk=$1
folder=$(findmnt --raw --noheadings --first-only --output TARGET --source "$disk") || exit 0
case $(blkid -o value -s TYPE "$disk") in
  ext4) resize2fs "$disk" ;;
  xfs) xfs_growfs "$folder" ;;
esac
