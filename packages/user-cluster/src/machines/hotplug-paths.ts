// SPDX-License-Identifier: Apache-2.0

/**
 * What the CSI driver edits in a VM that Strata itself writes, for `ignoreChanges`. Both are lists
 * that server-side apply owns as a whole: a stack that wrote them again would take volumes away
 * from running pods. A VM whose disks do change has to be replaced, therefore. Pools need none of
 * it: the driver edits their machines, and Strata writes the pool alone. That keeps them apart only as
 * long as KubeVirt writes no template over machines that run, so pools are `unmanaged`.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/service/controller.go
 */
export const hotplugPaths = [
  'spec.template.spec.volumes',
  'spec.template.spec.domain.devices.disks',
] as const;
