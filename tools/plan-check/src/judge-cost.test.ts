// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { judgeCost } from './judge-cost.ts';

const root = mkdtempSync(join(tmpdir(), 'strata-cost-'));

afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, content: object | string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  const text = typeof content === 'string' ? content : stringify(content);
  writeFileSync(join(root, file), text);
}

const storage = { className: 'block', accessModes: ['ReadWriteMany'], volumeMode: 'Block' };
const rootDisk = { image: 'ubuntu', sizeGiB: 30 };
const machine = { instancetype: 'standard-2', rootDisk };

function cluster(name: string, parts: object = {}): void {
  const config = {
    controlPlane: { ...machine, endpoint: { address: '192.0.2.1' } },
    pools: [{ ...machine, name: 'md-a', replicas: 2 }],
    ...parts,
  };
  const entries = Object.entries(config).map(([key, value]) => [`user-cluster:${key}`, value]);
  const values = Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
  write(`stacks/user-cluster/Pulumi.prod.${name}.yaml`, { config: values });
}

const prices = {
  currency: 'EUR',
  cpu: 10,
  memoryGiB: 2.5,
  storageGiB: { block: 0.1, fast: 0.255 },
  address: 3,
};

const facts = {
  kubernetes: '1.35.4',
  hosts: [1, 2].map((index) => ({ name: `h${index}`, cpu: 32, memoryGiB: 128 })),
  storageClasses: ['block', 'fast'].map((name) => ({ name, provisioner: 'x.example.com' })),
  network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [] } },
};

beforeEach(() => {
  rmSync(join(root, 'stacks'), { recursive: true, force: true });
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', {
    config: {
      'kubevirt-stack:storage': storage,
      'kubevirt-stack:images': [
        {
          name: 'ubuntu',
          os: 'ubuntu',
          version: '24.04',
          registry: 'docker://a.example/b:1',
          sizeGiB: 20,
        },
      ],
    },
  });
  write('stacks/infra-facts/prod.yaml', facts);
  write('stacks/prices/prod.yaml', prices);
  cluster('shop');
});

const judge = (change: object = {}) => judgeCost(root, { json: false, ...change });

interface Answer {
  readonly environments: readonly {
    readonly clusters: readonly { readonly cost: { readonly sum: string } }[];
    readonly sum: string;
    readonly notPriced: readonly string[];
    readonly hosts?: object;
  }[];
}

function asked(change: object = {}): Answer['environments'][number] {
  const { lines } = judge({ environment: 'prod', json: true, ...change });
  const [first] = (JSON.parse(lines.join('')) as Answer).environments;
  if (first === undefined) throw new Error('no environment has prices');
  return first;
}

test('a table says what each cluster takes and costs, and all together', () => {
  cluster('bank', { pools: [{ name: 'md-a', replicas: 1, cpu: 3, memoryMiB: 1536, rootDisk }] });
  expect(judge()).toEqual({
    lines: [
      'prod: EUR a month, by stacks/prices/prod.yaml',
      '  cluster         CPUs  GiB of memory  GiB of block  addresses     sum',
      '  bank       50.00 (5)    23.75 (9.5)     6.80 (68)   3.00 (1)   83.55',
      '  shop       60.00 (6)     60.00 (24)     9.80 (98)   3.00 (1)  132.80',
      '  all      110.00 (11)   83.75 (33.5)   16.60 (166)   6.00 (2)  216.35',
    ],
    failed: false,
  });
});

test('programs get the same, amounts as texts', () => {
  expect(JSON.parse(judge({ json: true }).lines.join(''))).toEqual({
    environments: [
      {
        environment: 'prod',
        file: 'stacks/prices/prod.yaml',
        currency: 'EUR',
        clusters: [
          {
            cluster: 'shop',
            machines: 3,
            cpus: 6,
            memoryMiB: 24_576,
            storageGiB: { block: 98 },
            addresses: 1,
            cost: {
              cpus: '60.00',
              memory: '60.00',
              storage: { block: '9.80' },
              addresses: '3.00',
              sum: '132.80',
            },
          },
        ],
        sum: '132.80',
        notPriced: [],
      },
    ],
  });
});

