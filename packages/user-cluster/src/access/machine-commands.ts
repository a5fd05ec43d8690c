// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from '../cluster-context.ts';
import { inBastionImage } from './in-bastion-image.ts';

/** How one gets at a machine. */
export interface MachineCommands {
  readonly machine: string;
  /** With a kubeconfig of the infra cluster; needs no network in the machine. */
  readonly console: string;
  /** Like `console`. */
  readonly vnc: string;
  /**
   * With a kubeconfig of the user cluster, which knows where its nodes are; with `via: network`, of
   * the infra cluster. Undefined where SSH is not let in.
   */
  readonly ssh?: string;
}

/** The names of all machines of a cluster, which are also those of hosts and nodes. */
function machineNames({ config }: Pick<ClusterContext, 'config'>): string[] {
  const numbered = (name: string, replicas: number) =>
    Array.from({ length: replicas }, (_, index) => `${name}-${index}`);
  return [
    ...numbered('cp', config.controlPlane.replicas),
    ...config.pools.flatMap(({ name, replicas }) => numbered(name, replicas)),
  ];
}

/**
 * The exact commands that lead to each machine.
 *
 * @param port - of the jump, as SshAccess knows it.
 * @see https://kubevirt.io/user-guide/user_workloads/accessing_virtual_machines/
 */
export function machineCommands(context: ClusterContext, port?: number): MachineCommands[] {
  const { namespace } = context;
  return machineNames(context).map((machine) => {
    const ssh = sshCommand(context, machine, port);
    return {
      machine,
      console: `virtctl console --namespace ${namespace} ${machine}`,
      vnc: `virtctl vnc --namespace ${namespace} ${machine}`,
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

function sshCommand(context: ClusterContext, machine: string, port?: number): string | undefined {
  const { network, user, via } = context.config.access.ssh;
  if (via === 'none') return undefined;
  if (via === 'network') {
    const path = `{.status.interfaces[?(@.name=="${network ?? ''}")].ipAddress}`;
    return `ssh ${user}@$(kubectl --namespace ${context.namespace} get vmi ${machine} --output jsonpath='${path}')`;
  }
  const jumpUser = via === 'bastion' ? inBastionImage.user.name : user;
  const jump = `${jumpUser}@${jumpHost(context)}:${port ?? 22}`;
  const path = '{.status.addresses[?(@.type=="InternalIP")].address}';
  return `ssh -J ${jump} ${user}@$(kubectl get node ${machine} --output jsonpath='${path}')`;
}
