// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { datacenterKeys } from './datacenter-keys.ts';
import { kubevirtDatacenter } from './datacenter-fields.ts';
import type { SeedFile } from './read-seed.ts';
import type { SeedKey } from './seed-key.ts';
import { seedKeys } from './seed-keys.ts';
import { translateSeed } from './translate-seed.ts';

type Mapping = Record<string, unknown>;

/** Returns an object with a value at a path; an entry of a list is its first one. */
function objectWith(path: string, value: unknown, rest: Mapping = {}): Mapping {
  const [key = '', ...inner] = path.split('.');
  const own = inner.length === 0 ? value : objectWith(inner.join('.'), value, rest);
  if (!key.endsWith('[]')) return { [key]: own };
  return { [key.slice(0, -2)]: [{ ...rest, ...(own as Mapping) }] };
}

/** Translates the datacenter "d" with this content, of a Seed with these other keys. */
function translate(content: Mapping, ownSpec: Mapping = {}) {
  const { kubevirt } = (content.spec ?? {}) as Mapping;
  // A sample of a key that is left out may have any shape.
  const parsed = kubevirtDatacenter.safeParse(kubevirt);
  const file: SeedFile = {
    datacenter: 'd',
    content,
    kubevirt: parsed.data ?? {},
    seed: {
      kind: 'Seed',
      metadata: { name: 's' },
      spec: { ...ownSpec, datacenters: { d: content } },
    },
    objects: [],
  };
  return translateSeed(file, false);
}

/** The line about a snapshot class of a datacenter without storage classes. */
const idle =
  'Datacenter d: spec.kubevirt.infraVolumeSnapshotClasses[0] is left out: no class of storage.classes has it as snapshotClass';

const rows = (keys: Readonly<Record<string, SeedKey>>) =>
  Object.entries(keys).map(([key, row]) => ({ key, row }));

/** Returns the required keys beside another one in a list. */
const requiredBeside = (key: string) =>
  key.includes('infraVolumeSnapshotClasses')
    ? { infraVolumeSnapshotClass: 'a' }
    : { name: 'a', ...(key.startsWith('customNetworkPolicies') && { spec: rule }) };

const rule = { ingress: [{ ports: [{ protocol: 'UDP' as const, port: 123 }] }] };

/** Returns the line about a key that is left out, and the value that a file may have at it. */
function expected(title: string, keys: Readonly<Record<string, SeedKey>>, key: string) {
  const row = keys[key];
  const above = row !== undefined && 'of' in row ? row.of : key;
  const outer = keys[above];
  const reason = outer !== undefined && 'leftOut' in outer ? outer.leftOut : '';
  return `${title}: ${above.replaceAll('[]', '[0]')} is left out: ${reason}`;
}

const leftOut = rows(datacenterKeys).filter(({ row }) => !('becomes' in row));

// Proves: migration.from-kkp-seed
test.each(leftOut)('$key of a datacenter is left out, with its reason', ({ key }) => {
  const { lines } = translate(objectWith(key, 'sample', requiredBeside(key)));
  expect(lines.filter((line) => line !== idle)).toEqual([
    expected('Datacenter d', datacenterKeys, key),
  ]);
});

// Proves: migration.from-kkp-seed
test.each(rows(seedKeys))('$key of a Seed is left out, with its reason', ({ key }) => {
  const { spec } = objectWith(key, 'sample') as { readonly spec: Mapping };
  expect(translate({}, spec).lines).toEqual([expected('Seed s', seedKeys, key)]);
});

const usual = [...rows(datacenterKeys), ...rows(seedKeys)].flatMap(({ key, row }) =>
  (row.usual ?? []).map((value) => ({ key, value })),
);

// Proves: migration.from-kkp-seed
test.each(usual)('$key $value is not worth a line', ({ key, value }) => {
  const { lines } = translate(objectWith(key, value, requiredBeside(key)));
  expect(lines.filter((line) => line !== idle)).toEqual([]);
});

const oneClass = (rest: object) => ({
  defaults: { storage: { classes: [{ name: 'kubevirt-a', infraClass: 'a', ...rest }] } },
});
const own = 'spec.kubevirt';

/** A value for each key with a counterpart, and what comes of it. */
const kept: Readonly<Record<string, readonly [value: unknown, becomes: object]>> = {
  'dnsConfig.nameservers': [['10.0.0.53'], { dns: { servers: ['10.0.0.53'] } }],
  'dnsConfig.searches': [['a.example.org'], { dns: { searches: ['a.example.org'] } }],
  'dnsConfig.options': [[{ name: 'ndots', value: '2' }], { dns: { ndots: 2 } }],
  'customNetworkPolicies[].name': [
    'ntp',
    { defaults: { isolation: { customNetworkPolicies: [{ name: 'ntp' }] } } },
  ],
  'customNetworkPolicies[].spec': [
    rule,
    { defaults: { isolation: { customNetworkPolicies: [{ name: 'a', spec: rule }] } } },
  ],
  'images.http.operatingSystems': [
    { ubuntu: { '24.04': 'docker://registry.example.org/ubuntu:24.04' } },
    { images: [{ name: 'ubuntu-24-04', registry: 'docker://registry.example.org/ubuntu:24.04' }] },
  ],
  'infraStorageClasses[].name': ['a', oneClass({})],
  'infraStorageClasses[].isDefaultClass': [true, oneClass({ default: true })],
  'infraStorageClasses[].volumeBindingMode': [
    'WaitForFirstConsumer',
    oneClass({ volumeBindingMode: 'WaitForFirstConsumer' }),
  ],
  'infraStorageClasses[].volumeProvisioner': ['kubevirt-csi-driver', oneClass({})],
  'infraStorageClasses[].reclaimPolicy': ['Retain', oneClass({ reclaimPolicy: 'Retain' })],
  'infraStorageClasses[].allowVolumeExpansion': [true, oneClass({ expansion: true })],
  ccmZoneAndRegionEnabled: [false, { profile: { cloud: { zones: false } } }],
  ccmLoadBalancerEnabled: [false, { profile: { cloud: { loadBalancers: false } } }],
};

