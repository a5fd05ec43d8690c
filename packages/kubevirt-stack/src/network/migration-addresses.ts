// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';

/**
 * What the user should know before migrations go through a network of their own.
 *
 * Its addresses come from whereabouts, an optional operator that is installed after the platform.
 * virt-handler does not start on a network that nobody gives it an address of; then KubeVirt never
 * is Available, and the operator cannot follow. It is no error: whereabouts that keeps its addresses
 * in an etcd of its own has no kinds to be found by.
 *
 * @returns nothing when migrations use the pod network, or whereabouts is there.
 * @see https://kubevirt.io/user-guide/compute/live_migration/#using-a-different-network-for-migrations
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
