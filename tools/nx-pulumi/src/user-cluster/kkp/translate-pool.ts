// SPDX-License-Identifier: Apache-2.0
import { leftOutLines, leftOutOfPools } from './left-out.ts';
import { disksOf, rootDiskOf } from './root-disk.ts';
import type { Images } from './root-disk.ts';
import { rolloutOf } from './rollout.ts';
import { schedulingOf } from './scheduling.ts';
import { sizeOf } from './size.ts';
import { Source } from './source.ts';

/** A pool, and what somebody should look at. */
export interface TranslatedPool {
  readonly pool: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

const provider = 'spec.template.spec.providerSpec.value';
const cloud = `${provider}.cloudProviderSpec`;
const machine = `${cloud}.virtualMachine`;

/**
 * Seconds that machine-controller lets pods have before it deletes a machine with them: `skip-eviction-after`.
 *
 * @see https://github.com/kubermatic/machine-controller/blob/main/cmd/machine-controller/main.go
 */
const skipEvictionAfterSeconds = 7200;

/** Instance types and preferences that are not those of one namespace. */
const clusterKinds = [
  undefined,
  'VirtualMachineClusterInstancetype',
  'VirtualMachineClusterPreference',
];

function nameOf(source: Source, key: 'instancetype' | 'preference'): string | undefined {
  const kind = source.take(`${machine}.${key}.kind`);
  return clusterKinds.includes(kind as string | undefined)
    ? source.text(`${machine}.${key}.name`)
    : undefined;
}

/** Values without a counterpart, by their key, and why. */
const unknownValues = {
  dnsPolicy: { Default: 'it would be that of the host; machines ask network.dns.servers' },
  evictionStrategy: { External: "it is for KKP's own controller; machines drain themselves" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the value of a key that has some without a counterpart, or the line about it. */
function knownValue(source: Source, title: string, key: keyof typeof unknownValues) {
  const value = source.text(`${machine}.${key}`, `${cloud}.${key}`);
  const reasons: Readonly<Record<string, string>> = unknownValues[key];
  const reason = value === undefined ? undefined : reasons[value];
  if (reason === undefined) return { value, lines: [] };
  return { value: undefined, lines: [`${title}: ${key} ${value ?? ''} is left out: ${reason}`] };
}

const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** @throws Error when its machines are those of another cloud provider. */
function refuseOtherProviders(title: string, source: Source): void {
  const name = source.text(`${provider}.cloudProvider`);
  if (name === undefined || name === 'kubevirt') return;
  throw new Error(
    `${title}: its cloudProvider is "${name}"; only MachineDeployments of kubevirt are translated.`,
  );
}

/**
 * Returns the pool that a MachineDeployment of KKP asks for.
 *
 * @throws Error when it is of another cloud provider, or one of its numbers is none.
 */
export function translatePool(deployment: object, images: Images): TranslatedPool {
  const source = new Source(deployment);
  const name = source.text('metadata.name') ?? '';
  const title = `MachineDeployment ${name}`;
  refuseOtherProviders(title, source);
  const { lines, rootDisk } = rootDiskOf(title, source, images);
  const instancetype = nameOf(source, 'instancetype');
  const size = sizeOf(title, source);
  const rollout = rolloutOf(title, source);
  const dnsPolicy = knownValue(source, title, 'dnsPolicy');
  const eviction = knownValue(source, title, 'evictionStrategy');
  const pool = {
    name,
    ...rollout.keys,
    // An instance type wins over numbers, as in KKP.
    ...(instancetype === undefined ? size.keys : { instancetype }),
    preference: nameOf(source, 'preference'),
    rootDisk,
    disks: disksOf(source),
    dnsPolicy: dnsPolicy.value,
    dnsConfig: source.take(`${machine}.dnsConfig`, `${cloud}.dnsConfig`),
    authorizedKeys: source.texts(`${provider}.sshPublicKeys`),
    cloudInit: source.text(`${provider}.operatingSystem`) === 'flatcar' ? 'ignition' : undefined,
    labels: source.take('spec.template.spec.metadata.labels'),
    taints: source.take('spec.template.spec.taints'),
    evictionStrategy: eviction.value,
    drain: { timeoutSeconds: skipEvictionAfterSeconds },
    scheduling: schedulingOf(source),
  };
  return {
    pool: Object.fromEntries(Object.entries(pool).filter(([, value]) => !isEmpty(value))),
    lines: [
      ...lines,
      ...(instancetype === undefined ? size.lines : []),
      ...rollout.lines,
      ...dnsPolicy.lines,
      ...eviction.lines,
      ...leftOutLines(title, source, leftOutOfPools),
    ],
  };
}
