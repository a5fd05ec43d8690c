// SPDX-License-Identifier: Apache-2.0
import type { Source } from '../translate/source.ts';
import { guestPath } from './left-out-machines.ts';

/** Interfaces of a machine besides the one in the pod network, and messages about what is not kept. */
export interface Interfaces {
  readonly interfaces: readonly Readonly<Record<string, string>>[];
  readonly lines: readonly string[];
}

/** Ways into the pod network other than a bridge, which is the default. */
const podBindings = ['masquerade', 'passt', 'slirp', 'binding'] as const;

/**
 * Returns the interfaces of a KubevirtMachineTemplate. Those of Multus are kept where the platform has a
 * network of the name of their NetworkAttachmentDefinition.
 *
 * @param known - names of networks of the platform, and of VLANs of the cluster's profiles.
 */
export function interfacesOf(title: string, source: Source, known: readonly string[]): Interfaces {
  const ofDevices = source.entries(`${guestPath}.domain.devices.interfaces`);
  const interfaces: Record<string, string>[] = [];
  const lines: string[] = [];
  for (const one of source.entries(`${guestPath}.networks`)) {
    const name = one.text('name');
    const device = ofDevices.find((device) => device.text('name') === name);
    const definition = one.text('multus.networkName');
    if (definition === undefined) {
      if (device?.peek('model') === 'virtio') device.take('model');
      const binding = podBindings.find((key) => device?.take(key) !== undefined);
      if (one.take('pod') === undefined || binding === undefined) continue;
      lines.push(
        `${title}: ${device?.pathOf(binding) ?? ''} is left out: network.binding says how machines are in the pod network`,
      );
      continue;
    }
    const network = definition.split('/').at(-1) ?? definition;
    const model = device?.text('model');
    if (known.includes(network)) {
      interfaces.push({ network, ...(model !== undefined && model !== 'virtio' && { model }) });
      continue;
    }
    lines.push(
      `${title}: ${one.pathOf('multus')} is left out: the platform has no network "${network}". Add it to kubevirt-stack:networks, or as a VLAN to network.vlans, and name it in interfaces`,
    );
  }
  return { interfaces, lines };
}
