// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { allMachines } from '../machines/index.ts';
import { inBastionImage } from './in-bastion-image.ts';

/** How one gets at a machine. */
export interface MachineCommands {
  readonly machine: string;
  /** With a kubeconfig of the infra cluster; needs no network in the machine. */
  readonly console: string;
  /** Like `console`. Undefined for machines without a screen. */
  readonly vnc?: string;
  /**
   * With a kubeconfig of the user cluster, which knows where its nodes are. Undefined where SSH is not
   * let in.
   */
  readonly ssh?: string;
}

interface NamedMachine {
  /** Also the name of its host and its node. */
  readonly machine: string;
  readonly hasScreen: boolean;
}

/** All machines of a cluster. */
function namedMachines({
  config,
  platform,
}: Pick<ClusterContext, 'config' | 'platform'>): NamedMachine[] {
  const headless = platform.headlessPreferences ?? [];
  return allMachines(config).flatMap(({ group, machine: { preference }, replicas }) =>
    Array.from({ length: replicas }, (_, index) => ({
      machine: `${group}-${index}`,
      hasScreen: !headless.includes(preference),
    })),
  );
}

/**
 * The exact commands that lead to each machine.
 *
 * @param port - of the jump, as SshAccess knows it.
 * @see https://kubevirt.io/user-guide/user_workloads/accessing_virtual_machines/
 */
export function machineCommands(context: ClusterContext, port?: number): MachineCommands[] {
  const { namespace } = context;
  return namedMachines(context).map(({ hasScreen, machine }) => {
    const ssh = sshCommand(context, machine, port);
    return {
      machine,
      console: `virtctl console --namespace ${namespace} ${machine}`,
      ...(hasScreen && { vnc: `virtctl vnc --namespace ${namespace} ${machine}` }),
      ...(ssh !== undefined && { ssh }),
    };
  });
}

/** A host by its name, where its address is not known. */
function jumpHost({ config, infra }: ClusterContext): string {
  const { address, via } = config.access.ssh;
  const isBalanced = address !== undefined && via !== 'node-port';
  return isBalanced ? address : (infra.hosts[0]?.name ?? 'HOST');
}

/**
 * In a network of its own, a machine says itself on its node where it is: KubeVirt knows such an
 * address from an agent in the guest alone, which stock images do not have.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/setup/netstat.go `ifacesStatusFromGuestAgent`
 */
function sshCommand(context: ClusterContext, machine: string, port?: number): string | undefined {
  const { user, via } = context.config.access.ssh;
  if (via === 'none') return undefined;
  if (via === 'network') {
    const path = `{.metadata.annotations.${annotationKeys.sshAddress.replaceAll('.', String.raw`\.`)}}`;
    return `ssh ${atNode(user, machine, path)}`;
  }
  const jumpUser = via === 'bastion' ? inBastionImage.user.name : user;
  const jump = `${jumpUser}@${jumpHost(context)}:${port ?? 22}`;
  const path = '{.status.addresses[?(@.type=="InternalIP")].address}';
  return `ssh -J ${jump} ${atNode(user, machine, path)}`;
}

/**
 * One word, with the address that a node has at `path`. Who has taken over a machine writes there what
 * he likes, and ssh takes options behind a host, too: only what an IPv4 address is made of is let through.
 */
function atNode(user: string, machine: string, path: string): string {
  return `"${user}@$(kubectl get node ${machine} --output jsonpath='${path}' | tr -cd 0-9.)"`;
}
