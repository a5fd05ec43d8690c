// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { costChanges } from './cost-change.ts';
import { versionOf } from './version.ts';

type Files = Readonly<Record<string, object | string>>;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with files under `stacks`. */
function version(files: Files) {
  const root = mkdtempSync(join(tmpdir(), 'cost-change-'));
  folders.push(root);
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, 'stacks', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : stringify(content));
  }
  return versionOf(root);
}

const changes = (before: Files, after: Files) =>
  costChanges([version(before), version(after)], ['prod']);

interface Pool {
  readonly replicas: number;
  readonly disks?: readonly object[];
}

const rootDisk = { image: 'ubuntu', sizeGiB: 10, className: 'block' };
const etcdDisk = { className: 'block' };
const endpoint = { address: '192.0.2.1' };

/** A user cluster with a pool of machines of 2 CPUs and 4 GiB; it has one control-plane machine alike. */
const cluster = ({ disks = [], replicas }: Pool, more: object = {}): object => {
  const size = { cpu: 2, memoryGiB: 4, rootDisk };
  return {
    config: {
      'user-cluster:controlPlane': { ...size, endpoint, etcdDisk },
      'user-cluster:pools': [{ ...size, name: 'a', replicas, disks }],
      ...more,
    },
  };
};

const prices = {
  currency: 'EUR',
  cpu: 10,
  memoryGiB: 5,
  storageGiB: { block: 0.1 },
  address: 3,
};

const shop = 'user-cluster/Pulumi.prod.shop.yaml';
const bank = 'user-cluster/Pulumi.prod.bank.yaml';
const priceFile = 'prices/prod.yaml';
const without: Files = { [shop]: cluster({ replicas: 2 }) };
const start: Files = { ...without, [priceFile]: prices };

test('a larger pool costs what its machines, their memory and their disks cost', () => {
  expect(changes(start, { ...start, [shop]: cluster({ replicas: 4 }) })).toEqual([
    {
      environment: 'prod',
      currency: 'EUR',
      sum: '208.80',
      compared: {
        before: '126.80',
        after: '208.80',
        change: '+ 82.00',
        clusters: [
          {
            cluster: 'shop',
            change: '+ 82.00',
            why: '+2 machines, +4 CPUs, +8 GiB of memory, +20 GiB of block',
          },
        ],
        uncounted: [],
        hasOtherPrices: false,
      },
      notPriced: [],
    },
  ]);
});

test('a new cluster is a plus, a removed one a minus, and what is the same is not named', () => {
  const ssh = { 'user-cluster:access': { ssh: { via: 'bastion', address: '192.0.2.2' } } };
  const third = 'user-cluster/Pulumi.prod.third.yaml';
  const before = {
    ...start,
    [bank]: cluster({ replicas: 1 }, ssh),
    [third]: cluster({ replicas: 1 }),
  };
  const after = {
    ...start,
    [third]: cluster({ replicas: 1 }),
    'user-cluster/Pulumi.prod.zoo.yaml': cluster({ replicas: 0 }),
  };
  expect(changes(before, after)).toMatchObject([
    {
      compared: {
        before: '301.40',
        after: '257.40',
        change: '− 44.00',
        clusters: [
          {
            cluster: 'bank',
            change: '− 88.80',
            why: 'its file is removed; saved only once it is destroyed',
          },
          {
            cluster: 'zoo',
            change: '+ 44.80',
            why: 'new, +1 machine, +2 CPUs, +4 GiB of memory, +18 GiB of block, +1 address',
          },
        ],
      },
    },
  ]);
});

test('a disk of a class without a price is named, and is not 0', () => {
  const disks = [{ name: 'data', kind: 'data', sizeGiB: 50, className: 'fast' }];
  expect(changes(start, { ...start, [shop]: cluster({ replicas: 2, disks }) })).toMatchObject([
    {
      compared: {
        change: '+ 0.00',
        clusters: [{ cluster: 'shop', change: '+ 0.00', why: '+100 GiB of fast' }],
      },
      notPriced: [
        'shop: 100 GiB of the StorageClass "fast"; write its price into stacks/prices/prod.yaml, storageGiB',
      ],
    },
  ]);
});

test('a cluster that cannot be read on one side is in neither sum', () => {
  const after = { ...start, [bank]: cluster({ replicas: 1 }), [shop]: { config: {} } };
  expect(changes(start, after)).toMatchObject([
    {
      compared: {
        before: '0.00',
        after: '85.80',
        change: '+ 85.80',
        clusters: [{ cluster: 'bank' }],
        uncounted: ['shop'],
      },
      notPriced: [
        'shop: stacks/user-cluster/Pulumi.prod.shop.yaml is wrong; its preview says what',
      ],
    },
  ]);
});

test('other prices make every cluster cost something else', () => {
  const after = { ...start, [priceFile]: { ...prices, cpu: 11, host: 100 } };
  expect(changes(start, after)).toMatchObject([
    {
      compared: {
        change: '+ 6.00',
        clusters: [{ cluster: 'shop', change: '+ 6.00', why: 'prices' }],
        hasOtherPrices: true,
      },
    },
  ]);
  const host = { ...start, [priceFile]: { ...prices, host: 100 } };
  expect(changes(start, host)).toMatchObject([
    { compared: { change: '+ 0.00', clusters: [], hasOtherPrices: false } },
  ]);
});

test('the first prices, and those in another currency, are compared with nothing', () => {
  const alone = [{ environment: 'prod', currency: 'EUR', sum: '126.80', notPriced: [] }];
  expect(changes(without, start)).toEqual(alone);
  expect(changes({ ...start, [priceFile]: 'cpu: [' }, start)).toEqual(alone);
  expect(changes({ ...start, [priceFile]: { ...prices, currency: 'CHF' } }, start)).toEqual(alone);
});

test('an environment that comes or goes costs all of it', () => {
  const gone = { 'rings.yaml': {} };
  expect(changes(gone, start)).toMatchObject([
    { compared: { before: '0.00', after: '126.80', change: '+ 126.80' } },
  ]);
  expect(changes(start, gone)).toMatchObject([
    { compared: { before: '126.80', after: '0.00', change: '− 126.80' } },
  ]);
});

test('without a price file nothing is said', () => {
  expect(changes(without, { ...without, [shop]: cluster({ replicas: 9 }) })).toEqual([]);
  expect(changes(start, without)).toEqual([]);
});

test('what is wrong with a price file is told', () => {
  expect(changes(start, { ...start, [priceFile]: { ...prices, cpu: -1 } })).toEqual([
    {
      environment: 'prod',
      problem:
        'stacks/prices/prod.yaml is wrong:\n  cpu: expected a price of 0 or more, below 1000000000, with at most 6 decimals, got -1',
    },
  ]);
});