test.each<[string, object, string]>([
  [
    'three control planes, each with a disk of etcd',
    {
      controlPlane: {
        ...machine,
        replicas: 3,
        endpoint: { address: '192.0.2.1' },
        etcdDisk: { sizeGiB: 16, className: 'fast' },
      },
    },
    '230.24',
  ],
  ['SSH with an address', { access: { ssh: { via: 'bastion', address: '192.0.2.2' } } }, '135.80'],
  [
    'a data disk of every machine of a pool',
    {
      pools: [
        {
          ...machine,
          name: 'md-a',
          replicas: 2,
          disks: [{ name: 'a', kind: 'data', sizeGiB: 100, className: 'fast' }],
        },
      ],
    },
    '183.80',
  ],
  [
    'no space on the host',
    {
      pools: [
        {
          ...machine,
          name: 'md-a',
          replicas: 2,
          disks: [{ name: 'a', kind: 'empty', sizeGiB: 100 }],
        },
      ],
    },
    '132.80',
  ],
  [
    'no root disk that is not stored',
    {
      pools: [
        {
          ...machine,
          name: 'md-a',
          replicas: 2,
          rootDisk: { image: 'docker://a.example/b:1', ephemeral: true },
        },
      ],
    },
    '126.80',
  ],
  [
    'a root disk with the size of its image',
    { pools: [{ ...machine, name: 'md-a', replicas: 2, rootDisk: { image: 'ubuntu' } }] },
    '130.80',
  ],
  [
    'a volume with backups',
    { backup: { target: { volume: { sizeGiB: 50, storageClass: 'fast' } } } },
    '145.55',
  ],
  [
    'no machine that only a rollout makes',
    { pools: [{ ...machine, name: 'md-a', replicas: 2, maxSurge: 5 }] },
    '132.80',
  ],
  ['no machine of an empty pool', { pools: [{ ...machine, name: 'md-a', replicas: 0 }] }, '46.80'],
])('counts %s', (_, parts, sum) => {
  cluster('shop', parts);
  expect(asked()).toMatchObject({ sum, notPriced: [] });
});

test('what has no price is named with the fix, and in no sum', () => {
  write('stacks/prices/prod.yaml', { ...prices, storageGiB: {} });
  expect(judge().lines).toEqual([
    'prod: EUR a month, by stacks/prices/prod.yaml',
    '  cluster       CPUs  GiB of memory     GiB of block  addresses     sum',
    '  shop     60.00 (6)     60.00 (24)  not priced (98)   3.00 (1)  123.00',
    '  all      60.00 (6)     60.00 (24)  not priced (98)   3.00 (1)  123.00',
    '  not priced: shop: 98 GiB of the StorageClass "block"; write its price into stacks/prices/prod.yaml, storageGiB',
  ]);
});

test('what nobody can tell is not counted as nothing', () => {
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', { config: {} });
  cluster('shop', {
    pools: [{ name: 'md-a', replicas: 1, cpu: 2, memoryGiB: 4, rootDisk: { image: 'debian' } }],
  });
  cluster('bank', { pools: [{ ...machine, instancetype: 'own-2', name: 'md-a', replicas: 1 }] });
  cluster('wrong', { pools: 3 });
  expect(asked().notPriced).toEqual([
    'bank: nobody says what the size "own-2" of bank/md-a has; take the outputs of the platform: --live (of tools/plan-check itself: --platform FILE)',
    'wrong: stacks/user-cluster/Pulumi.prod.wrong.yaml is wrong; its preview says what',
    'shop: root disk of cp; say className and sizeGiB of the disk, or storage and images of the platform',
    'shop: etcd disk of cp; say className and sizeGiB of the disk, or storage and images of the platform',
    'shop: root disk of md-a; say className and sizeGiB of the disk, or storage and images of the platform',
  ]);
});

test('of what hosts cost, at least what has a price is used', () => {
  write('stacks/prices/prod.yaml', { ...prices, host: 400 });
  cluster('shop', { pools: [{ ...machine, instancetype: 'own-2', name: 'md-a', replicas: 1 }] });
  expect(judge().lines.at(-1)).toBe(
    '  paid for: 800.00, 2 hosts; used: at least 0.00 (0.0 %), for not all has a price',
  );
});

test('sizes of the last update are those of its outputs', () => {
  cluster('shop', { pools: [{ ...machine, instancetype: 'own-2', name: 'md-a', replicas: 1 }] });
  const instancetypes = [{ name: 'own-2', cpu: 1, memoryGiB: 0.5 }];
  const platform = { name: 'platform.json', content: { release: 'v1.8', instancetypes } };
  expect(asked({ platform })).toMatchObject({ sum: '61.05', notPriced: [] });
});

