// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { allMachines } from '../machines/index.ts';
import { inBastionImage } from './in-bastion-image.ts';
import { jumpHost, sshPort } from './jump-host.ts';

/** Commands that reach one VM. */
export interface MachineCommands {
  readonly machine: string;
  /** Needs a kubeconfig of the infra cluster, and no network in the VM. */
  readonly console: string;
  /** Needs the same kubeconfig as `console`. Undefined for VMs without a screen. */
  readonly vnc?: string;
  /**
   * Needs a kubeconfig of the user cluster, which knows the addresses of its nodes. Undefined where SSH
   * is off.
   */
  readonly ssh?: string;
}

interface NamedMachine {
  /** Also its host name and the name of its node. */
  readonly machine: string;
  readonly hasScreen: boolean;
}

/** Returns all VMs of a cluster, and whether each has a screen. */
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
 * Returns the exact commands that reach each VM.
 *
 * @param port - of the jump, as createSshAccess returns it.
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

/**
 * Returns the command that logs in to a VM by SSH; undefined where SSH is off.
 *
 * With `via: network`, the command reads the address from an annotation that the VM writes on its own
 * node: KubeVirt learns such an address only from a guest agent, which stock images do not have.
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
  const host = jumpHost(context);
  const jump = `${jumpUser}@${host.includes(':') ? `[${host}]` : host}:${port ?? sshPort}`;
  const path = '{.status.addresses[?(@.type=="InternalIP")].address}';
  return `ssh -J ${jump} ${atNode(user, machine, path)}`;
}

/**
 * Returns one shell word: the user at the first IPv4 address that a node has at `path`, where words have a space
 * between them. A node has a second address where the infra cluster's pods have IPv6, too: KubeVirt reports all
 * addresses of a VM's pod, and the cloud controller writes each of them on the node. Whoever has taken over a VM can
 * write anything there, and ssh takes options after the host, too: only a word of digits and dots is let through.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/setup/netpod/discover.go (sortIPsBasedOnPrimaryIP)
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/instances_v2.go (getNodeAddresses)
 */
function atNode(user: string, machine: string, path: string): string {
  return `"${user}@$(kubectl get node ${machine} --output jsonpath='${path}' | tr ' ' '\\n' | grep -m 1 -x '[0-9.]*[0-9]')"`;
}
