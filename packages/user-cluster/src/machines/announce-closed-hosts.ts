// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import { allMachines } from './all-machines.ts';
import { machineHosts } from './machine-hosts.ts';
import { toleratedHosts } from './tolerated-hosts.ts';

type Facts = Pick<ClusterContext, 'config' | 'infra' | 'platform'>;

/**
 * Returns a sentence about hosts whose taints VMs tolerate and virt-handler does not; undefined if there are
 * none. A toleration of any taint means none of them in particular.
 */
export function closedHostsWarning({
  config,
  infra: { hosts },
  platform: { workloads },
}: Facts): string | undefined {
  if (workloads === undefined) return undefined;
  const open = new Set(machineHosts(hosts, workloads).map(({ name }) => name));
  const anyTaint = [{ operator: 'Exists' as const }];
  const meant = machineHosts(hosts, { ...workloads, tolerations: anyTaint });
  const groups = allMachines(config).flatMap(({ machine, title }) => {
    const tolerations = machine.scheduling.tolerations.filter(({ key }) => key !== undefined);
    const closed = toleratedHosts(meant, { tolerations }).filter(({ name }) => !open.has(name));
    return closed.length === 0
      ? []
      : [`${title} gets none on ${closed.map(({ name }) => name).join(', ')}`];
  });
  if (groups.length === 0) return undefined;
  return (
    'KubeVirt runs no machines on hosts whose taints virt-handler does not tolerate: of those that ' +
    `scheduling.tolerations asks for, ${groups.join(', ')}; set kubevirt.workloads.tolerations of the platform`
  );
}

/** Warns in previews of hosts that VMs tolerate, and that have no virt-handler. */
export async function announceClosedHosts(facts: Facts): Promise<void> {
  const warning = closedHostsWarning(facts);
  if (warning !== undefined && pulumi.runtime.isDryRun()) await pulumi.log.warn(warning);
}