test('what hosts cost is compared with what is used of them', () => {
  write('stacks/prices/prod.yaml', { ...prices, host: 400 });
  expect(judge().lines.at(-1)).toBe('  paid for: 800.00, 2 hosts; used: 132.80 (16.6 %)');
  expect(asked().hosts).toEqual({ count: 2, paidFor: '800.00', used: '132.80', percent: '16.6' });
  const hosts = { name: 'infra.json', content: { hosts: facts.hosts.slice(1) } };
  expect(asked({ hosts }).hosts).toMatchObject({ count: 1, paidFor: '400.00', percent: '33.2' });
  write('stacks/prices/prod.yaml', { ...prices, host: 0 });
  expect(judge().lines.at(-1)).toBe('  paid for: 0.00, 2 hosts; used: 132.80');
  write('stacks/prices/prod.yaml', { ...prices, host: 400 });
  rmSync(join(root, 'stacks/infra-facts'), { recursive: true });
  expect(judge().lines.at(-1)).toBe(
    '  paid for: not known: nobody says what hosts "prod" has; write stacks/infra-facts/prod.yaml, or take the outputs of infra: --live (of tools/plan-check itself: --hosts FILE)',
  );
});

test('without a price file nothing is said, and nothing fails', () => {
  rmSync(join(root, 'stacks/prices'), { recursive: true });
  expect(judge()).toEqual({
    lines: ['There are no prices: write stacks/prices/<environment>.yaml (docs/cost.md).'],
    failed: false,
  });
  expect(judge({ environment: 'prod' })).toEqual({
    lines: ['There are no prices: write stacks/prices/prod.yaml (docs/cost.md).'],
    failed: false,
  });
  expect(judge({ json: true }).lines).toEqual(['{\n  "environments": []\n}']);
});

test('an environment that is not there is an error', () => {
  expect(() => judge({ environment: 'pro' })).toThrow(
    'there is no environment "pro"; did you mean "prod"?',
  );
});

test('everything that is wrong with a price file is said at once, with its path and the fix', () => {
  write('stacks/prices/prod.yaml', {
    currency: 'EURO',
    cpu: -1,
    memoryGib: 2,
    storageGiB: { block: '0.1', fasst: 1 },
    address: 0.1234567,
    host: 1e9,
  });
  const price = 'expected a price of 0 or more, below 1000000000, with at most 6 decimals';
  expect(() => judge()).toThrow(
    [
      'stacks/prices/prod.yaml is wrong:',
      '  currency: ISO 4217 has no currency "EURO"; did you mean "EUR"?',
      `  cpu: ${price}, got -1`,
      '  memoryGiB: missing; expected a price of 0 or more, below 1000000000, with at most 6 decimals',
      `  storageGiB.block: ${price}, got "0.1"`,
      `  address: ${price}, got 0.1234567`,
      `  host: ${price}, got 1000000000`,
      '  memoryGib: unknown key; did you mean "memoryGiB"?',
      '  storageGiB.fasst: the infra cluster has no StorageClass of this name; did you mean "fast"?',
    ].join('\n'),
  );
});

test.each<[string, string, string]>([
  [
    'no currency at all',
    'currency: 3',
    'currency: expected a currency of ISO 4217, such as "EUR", got 3',
  ],
  [
    'a currency like no other',
    'currency: gold',
    'currency: ISO 4217 has no currency "gold"; take one such as "EUR" or "USD"',
  ],
])('%s is told', (_, line, message) => {
  write('stacks/prices/prod.yaml', stringify(prices).replace('currency: EUR', line));
  expect(() => judge()).toThrow(`stacks/prices/prod.yaml is wrong:\n  ${message}`);
});

test('a price file that is no mapping, or no YAML, is told', () => {
  write('stacks/prices/prod.yaml', '');
  expect(() => judge()).toThrow(
    'stacks/prices/prod.yaml is wrong:\n  expected a mapping with currency, cpu, memoryGiB, storageGiB and address, got nothing',
  );
  write('stacks/prices/prod.yaml', 'cpu: [');
  expect(() => judge()).toThrow('stacks/prices/prod.yaml is no YAML: Flow sequence');
});

test('any StorageClass may have a price where nobody says which there are', () => {
  rmSync(join(root, 'stacks/infra-facts'), { recursive: true });
  write('stacks/prices/prod.yaml', { ...prices, storageGiB: { block: 0.1, other: 1 } });
  expect(asked().sum).toBe('132.80');
});

test('docs/cost.md shows what the example "production" costs', () => {
  const repository = resolve(import.meta.dirname, '../../..');
  const page = readFileSync(join(repository, 'docs/cost.md'), 'utf8');
  const { lines } = judgeCost(repository, { environment: 'production', json: false });
  expect(page).toContain(`\`\`\`\n${lines.join('\n')}\n\`\`\``);
});