// Proves: migration.from-kkp-seed
test('volumes of a class that does not say so cannot grow, as in KKP, whatever the infra class says', () => {
  const infraStorageClasses = [{ name: 'a' }, { name: 'b', allowVolumeExpansion: false }];
  const { defaults } = translate({ spec: { kubevirt: { infraStorageClasses } } });
  expect(defaults).toEqual({
    storage: {
      classes: ['a', 'b'].map((name) => ({
        name: `kubevirt-${name}`,
        infraClass: name,
        expansion: false,
      })),
    },
  });
});

const snapshots = 'infraVolumeSnapshotClasses[]';

// Proves: migration.from-kkp-seed
test('every other key of a datacenter has a counterpart that is tried', () => {
  const tried = [
    ...Object.keys(kept),
    `${snapshots}.infraVolumeSnapshotClass`,
    `${snapshots}.isDefaultClass`,
  ];
  const keys = rows(datacenterKeys).flatMap(({ key, row }) => ('becomes' in row ? [key] : []));
  expect(keys.toSorted()).toEqual(tried.map((key) => `${own}.${key}`).toSorted());
});

// Proves: migration.from-kkp-seed
test.each(Object.entries(kept))(
  '%s of a datacenter becomes what the table says',
  (key, [value, becomes]) => {
    const { lines, ...rest } = translate({
      spec: { kubevirt: objectWith(key, value, requiredBeside(key)) },
    });
    expect(lines).toEqual([]);
    expect(rest).toMatchObject(becomes);
  },
);

// Proves: migration.from-kkp-seed
test('the default snapshot class is that of all classes, and clusters have snapshots', () => {
  const infraStorageClasses = [{ name: 'a' }];
  const infraVolumeSnapshotClasses = [
    { infraVolumeSnapshotClass: 'one' },
    { infraVolumeSnapshotClass: 'two', isDefaultClass: true },
  ];
  const said = translate({
    spec: { kubevirt: { infraStorageClasses, infraVolumeSnapshotClasses } },
  });
  expect(said).toMatchObject({
    ...oneClass({ snapshotClass: 'two' }),
    profile: { storage: { snapshots: true } },
    lines: [
      'Datacenter d: spec.kubevirt.infraVolumeSnapshotClasses[0] is left out: a class has one snapshotClass, and that of all is "two"',
    ],
  });
  expect(translate({ spec: { kubevirt: { infraVolumeSnapshotClasses } } })).toMatchObject({
    profile: {},
    lines: [
      'Datacenter d: spec.kubevirt.infraVolumeSnapshotClasses[1] is left out: no class of storage.classes has it as snapshotClass',
    ],
  });
});

// Proves: migration.from-kkp-seed
test('a key that KKP does not have is named', () => {
  const content = {
    spec: { kubevirt: { newKey: 1, infraStorageClasses: [{ name: 'a', newer: 2 }] } },
  };
  expect(translate(content, { newest: 3 }).lines).toEqual([
    'Datacenter d: spec.kubevirt.newKey is left out: it is not known here',
    'Datacenter d: spec.kubevirt.infraStorageClasses[0].newer is left out: it is not known here',
    'Seed s: spec.newest is left out: it is not known here',
  ]);
});

const root = resolve(import.meta.dirname, '../../../../..');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Returns the schema of `config` in the files of a program. */
function configSchema(program: string): Schema | undefined {
  const text = readFileSync(join(root, `stacks/schemas/${program}.json`), 'utf8');
  return (JSON.parse(text) as Schema).properties?.config;
}

/** Whether a program's file has a key, such as `storage.classes[].name`. */
function isKey(program: string, path: string): boolean {
  const steps = `${program}:${path}`.split(/\.|(?=\[\])/);
  const found = steps.reduce<Schema | undefined>(
    (outer, step) => (step === '[]' ? outer?.items : outer?.properties?.[step]),
    configSchema(program),
  );
  return found !== undefined;
}

/** Keys with dots or a program that a text names. */
const named = (text: string) =>
  [...text.matchAll(/(?<![\w/.])(?:([a-z-]+):)?([a-z]\w*(?:(?:\[\])?\.\w+)*)(?![\w/-])/g)].flatMap(
    ([, program, path = '']) =>
      program === undefined && !path.includes('.') ? [] : [{ program, path }],
  );

// Proves: migration.from-kkp-seed
test('counterparts and reasons name only keys that files have', () => {
  const texts = [...rows(datacenterKeys), ...rows(seedKeys)].flatMap(({ row }) => {
    if ('becomes' in row) return [row.becomes];
    return 'leftOut' in row ? [row.leftOut.replaceAll(/\(docs[^)]*\)/g, '')] : [];
  });
  const all = texts.flatMap(named);
  const isKnown = ({ program, path }: (typeof all)[number]) =>
    (program === undefined ? ['kubevirt-stack', 'user-cluster'] : [program]).some((one) =>
      isKey(one, path),
    );
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((one) => !isKnown(one))).toEqual([]);
  expect(named('say storage.nothing, or user-cluster:cloud.nothing').filter(isKnown)).toEqual([]);
});
