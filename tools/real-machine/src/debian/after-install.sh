#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run by mmdebstrap after the packages of the image are installed: after-install.sh ROOT.
# Makes of them what cloud images are: a machine that asks DHCP for an address and cloud-init what to
# be, and that does nothing by itself.
set -eu
root=$1
echo localhost > "$root/etc/hostname"
# Made at the first boot. Empty, not missing: systemd would else enable all units that it has.
: > "$root/etc/machine-id"
echo 'LABEL=root / ext4 defaults,noatime 0 0' > "$root/etc/fstab"
echo 'datasource_list: [NoCloud, None]' > "$root/etc/cloud/cloud.cfg.d/99-strata.cfg"
# Of the authorities of the web none can be reached, and to read all of them takes long. The one that
# counts is named by the platform, to cloud-init.
: > "$root/etc/ca-certificates.conf"
chroot "$root" update-ca-certificates --fresh > /dev/null
systemctl --quiet --root="$root" enable systemd-networkd.service systemd-resolved.service
for timer in apt-daily apt-daily-upgrade dpkg-db-backup e2scrub_all fstrim; do
  systemctl --quiet --root="$root" mask "$timer.timer"
done
