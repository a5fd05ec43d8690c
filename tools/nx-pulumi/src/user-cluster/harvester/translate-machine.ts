// SPDX-License-Identifier: Apache-2.0
import { leftOutLines } from '../translate/left-out.ts';
import { numberAt } from '../translate/number-at.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import { Source } from '../translate/source.ts';
import { takeUsual } from '../translate/usual-values.ts';
import { withValues } from '../translate/with-values.ts';
import { authorizedKeysOf } from './authorized-keys.ts';
import { disksOf } from './disks.ts';
import type { HarvesterObjects } from './harvester-objects.ts';
import { leftOutOfMachines, usualOfMachines } from './left-out-machines.ts';
import { interfacesOf } from './networks.ts';
import { schedulingOf } from './scheduling.ts';

/** Keys of machines, and messages about what is not kept. */
export interface TranslatedMachine {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** A machine pool, as far as its machines need it. */
export interface MachineContext {
  readonly cluster: string;
  readonly pool: string;
  readonly objects: HarvesterObjects;
  readonly platform: PlatformParts;
}

/**
 * Sizes of machines that say none, as the node driver has them.
 *
 * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/flags.go `defaultCPU`, `defaultMemorySize`
 */
const defaultSize = { cpu: 2, memoryGiB: 4, namespace: 'default' } as const;

/**
 * Returns what a HarvesterConfig says about machines.
 *
 * @throws Error when one of its numbers is none, or a text with JSON has none.
 */
export function translateMachine(config: object, context: MachineContext): TranslatedMachine {
  const { cluster, objects, platform, pool } = context;
  const source = new Source(config);
  const title = `HarvesterConfig ${source.text('metadata.name') ?? '?'}`;
  const said = source.peek('vmNamespace');
  const namespace = typeof said === 'string' && said !== '' ? said : defaultSize.namespace;
  takeUsual(source, usualOfMachines);
  const disks = disksOf(source, { title, images: platform.images, objects, namespace });
  const networks = interfacesOf(source, { title, objects, namespace, known: platform.networks });
  const places = schedulingOf(title, source, `${namespace}-${cluster}-${pool}`);
  const people = authorizedKeysOf(title, source, objects, namespace);
  const keys = withValues({
    cpu: numberAt(title, source, 'cpuCount') ?? defaultSize.cpu,
    memoryGiB: numberAt(title, source, 'memorySize') ?? defaultSize.memoryGiB,
    rootDisk: disks.rootDisk,
    disks: disks.disks,
    interfaces: networks.interfaces,
    authorizedKeys: people.authorizedKeys,
    scheduling: places.scheduling,
  });
  return {
    keys,
    lines: [
      ...disks.lines,
      ...networks.lines,
      ...places.lines,
      ...people.lines,
      ...leftOutLines(title, source, leftOutOfMachines),
    ],
  };
}
