// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { KubevirtStackConfig } from '../config/index.ts';

/**
 * Returns a warning if migrations have a network of their own but nothing assigns addresses in it.
 *
 * The addresses come from whereabouts, an optional operator that is installed after the platform.
 * virt-handler does not start without an address in that network; then KubeVirt never becomes
 * Available, and the operator cannot be installed. This is a warning and no error: a whereabouts
 * that keeps its addresses in its own etcd has no CRDs by which it could be found.
 *
 * @returns an empty list if migrations use the pod network, or whereabouts is installed.
 * @see
 * https://kubevirt.io/user-guide/compute/live_migration/#using-a-different-network-for-migrations
 */
export function migrationAddressNotes(
  { kubevirt }: Pick<KubevirtStackConfig, 'kubevirt'>,
  { whereabouts }: Pick<ClusterFacts, 'whereabouts'>,
): string[] {
  const network = kubevirt.migrations?.network;
  if (network === undefined || whereabouts) return [];
  return [
    `kubevirt.migrations.network: nothing on the infra cluster gives out addresses of "${network}", ` +
      'and virt-handler does not start without one; bring the platform up without this key, then ' +
      'stacks/addons with whereabouts, then add the key.',
  ];
}
