// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '../config/index.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';

type Taints = readonly Pick<MachineConfig['taints'][number], 'key' | 'effect' | 'value'>[];

const controlPlane = {
  key: 'node-role.kubernetes.io/control-plane',
  effect: 'NoSchedule',
} as const;

/**
 * Returns the taints of a VM's node: kubeadm's own for control planes, and those of the configuration.
 */
export function taintsOf({ role, machine }: Pick<BootstrapArgs, 'role' | 'machine'>): Taints {
  return [...(role === 'control-plane' ? [controlPlane] : []), ...machine.taints];
}

/**
 * Returns the taints that a kubelet registers its node with. kubeadm writes those of workers into the
 * kubelet's flags; those of control planes it writes only into the node, itself, when the node joins. A
 * node that is registered anew later would take pods until somebody notices.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/cmd/phases/join/kubelet.go `registerTaintsUsingFlags`
 */
export function registeredTaints(args: Pick<BootstrapArgs, 'role' | 'machine'>): Taints {
  return args.role === 'control-plane' ? taintsOf(args) : [];
}
