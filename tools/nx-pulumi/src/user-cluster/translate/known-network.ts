// SPDX-License-Identifier: Apache-2.0

/** An interface in a network of the platform, or the message about one that it does not have. */
export interface KnownNetwork {
  readonly interfaces: readonly Readonly<Record<string, string>>[];
  readonly lines: readonly string[];
}

/** An interface, as another product says it. */
export interface AskedNetwork {
  /** NetworkAttachmentDefinition, with or without its namespace. */
  readonly definition: string;
  readonly model?: string | undefined;
  /** Place of the interface in its object, for messages. */
  readonly place: string;
  /** Facts about the network that help to make it, for messages. */
  readonly facts?: string | undefined;
}

/**
 * Returns an interface of a machine: it is kept where the platform has a network of the name of its
 * NetworkAttachmentDefinition.
 *
 * @param title - of the object that asks for it.
 * @param known - names of networks of the platform, and of VLANs of the cluster's profiles.
 */
export function knownNetwork(
  title: string,
  { definition, facts, model, place }: AskedNetwork,
  known: readonly string[],
): KnownNetwork {
  const network = definition.split('/').at(-1) ?? definition;
  if (known.includes(network)) {
    const own = model !== undefined && model !== 'virtio';
    return { interfaces: [{ network, ...(own && { model }) }], lines: [] };
  }
  const more = facts === undefined ? '' : ` (${facts})`;
  return {
    interfaces: [],
    lines: [
      `${title}: ${place} is left out: the platform has no network "${network}"${more}. Add it to kubevirt-stack:networks, or as a VLAN to network.vlans, and name it in interfaces`,
    ],
  };
}
