// SPDX-License-Identifier: Apache-2.0
import { dnsPolicyReasons, knownValue } from '../translate/known-value.ts';
import { leftOutLines } from '../translate/left-out.ts';
import { platformName } from '../translate/platform-name.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { disksOf } from './disks.ts';
import { guestPath, leftOutOfMachines, machinePath } from './left-out-machines.ts';
import { interfacesOf } from './networks.ts';
import { schedulingOf } from './scheduling.ts';
import { sizeOf } from './size.ts';

/** Keys of machines, and messages about what is not kept. */
export interface TranslatedMachine {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** Values without a counterpart, by their key, and why. */
const unknownValues = {
  dnsPolicy: dnsPolicyReasons,
  evictionStrategy: { External: "it is for CAPK's own controller; machines drain themselves" },
} as const;

/** Returns the message about a way to run other than always. */
function runLines(title: string, source: Source): string[] {
  const strategy = source.text(`${machinePath}.runStrategy`) ?? 'Always';
  const isRunning = source.text(`${machinePath}.running`) ?? 'true';
  if (strategy === 'Always' && isRunning === 'true') return [];
  return [
    `${title}: ${machinePath}.runStrategy is left out: machines always run; hibernated takes those of pools away`,
  ];
}

/**
 * Returns what a KubevirtMachineTemplate says about machines.
 *
 * @throws Error when one of its numbers is none.
 */
export function translateMachine(template: object, platform: PlatformParts): TranslatedMachine {
  const source = new Source(template);
  const title = `KubevirtMachineTemplate ${source.text('metadata.name') ?? '?'}`;
  const valueOf = (key: keyof typeof unknownValues) =>
    knownValue(title, source, {
      key: `${guestPath}.${key}`,
      paths: [`${guestPath}.${key}`],
      reasons: unknownValues[key],
    });
  const disks = disksOf(title, source, platform.images);
  const networks = interfacesOf(title, source, platform.networks);
  const instancetype = platformName(source, `${machinePath}.instancetype`);
  const size = sizeOf(title, source);
  const dnsPolicy = valueOf('dnsPolicy');
  const eviction = valueOf('evictionStrategy');
  const keys = withValues({
    ...(instancetype === undefined ? size.keys : { instancetype }),
    preference: platformName(source, `${machinePath}.preference`),
    rootDisk: disks.rootDisk,
    disks: disks.disks,
    volumes: disks.volumes,
    interfaces: networks.interfaces,
    dnsPolicy: dnsPolicy.value,
    dnsConfig: source.take(`${guestPath}.dnsConfig`),
    evictionStrategy: eviction.value,
    scheduling: schedulingOf(source),
  });
  return {
    keys,
    lines: [
      ...disks.lines,
      ...(instancetype === undefined ? size.lines : []),
      ...networks.lines,
      ...dnsPolicy.lines,
      ...eviction.lines,
      ...runLines(title, source),
      ...leftOutLines(title, source, leftOutOfMachines),
    ],
  };
}
