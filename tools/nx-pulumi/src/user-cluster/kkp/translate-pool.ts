// SPDX-License-Identifier: Apache-2.0
import type { Images } from '../translate/images.ts';
import { dnsPolicyReasons, knownValue } from '../translate/known-value.ts';
import { leftOutLines } from '../translate/left-out.ts';
import { platformName } from '../translate/platform-name.ts';
import { rolloutOf } from '../translate/rollout.ts';
import { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { leftOutOfPools } from './left-out.ts';
import { disksOf, rootDiskOf } from './root-disk.ts';
import { schedulingOf } from './scheduling.ts';
import { sizeOf } from './size.ts';

/** A pool, and what somebody should look at. */
export interface TranslatedPool {
  readonly pool: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

const provider = 'spec.template.spec.providerSpec.value';
const cloud = `${provider}.cloudProviderSpec`;
const machine = `${cloud}.virtualMachine`;

const rolloutPaths = {
  replicas: 'spec.replicas',
  strategy: 'spec.strategy',
  minReadySeconds: ['spec.minReadySeconds'],
};

/**
 * Seconds that machine-controller lets pods have before it deletes a machine with them: `skip-eviction-after`.
 *
 * @see https://github.com/kubermatic/machine-controller/blob/main/cmd/machine-controller/main.go
 */
const skipEvictionAfterSeconds = 7200;

/** Values without a counterpart, by their key, and why. */
const unknownValues = {
  dnsPolicy: dnsPolicyReasons,
  evictionStrategy: { External: "it is for KKP's own controller; machines drain themselves" },
} as const;

/** Returns the value of a key that has some without a counterpart, or the line about it. */
function valueOf(title: string, source: Source, key: keyof typeof unknownValues) {
  const paths = [`${machine}.${key}`, `${cloud}.${key}`];
  return knownValue(title, source, { key, paths, reasons: unknownValues[key] });
}

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
  const instancetype = platformName(source, `${machine}.instancetype`);
  const size = sizeOf(title, source);
  const rollout = rolloutOf(title, source, rolloutPaths);
  const dnsPolicy = valueOf(title, source, 'dnsPolicy');
  const eviction = valueOf(title, source, 'evictionStrategy');
  const pool = withValues({
    name,
    ...rollout.keys,
    // An instance type wins over numbers, as in KKP.
    ...(instancetype === undefined ? size.keys : { instancetype }),
    preference: platformName(source, `${machine}.preference`),
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
  });
  return {
    pool,
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
