// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { judgeCapacity } from './judge-capacity.ts';

const root = mkdtempSync(join(tmpdir(), 'strata-capacity-'));

afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, content: object): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), stringify(content));
}

const rootDisk = { image: 'ubuntu' };

function cluster(name: string, replicas: number, instancetype = 'standard-2'): void {
  const machine = { rootDisk, instancetype };
  write(`stacks/user-cluster/Pulumi.prod.${name}.yaml`, {
    config: {
      'user-cluster:controlPlane': { ...machine, endpoint: { address: '192.0.2.1' } },
      'user-cluster:pools': [
        { ...machine, name: 'md-a', replicas },
        { rootDisk, name: 'own', replicas: 1, cpu: 4, memoryGiB: 6 },
      ],
    },
  });
}

beforeEach(() => {
  rmSync(join(root, 'stacks'), { recursive: true, force: true });
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
    config: {
      'kubevirt-stack:kubevirt': {
        cpuAllocationRatio: 2,
        migrations: { parallelMigrationsPerCluster: 1 },
      },
      'kubevirt-stack:instancetypes': [{ name: 'huge', cpu: 32, memoryGiB: 256 }],
    },
  });
  cluster('shop', 2);
});

const hosts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `h${index}`, cpu: 18, memoryGiB: 40 }));

const sizes = [{ name: 'standard-2', cpu: 2, memoryGiB: 8 }];

const judge = (change: Readonly<Record<string, unknown>> = {}) =>
  judgeCapacity(root, {
    environment: 'prod',
    hosts: { name: 'infra.json', content: { environment: 'prod', hosts: hosts(3) } },
    platform: { name: 'platform.json', content: { release: 'v1.8', instancetypes: sizes } },
    json: false,
    ...change,
  });

test('reads hosts, sizes and all user clusters, and reports what fits', () => {
  expect(judge()).toEqual({
    lines: [
      '4 machines on 3 hosts: 10 virtual CPUs on 48 (0.2 for 1), 32 of 96 GiB (67.3 % free).',
      '  now: all fit',
      '  without h0: all fit',
      '  while 1 move: all fit',
      '  while pools roll: all fit',
      '  one more machine: at most 30 CPUs and 23 GiB, on h1',
    ],
    failed: false,
  });
});

test('fails, naming the limit and its file, when another cluster leaves no room', () => {
  cluster('bank', 3);
  const { failed, lines } = judge({ hosts: { name: 'infra.json', content: hosts(3) } });
  expect(failed).toBe(true);
  expect(lines.at(-1)).toBe(
    'stacks/capacity/prod.yaml: hostLoss: without h0 no host has room for 1 of shop/md-a; add hosts, or take fewer or smaller machines',
  );
  write('stacks/capacity/prod.yaml', { hostLoss: 0 });
  expect(judge().failed).toBe(false);
});

test('knows a custom size from the file of the platform, without its outputs', () => {
  cluster('shop', 1, 'huge');
  const { lines } = judge({ platform: undefined });
  expect(lines[1]).toBe('  now: no room for 1 of shop/cp, 1 of shop/md-a');
});

test('takes the size of the outputs where the file of the platform has one of its name', () => {
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
    config: { 'kubevirt-stack:instancetypes': [{ name: 'standard-2', cpu: 32, memoryGiB: 256 }] },
  });
  const first = (cpu: number) => {
    const instancetypes = [{ name: 'standard-2', cpu, memoryGiB: 8 }];
    return judge({ platform: { name: 'platform.json', content: { instancetypes } } }).lines[0];
  };
  expect([first(2), first(4)]).toEqual([
    '4 machines on 3 hosts: 10 virtual CPUs on 48 (0.2 for 1), 32 of 96 GiB (67.3 % free).',
    '4 machines on 3 hosts: 16 virtual CPUs on 48 (0.3 for 1), 32 of 96 GiB (67.2 % free).',
  ]);
});

test('reads hosts from the facts of the infra cluster unless a file is named', () => {
  write('stacks/infra-facts/prod.yaml', {
    kubernetes: '1.35.4',
    hosts: hosts(3),
    storageClasses: [],
    network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [] } },
  });
  expect(judge({ hosts: undefined, platform: undefined })).toEqual(judge());
});

test('reports the same as JSON for programs', () => {
  expect(JSON.parse(judge({ json: true }).lines.join(''))).toMatchObject({
    environment: 'prod',
    machines: 4,
    afterLoss: { lost: ['h0'], unplaced: [] },
    problems: [],
  });
});

