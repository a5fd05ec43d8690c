// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { createTree } from '@nx/devkit/testing';
import { withClusterDefaults } from '@strata/contracts/cluster-defaults';
import { userClusterDefaults } from '@strata/contracts/fields';
import { userClusterConfig } from '@strata/user-cluster/config';
import { resolveProfiles } from '@strata/user-cluster/profiles';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generateEnvironment, generateUserCluster } from '../index.ts';
import { treeFiles } from '../user-cluster/tree-files.ts';
import { seed } from './kkp-seed/testing/seed.ts';

const options = {
  name: 'lab',
  storageClass: 'nvme-disks',
  endpoints: '10.7.8.10-10.7.8.49',
  loadBalancers: '10.7.8.50-10.7.8.199',
};

const platformFile = 'stacks/kubevirt-stack/Pulumi.lab.yaml';
const profile = 'stacks/profiles/lab.yaml';

let folder: string;
let fromKkpSeed: string;
let log: jest.SpyInstance;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'from-kkp-seed-'));
  fromKkpSeed = join(folder, 'seed.yaml');
  writeFileSync(fromKkpSeed, seed);
  log = jest.spyOn(console, 'log').mockReturnValue(undefined);
});
afterEach(() => {
  log.mockRestore();
  rmSync(folder, { recursive: true });
});

/** Lines that were printed. */
const printed = () =>
  (log.mock.calls as string[][]).flatMap(([text = '']) =>
    text.split('\n').map((line) => line.trim()),
  );

/** Makes the environment "lab" from a datacenter of the Seed. */
function generate(rest: object = {}, tree = createTree()) {
  const next = generateEnvironment(tree, {
    ...options,
    fromKkpSeed,
    datacenter: 'halle-2',
    ...rest,
  });
  return { next, tree };
}

/** Returns the configuration in a file. */
function configIn(tree: Tree, file: string): Readonly<Record<string, unknown>> {
  return (parse(tree.read(file, 'utf8') ?? '') as { readonly config: Record<string, unknown> })
    .config;
}

// Proves: migration.from-kkp-seed
test('a datacenter of KubeVirt becomes the files of an environment', () => {
  const { tree } = generate();
  const text = tree.read(platformFile, 'utf8') ?? '';
  expect(text.slice(text.indexOf('  kubevirt-stack:images:'))).toBe(`  kubevirt-stack:images:
    - name: ubuntu-24-04
      os: ubuntu
      version: "24.04"
      registry: docker://registry.example.org/machines/ubuntu:24.04
      # KKP says no sizes: at least that of the unpacked image, at most that of root disks.
      sizeGiB: 10
    - name: ubuntu-22-04
      os: ubuntu
      version: "22.04"
      http:
        url: http://10.7.0.9/jammy.img
      sizeGiB: 10
    - name: flatcar-4230-2-1
      os: flatcar
      version: 4230.2.1
      http:
        url: https://images.example.org/flatcar.img
      sizeGiB: 10
  kubevirt-stack:metallb:
    pools:
      - name: endpoints
        addresses:
          - 10.7.8.10-10.7.8.49
        # Only for Services that name their address, as the APIs of user clusters do.
        autoAssign: false
      - name: default
        addresses:
          - 10.7.8.50-10.7.8.199
  kubevirt-stack:userClusterDefaults:
    network:
      dns:
        # Whom machines ask. The infra cluster's would tell them the names of all clusters' Services.
        servers:
          - 10.7.0.53
          - 10.7.0.54
        searches:
          - halle.example.org
        ndots: 3
    isolation:
      customNetworkPolicies:
        - name: from-offices
          spec:
            podSelector: {}
            policyTypes:
              - Ingress
            ingress:
              - from:
                  - ipBlock:
                      cidr: 10.7.16.0/20
    storage:
      classes:
        - name: kubevirt-rbd-replica
          infraClass: rbd-replica
          default: true
          reclaimPolicy: Retain
          volumeBindingMode: Immediate
          expansion: true
          snapshotClass: rbd-snapshots
        - name: kubevirt-cephfs-halle
          infraClass: cephfs.halle
          expansion: false
          snapshotClass: rbd-snapshots
`);
  expect(tree.read(profile, 'utf8')).toBe(`# yaml-language-server: $schema=../schemas/profiles.json
# What user clusters of "lab" share; docs/profiles.md says how they take it.

config:
  user-cluster:cloud:
    zones: false
  user-cluster:storage:
    snapshots: true
`);
});

