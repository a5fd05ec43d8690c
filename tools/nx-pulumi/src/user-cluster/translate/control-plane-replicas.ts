// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the message about several nodes of a control plane.
 *
 * @param title - of the object, for messages.
 * @param place - of the number in it.
 */
export function controlPlaneReplicaLines(title: string, place: string, replicas: string): string[] {
  if (replicas === '1') return [];
  return [
    `${title}: ${place} ${replicas} is left out: three nodes need controlPlane.peers, a network in which their addresses stay. Set controlPlane.replicas: 3 and peers before the first update: one can become three later, but the API is away meanwhile`,
  ];
}