test('counts the memory that QEMU needs for the SR-IOV card of a VM', () => {
  const networks = [
    { name: 'fast', type: 'sriov', resourceName: 'vendor.example/fast' },
    { name: 'flat', type: 'bridge', bridge: 'br1' },
  ];
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
    config: { 'kubevirt-stack:networks': networks },
  });
  const pool = { name: 'md-a', replicas: 4, rootDisk, cpu: 2, memoryGiB: 7 };
  const first = (network: string) => {
    const pools = [{ ...pool, interfaces: [{ network }] }];
    const controlPlane = {
      ...pool,
      name: undefined,
      replicas: 1,
      endpoint: { address: '192.0.2.1' },
    };
    write('stacks/user-cluster/Pulumi.prod.shop.yaml', {
      config: { 'user-cluster:controlPlane': controlPlane, 'user-cluster:pools': pools },
    });
    return judge().lines[0];
  };
  expect([first('flat'), first('fast')]).toEqual([
    '5 machines on 3 hosts: 10 virtual CPUs on 48 (0.2 for 1), 37 of 96 GiB (61.7 % free).',
    '5 machines on 3 hosts: 10 virtual CPUs on 48 (0.2 for 1), 41 of 96 GiB (57.5 % free).',
  ]);
});

test('counts the memory that KubeVirt requests beyond that of VMs', () => {
  const first = (memoryOvercommitPercent: number) => {
    write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
      config: { 'kubevirt-stack:kubevirt': { memoryOvercommitPercent } },
    });
    return judge().lines[0];
  };
  const all = '4 machines on 3 hosts: 10 virtual CPUs on 48 (0.2 for 1),';
  expect([80, 100, 150].map(first)).toEqual([
    `${all} 39 of 96 GiB (59.4 % free).`,
    ...[0, 1].map(() => `${all} 32 of 96 GiB (67.3 % free).`),
  ]);
});

test('counts the IO threads of a size in the file of the platform', () => {
  const ioThreads = { ioThreadsPolicy: 'supplementalPool', ioThreads: 20 };
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
    config: {
      'kubevirt-stack:kubevirt': { cpuAllocationRatio: 2 },
      'kubevirt-stack:instancetypes': [{ name: 'busy', cpu: 2, memoryGiB: 8, ...ioThreads }],
    },
  });
  cluster('shop', 3, 'busy');
  expect(judge({ platform: undefined }).lines).toContain('  now: no room for 1 of shop/md-a');
});

test.each([
  ['user-cluster/Pulumi.prod.shop', { 'user-cluster:pools': [{ name: 'a', replicas: 'six' }] }],
  ['user-cluster/Pulumi.prod.shop', { 'user-cluster:poolz': [] }],
  ['kubevirt-stack/Pulumi.prod', { 'kubevirt-stack:kubevirt': { cpuAllocationRatio: 'two' } }],
  ['kubevirt-stack/Pulumi.prod', { 'kubevirt-stack:kubevirtt': { cpuAllocationRatio: 2 } }],
])('counts nothing by half of a file that is wrong: %s %j', (name, config) => {
  const file = `stacks/${name}.yaml`;
  const controlPlane = { rootDisk, instancetype: 'standard-2', endpoint: { address: '192.0.2.1' } };
  const own = name.startsWith('user-cluster') ? { 'user-cluster:controlPlane': controlPlane } : {};
  write(file, { config: { ...own, ...config } });
  expect(() => judge()).toThrow(`${file} is wrong; its preview says what`);
});

test('reports missing and wrong input', () => {
  cluster('shop', 1, 'own-2');
  expect(() => judge({ platform: undefined })).toThrow(
    'nobody says what the size "own-2" of shop/cp has; take the outputs of the platform: --live (of tools/plan-check itself: --platform FILE)',
  );
  cluster('shop', 2);
  expect(() => judge({ hosts: undefined })).toThrow(
    'nobody says what hosts "prod" has; write stacks/infra-facts/prod.yaml, or take the outputs of infra: --live (of tools/plan-check itself: --hosts FILE)',
  );
  const content = { hosts: [{ name: 'h0', cpu: 0, memoryGiB: 1 }] };
  expect(() => judge({ hosts: { name: 'infra.json', content } })).toThrow(
    'infra.json is wrong:\n  [0].cpu: expected a number of CPUs, got 0',
  );
  write('stacks/capacity/prod.yaml', { hostLoss: 'one' });
  expect(() => judge()).toThrow(
    'stacks/capacity/prod.yaml is wrong:\n  hostLoss: expected a whole number of 0 or more, got "one"',
  );
});
