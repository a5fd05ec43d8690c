// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { knownNetwork } from '../translate/known-network.ts';
import type { KnownNetwork } from '../translate/known-network.ts';
import { leftOutLines } from '../translate/left-out.ts';
import type { Source } from '../translate/source.ts';
import { deviceAt } from './device-names.ts';
import type { HarvesterObjects } from './harvester-objects.ts';
import { jsonField } from './json-field.ts';
import { leftOutOfMachines } from './left-out-machines.ts';

/** A machine, as far as its networks need it. */
export interface NetworkContext {
  readonly title: string;
  readonly objects: HarvesterObjects;
  /** Namespace of the machine in Harvester. */
  readonly namespace: string;
  /** Names of networks of the platform, and of VLANs of the cluster's profiles. */
  readonly known: readonly string[];
}

/** Returns which frames of a bridge a network has, as the configuration of Harvester's CNI plug-in `bridge` says it. */
function framesOf({ vlan, vlanTrunk }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(vlanTrunk) && vlanTrunk.length > 0) return 'several VLANs';
  // In Harvester, 0 and 1 are frames without a tag.
  return typeof vlan === 'number' && vlan > 1 ? `VLAN ${vlan}` : 'without a tag';
}

/** Returns the bridge and the VLAN of a NetworkAttachmentDefinition of Harvester; undefined for another one. */
function factsOf(definition: Source | undefined): string | undefined {
  let config: unknown;
  try {
    config = JSON.parse(definition?.text('spec.config') ?? '');
  } catch {
    return undefined;
  }
  if (!isMapping(config) || typeof config.bridge !== 'string') return undefined;
  return `${framesOf(config)} on the bridge ${config.bridge} of Harvester`;
}

/** Returns the interfaces of a HarvesterConfig. */
export function interfacesOf(source: Source, context: NetworkContext): KnownNetwork {
  const { known, namespace, objects, title } = context;
  const list = jsonField(title, source, 'networkInfo');
  // The node driver reads them only where there is no list.
  if (list) source.take('networkModel', 'networkName');
  const said = list
    ? list.entries('interfaces').map((one) => ({ one, model: 'model', path: 'networkName' }))
    : [{ one: source, model: 'networkModel', path: 'networkName' }];
  const all = said.flatMap(({ model, one, path }) => {
    if (list && one.peek('type') === 'bridge') one.take('type');
    const definition = one.text(path);
    if (definition === undefined) return [];
    const facts = factsOf(objects.find('NetworkAttachmentDefinition', definition, namespace));
    const asked = {
      definition,
      facts,
      model: deviceAt(one, model, 'model'),
      place: one.pathOf(path),
    };
    return [knownNetwork(title, asked, known)];
  });
  return {
    interfaces: all.flatMap(({ interfaces }) => interfaces),
    lines: [
      ...all.flatMap(({ lines }) => lines),
      ...(list ? leftOutLines(title, list, leftOutOfMachines) : []),
    ],
  };
}
