// SPDX-License-Identifier: Apache-2.0
import type { UserDataFile } from './boot-plan.ts';

/**
 * Unit that makes the file system on a disk as large as the disk; the name of the disk is the instance:
 * `strata-grow@sda.service`.
 */
export const growVolumeUnit = 'strata-grow@.service';

/**
 * Rule of udev that starts {@link growVolumeUnit} when the disk of a volume has become larger: the kernel
 * then reports RESIZE=1 for it. Volumes are plugged in as SCSI disks.
 *
 * A kubelet has the file system grown once, as soon as the storage has grown. The disk of the VM grows
 * after that, so the file system can stay as it was, although its claim has the new size.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/volume/util/operationexecutor/node_expander.go `expandOnPlugin`
 * @see https://github.com/kubevirt/csi-driver/blob/805f17a9a2801352d7e42b92243f660fcda732c2/pkg/service/node.go `NodeExpandVolume`
 * @see https://github.com/torvalds/linux/blob/v6.8/drivers/scsi/sd.c `sd_revalidate_disk`
 */
export const growVolumeRule: UserDataFile = {
  path: '/etc/udev/rules.d/90-strata-volumes.rules',
  content:
    'ACTION=="change", SUBSYSTEM=="block", ENV{DEVTYPE}=="disk", ENV{RESIZE}=="1", KERNEL=="sd*", ' +
    'RUN+="/usr/bin/systemctl --no-block start strata-grow@%k.service"\n',
  permissions: '0644',
};
