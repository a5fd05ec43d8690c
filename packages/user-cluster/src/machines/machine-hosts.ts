// SPDX-License-Identifier: Apache-2.0
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import type { MachineConfig } from '../config/index.ts';
import { fittingHosts } from './fitting-hosts.ts';
import { toleratedHosts } from './tolerated-hosts.ts';

/** Taints that every pod of virt-handler tolerates, whatever is configured. */
const ownTolerations = [{ key: 'CriticalAddonsOnly', operator: 'Exists' }] as const;

/**
 * Returns the hosts on which KubeVirt runs VMs: those that take virt-handler, for the pod of a VM asks for a
 * label that only virt-handler sets. Of its node selector, names and zones of hosts count.
 *
 * @param workloads - all hosts take it if that is not known.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/nodeselectorrenderer.go `NewNodeSelectorRenderer`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-operator/resource/apply/apps.go `syncDaemonSet`
 */
export function machineHosts<T extends Pick<Host, 'name' | 'zone' | 'taints'>>(
  hosts: readonly T[],
  workloads: KubevirtStackOutputs['workloads'],
): T[] {
  if (workloads === undefined) return [...hosts];
  const { nodeSelector, tolerations } = workloads;
  return toleratedHosts(fittingHosts({ nodeSelector }, hosts), {
    tolerations: [...ownTolerations, ...tolerations],
  });
}

/**
 * Returns the hosts that have CPUs for a size with dedicated ones. Where no host is known to have them, the
 * hosts were asked before KubeVirt had its gate, so all may.
 *
 * @param isDedicated - whether the size has dedicated CPUs; all hosts have shared ones.
 */
export function hostsWithCpus<T extends Pick<Host, 'dedicatedCpus'>>(
  hosts: readonly T[],
  isDedicated: boolean,
): T[] {
  const isKnown = hosts.some(({ dedicatedCpus }) => dedicatedCpus === true);
  return hosts.filter(({ dedicatedCpus }) => !isDedicated || !isKnown || dedicatedCpus !== false);
}

/** VMs that run on some hosts and not on others. */
type Placed = Pick<MachineConfig, 'instancetype' | 'scheduling'>;

/** Facts that decide which hosts take a VM. */
interface HostContext {
  readonly infra: { readonly hosts: readonly Host[] };
  readonly platform: Pick<KubevirtStackOutputs, 'instancetypes' | 'workloads'>;
}

/** Returns the hosts that run VMs and have CPUs for one of some size, whatever taints it tolerates. */
export function hostsOfSize<T extends Pick<Host, 'name' | 'zone' | 'taints' | 'dedicatedCpus'>>(
  hosts: readonly T[],
  { instancetype }: Pick<Placed, 'instancetype'>,
  { instancetypes, workloads }: HostContext['platform'],
): T[] {
  const size = instancetypes.find(({ name }) => name === instancetype);
  return machineHosts(hostsWithCpus(hosts, size?.hostCpus !== undefined), workloads);
}

/** Returns the hosts that have CPUs for a VM, and whose taints it tolerates. */
export function hostsFor(machine: Placed, { infra, platform }: HostContext): Host[] {
  return toleratedHosts(hostsOfSize(infra.hosts, machine, platform), machine.scheduling);
}

/**
 * Returns the end of a refusal that only holds because some hosts gave no dedicated CPUs when infra read them.
 * They may give them by now: virt-handler writes its label up to two minutes after the kubelet has restarted.
 *
 * @param isRefused - whether it is refused with other hosts, too.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/heartbeat/heartbeat.go `heartBeat`
 */
export function asOfInfra(
  machine: Placed,
  { infra, platform }: HostContext,
  isRefused: (hosts: Host[]) => boolean,
): string {
  const unread = infra.hosts.map((host) => ({ ...host, dedicatedCpus: undefined }));
  if (isRefused(hostsFor(machine, { infra: { hosts: unread }, platform }))) return '';
  const names = hostsFor(machine, { infra, platform }).map(({ name }) => `"${name}"`);
  return (
    `. Only hosts with dedicated CPUs count, as the last update of infra has read them (${names.join(', ')}): ` +
    'if others give them by now, bring infra up first'
  );
}
