// SPDX-License-Identifier: Apache-2.0
import { deviceOf } from './boot-plan.ts';
import type { UserDataFile } from './boot-plan.ts';

/** The disk that etcd's data is on: the serial number by which a control-plane machine finds it. */
export const etcdDisk = { serial: 'etcd', mountPath: '/var/lib/etcd' } as const;

/** Where a machine sees it. */
export const etcdDevice = deviceOf(etcdDisk);

/** Makes the file system as large as the disk, at every boot and whenever the rule below starts it. */
export const growUnit = 'strata-grow-etcd.service';

/**
 * Starts {@link growUnit} when KubeVirt has made the disk of the running machine larger: then the kernel
 * says RESIZE=1 of it.
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
