// SPDX-License-Identifier: Apache-2.0
import { isLauncher, type Pod } from './pod.ts';

/**
 * Seconds that KubeVirt adds to the delay of a machine's probes, in which libvirt starts.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/rendercontainer.go (LibvirtStartupDelay)
 */
const libvirtStart = 10;

/**
 * Label of the pod that a machine migrates to.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/migration/migration.go (MigrationJobLabel)
 */
const migrationLabel = 'kubevirt.io/migrationJobUID';

/**
 * Returns how many seconds earlier than in a real cluster the pod is probed. A machine that boots here
 * needs no time for libvirt, and its probes fail until it answers, so waiting would only cost time. A
 * machine that migrates answers all the while, and is not ready until the delay of its new pod is over:
 * nothing of that is saved, for Services leave it out meanwhile.
 */
export function savedDelay(pod: Pod): number {
  const migrates = pod.metadata.labels?.[migrationLabel] !== undefined;
  return isLauncher(pod) && !migrates ? libvirtStart : 0;
}