// Proves: migration.from-kkp-seed
test('it prints what is not as KKP has it, and then what to do', () => {
  const { next } = generate();
  const before = printed();
  expect(before.slice(0, 3)).toEqual([
    '',
    'Not as KKP has it:',
    'Datacenter halle-2: spec.kubevirt.images.http.operatingSystems.ubuntu.22.04 has no checksum: put http.checksum of the image "ubuntu-22-04" into the file, for previews refuse it without',
  ]);
  next();
  const after = printed().slice(before.length);
  expect(after.filter((line) => /sha256sum|--profile/.test(line))).toEqual([
    'put what sha256sum prints of the images ubuntu-22-04, flatcar-4230-2-1 into stacks/kubevirt-stack/Pulumi.lab.yaml, as http.checksum: sha256:...',
    'npx strata new cluster lab NAME --profile lab, for what KKP sets for all clusters of the datacenter',
  ]);
  expect(printed().join('\n')).not.toContain('hush');
});

// Proves: migration.from-kkp-seed
test('a cluster of the environment has what the datacenter gave to all', () => {
  const { tree } = generate();
  generateUserCluster(tree, { environment: 'lab', name: 'one', profile: 'lab' });
  const file = 'stacks/user-cluster/Pulumi.lab.one.yaml';
  const own = Object.entries(configIn(tree, file)).map(
    ([key, value]) => [key.replace('user-cluster:', ''), value] as const,
  );
  const { config, problems } = resolveProfiles(
    { file, config: Object.fromEntries(own) },
    treeFiles(tree),
  );
  expect(problems).toEqual([]);
  const values = Object.entries(config).map(
    ([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)] as const,
  );
  const defaults = userClusterDefaults.parse(
    configIn(tree, platformFile)['kubevirt-stack:userClusterDefaults'],
  );
  const raw = {
    project: 'user-cluster',
    stack: 'lab.one',
    values: Object.fromEntries(values),
    secretKeys: [],
  };
  const merged = withClusterDefaults(raw, 'lab', defaults).raw.values;
  const whole = Object.entries(merged).map(
    ([key, value]) => [key.replace('user-cluster:', ''), JSON.parse(value)] as const,
  );
  expect(userClusterConfig.parse(Object.fromEntries(whole))).toMatchObject({
    cloud: { zones: false, loadBalancers: true },
    isolation: { customNetworkPolicies: [{ name: 'from-offices' }] },
    network: {
      dns: { servers: ['10.7.0.53', '10.7.0.54'], searches: ['halle.example.org'], ndots: 3 },
    },
    pools: [{ rootDisk: { image: 'ubuntu-24-04' } }],
    storage: {
      snapshots: true,
      classes: [
        { name: 'kubevirt-rbd-replica', infraClass: 'rbd-replica', snapshotClass: 'rbd-snapshots' },
        { name: 'kubevirt-cephfs-halle', infraClass: 'cephfs.halle' },
      ],
    },
  });
});

// Proves: migration.from-kkp-seed
test('a datacenter that says nothing leaves what an environment has anyway', () => {
  const { tree } = generate({ datacenter: 'leipzig-1', dns: '10.7.0.53' });
  expect(configIn(tree, platformFile)).toMatchObject({
    'kubevirt-stack:images': [{ name: 'ubuntu-24-04', sizeGiB: 20 }],
    'kubevirt-stack:userClusterDefaults': { network: { dns: { servers: ['10.7.0.53'] } } },
  });
  expect(tree.exists(profile)).toBe(false);
});

// Proves: migration.from-kkp-seed
test('servers of --dns go before those of the datacenter', () => {
  const { tree } = generate({ dns: '10.7.0.99' });
  expect(configIn(tree, platformFile)['kubevirt-stack:userClusterDefaults']).toMatchObject({
    network: { dns: { servers: ['10.7.0.99'], searches: ['halle.example.org'], ndots: 3 } },
  });
});

// Proves: migration.from-kkp-seed
test.each<[string, object, string]>([
  [
    'a datacenter without DNS servers',
    { datacenter: 'leipzig-1' },
    'Nobody says which DNS servers machines ask: name them with --dns 10.0.0.53, for the datacenter of KKP has no dnsConfig.nameservers.',
  ],
  [
    'neither a Seed nor DNS servers',
    { fromKkpSeed: undefined, datacenter: undefined },
    'Nobody says which DNS servers machines ask: name them with --dns 10.0.0.53.',
  ],
  [
    'a datacenter and no Seed',
    { fromKkpSeed: undefined },
    '--datacenter is about a Seed of KKP: name its file with --from-kkp-seed.',
  ],
  [
    'a file that is not there',
    { fromKkpSeed: '/nowhere/seed.yaml' },
    '--from-kkp-seed: there is no file /nowhere/seed.yaml.',
  ],
])('nothing is written with %s', (_, wrong, message) => {
  const tree = createTree();
  expect(() => generate(wrong, tree)).toThrow(new Error(message));
  expect(tree.exists(platformFile)).toBe(false);
});

// Proves: migration.from-kkp-seed
test('a profile of the name of the environment is not written over', () => {
  const tree = createTree();
  tree.write(profile, 'config: {}\n');
  expect(() => generate({}, tree)).toThrow(
    new Error(`The environment exists already: ${profile}.`),
  );
});
