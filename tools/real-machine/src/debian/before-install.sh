#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run by mmdebstrap before the packages of the image are installed: before-install.sh ROOT.
# The initial RAM disk, which one of them makes, shall hold what mounts the root disk, and no more.
set -eu
mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"
echo MODULES=list > "$1/etc/initramfs-tools/conf.d/strata"
printf '%s\n' virtio_pci virtio_blk ext4 > "$1/usr/share/initramfs-tools/modules.d/strata"
