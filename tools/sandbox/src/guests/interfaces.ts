// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { GuestInterface } from '../guest/boot-file.ts';
import { podDevice } from '../kubelet/pod-network.ts';
import type { PodNetwork } from './launcher.ts';
import type { MachineInstance } from './virtual-machine.ts';

/**
 * Returns the name that virt-controller requests from Multus for the interface of a network in the
 * pod.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/namescheme/networknamescheme.go
 */
function attachedDevice(network: string): string {
  return `pod${createHash('sha256').update(network).digest('hex').slice(0, 11)}`;
}

/**
 * Returns the network interfaces of a machine, in the order of its PCI ports. A card that is passed
 * through is none of them: it is a host device, and nothing plays it.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/converter/network/configurator.go
 * `Configure`
 * @throws Error when the machine's pod lacks one of them.
 */
export function guestInterfaces(
  { spec }: Pick<MachineInstance, 'spec'>,
  { macs }: Pick<PodNetwork, 'macs'>,
): GuestInterface[] {
  const interfaces = spec.domain?.devices?.interfaces ?? [];
  return interfaces
    .filter(({ sriov }) => sriov === undefined)
    .map(({ name, macAddress }) => {
      const network = spec.networks?.find((candidate) => candidate.name === name);
      const onPodNetwork = network?.pod !== undefined;
      const device = onPodNetwork ? podDevice : attachedDevice(name);
      const mac = macs.get(device);
      if (mac === undefined)
        throw new Error(`the pod has no interface ${device}, of network ${name}`);
      return { name, device, mac: macAddress?.toLowerCase() ?? mac, onPodNetwork };
    });
}

/** Returns whether the machine itself has its pod's address. */
export function isBridged({ spec }: Pick<MachineInstance, 'spec'>): boolean {
  const network = spec.networks?.find(({ pod }) => pod !== undefined)?.name;
  const interfaces = spec.domain?.devices?.interfaces ?? [];
  return interfaces.some(({ name, bridge }) => name === network && bridge !== undefined);
}
