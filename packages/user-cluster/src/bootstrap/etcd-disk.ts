// SPDX-License-Identifier: Apache-2.0
import { deviceOf } from './boot-plan.ts';
import type { UserDataFile } from './boot-plan.ts';

/** The disk of etcd's data; a control-plane VM finds it by this serial number. */
export const etcdDisk = { serial: 'etcd', mountPath: '/var/lib/etcd' } as const;

/** Path of etcd's disk inside a VM. */
export const etcdDevice = deviceOf(etcdDisk);

/**
 * Unit that makes the file system as large as the disk, at every boot and whenever {@link growRule}
 * starts it.
 */
export const growUnit = 'strata-grow-etcd.service';

/**
 * Rule of udev that starts {@link growUnit} when KubeVirt has enlarged the disk of the running VM: the
 * kernel then reports RESIZE=1 for it.
 *
 * @see https://github.com/torvalds/linux/blob/v6.8/block/genhd.c `set_capacity_and_notify`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.0/pkg/virt-launcher/virtwrap/manager.go `shouldExpandOnline`
 */
export const growRule: UserDataFile = {
  path: '/etc/udev/rules.d/90-strata-etcd.rules',
  content:
    `ACTION=="change", SUBSYSTEM=="block", ENV{RESIZE}=="1", ATTR{serial}=="${etcdDisk.serial}", ` +
    `RUN+="/usr/bin/systemctl --no-block start ${growUnit}"\n`,
  permissions: '0644',
};
