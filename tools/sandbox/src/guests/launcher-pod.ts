// SPDX-License-Identifier: Apache-2.0
import { isLauncher, type Pod } from '../kubelet/pod.ts';
import type { MachineInstance } from './virtual-machine.ts';

/** Returns whether the pod was made for this machine. */
export function isMadeFor(pod: Pod, { metadata }: MachineInstance): boolean {
  return (
    isLauncher(pod) &&
    pod.metadata.namespace === metadata.namespace &&
    pod.metadata.labels?.['kubevirt.io/created-by'] === metadata.uid
  );
}

/**
 * Returns the pod that holds a machine, on the machine's host. While the machine moves, it has
 * another pod on another host. When it has come back to a host, the pod that it left there may
 * still exist: the newest pod holds it.
 */
export function launcherPodOf(machine: MachineInstance, pods: readonly Pod[]): Pod | undefined {
  const host = machine.status?.nodeName;
  const found = pods.filter(
    (pod) => isMadeFor(pod, machine) && (host === undefined || pod.spec.nodeName === host),
  );
  return found.reduce<Pod | undefined>(
    (newest, pod) => (newest === undefined || madeAt(pod) > madeAt(newest) ? pod : newest),
    undefined,
  );
}

function madeAt({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}
