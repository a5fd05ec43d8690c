// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { poolOf } from '../addresses/load-balancer-pool.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { fittingHosts, hasUnknownRules } from '../machines/fitting-hosts.ts';
import { hostsFor } from '../machines/machine-hosts.ts';

type Facts = Pick<ClusterContext, 'cluster' | 'config' | 'infra' | 'platform'>;

/**
 * Returns a sentence about hosts that could have VMs of the control plane and announce no address of the
 * endpoint's pool, where the API is limited to sources; undefined if there are none. Which hosts have a label is
 * known of names and zones alone, so a control plane with a selector or a hard preset of another label is
 * not judged.
 */
export function silentHostsWarning(facts: Facts): string | undefined {
  const { config } = facts;
  const { endpoint, scheduling } = config.controlPlane;
  if (config.isolation.apiSources === undefined) return undefined;
  if (hasUnknownRules(scheduling)) return undefined;
  const pool = poolOf(endpoint.address, facts);
  const silent = fittingHosts(scheduling, hostsFor(config.controlPlane, facts))
    .map(({ name }) => name)
    .filter((name) => pool?.silentHosts?.includes(name));
  if (silent.length === 0) return undefined;
  const [announce, one] =
    silent.length === 1 ? ['announces', 'there'] : ['announce', 'to one of them'];
  return (
    'isolation.apiSources: only hosts with a VM of the control plane announce the address of the API, and ' +
    `${silent.join(', ')} ${announce} none: the API is cut off where no other host has such a VM, also after ` +
    `it has moved ${one}; keep the control plane away by controlPlane.scheduling ` +
    '(docs/user-clusters.md#isolation)'
  );
}

/** Warns in previews of hosts on which the control plane could be without anybody reaching its API. */
export async function announceSilentHosts(facts: Facts): Promise<void> {
  const warning = silentHostsWarning(facts);
  if (warning !== undefined && pulumi.runtime.isDryRun()) await pulumi.log.warn(warning);
}
