// SPDX-License-Identifier: Apache-2.0
import { knownNetwork } from '../translate/known-network.ts';
import type { KnownNetwork } from '../translate/known-network.ts';
import type { Source } from '../translate/source.ts';
import { guestPath } from './left-out-machines.ts';

/** Ways into the pod network other than a bridge, which is the default. */
const podBindings = ['masquerade', 'passt', 'slirp', 'binding'] as const;

/**
 * Returns the interfaces of a KubevirtMachineTemplate besides the one in the pod network.
 *
 * @param known - names of networks of the platform, and of VLANs of the cluster's profiles.
 */
export function interfacesOf(
  title: string,
  source: Source,
  known: readonly string[],
): KnownNetwork {
  const ofDevices = source.entries(`${guestPath}.domain.devices.interfaces`);
  const all = source.entries(`${guestPath}.networks`).map((one): KnownNetwork => {
    const name = one.text('name');
    const device = ofDevices.find((device) => device.text('name') === name);
    const definition = one.text('multus.networkName');
    if (definition !== undefined) {
      const model = device?.text('model');
      return knownNetwork(title, { definition, model, place: one.pathOf('multus') }, known);
    }
    if (device?.peek('model') === 'virtio') device.take('model');
    const binding = podBindings.find((key) => device?.take(key) !== undefined);
    if (one.take('pod') === undefined || binding === undefined) {
      return { interfaces: [], lines: [] };
    }
    const line = `${title}: ${device?.pathOf(binding) ?? ''} is left out: network.binding says how machines are in the pod network`;
    return { interfaces: [], lines: [line] };
  });
  return {
    interfaces: all.flatMap(({ interfaces }) => interfaces),
    lines: all.flatMap(({ lines }) => lines),
  };
}
