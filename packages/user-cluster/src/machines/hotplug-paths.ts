// SPDX-License-Identifier: Apache-2.0

/**
 * Paths of a VM for `ignoreChanges`: Strata writes the VM, and the CSI driver edits these. Both are
 * lists that server-side apply owns as a whole: a stack that wrote them again would take volumes away
 * from running pods. So a VM whose disks do change must be replaced. Pools need none of this: the driver
 * edits their VMs, and Strata writes only the pool. The two stay apart only as long as KubeVirt writes
 * no template over running VMs, so pools are `unmanaged`.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/service/controller.go
 */
export const hotplugPaths = [
  'spec.template.spec.volumes',
  'spec.template.spec.domain.devices.disks',
] as const;
