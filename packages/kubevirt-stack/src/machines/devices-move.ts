// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, findRelease } from '@strata/contracts';
import { minorNumber } from '@strata/contracts/versions';
import type { Instancetype, KubevirtStackConfig } from '../config/index.ts';

/** Feature gate with which KubeVirt moves VMs with a part of a GPU. */
const gate = 'VGPULiveMigration';

/** The first minor of KubeVirt 1 that has it. */
const since = 9;

/**
 * Returns whether the devices of a size move with a VM: one part of a GPU does, where its gate is enabled.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/vm.go `vmiContainsNonMigratablePCIHostDevices`
 */
export function devicesMove(
  { gpus = [], hostDevices = [] }: Instancetype,
  { kubevirt, release }: Partial<Pick<KubevirtStackConfig, 'kubevirt' | 'release'>>,
): boolean {
  const [gpu] = gpus;
  if (gpu === undefined || gpus.length > 1 || hostDevices.length > 0) return false;
  const version = findRelease(release ?? defaultRelease)?.components.kubevirt.version;
  const parts = kubevirt?.permittedHostDevices?.mediatedDevices ?? [];
  return (
    version !== undefined &&
    minorNumber(version) >= since &&
    kubevirt?.featureGates.includes(gate) === true &&
    parts.some(({ resourceName }) => resourceName === gpu.deviceName)
  );
}
