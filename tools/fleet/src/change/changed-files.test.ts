// SPDX-License-Identifier: Apache-2.0
import type { AuthorChanges } from '@strata/gitops/pull-request';
import type { Fleet } from '../model.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { changedFiles, placeOf } from './changed-files.ts';

test.each([
  [
    'user-cluster/Pulumi.prod.shop.yaml',
    { program: 'user-cluster', environment: 'prod', cluster: 'shop' },
  ],
  ['infra/Pulumi.prod.yaml', { program: 'infra', environment: 'prod' }],
  ['capacity/prod.yaml', { environment: 'prod' }],
  ['rings.yaml', {}],
  ['profiles/prod.yaml', {}],
])('the path %s says where its change arrives', (file, place) => {
  expect(placeOf(file)).toEqual(place);
});

const replicas = { kind: 'changed', path: 'pools[web].replicas', before: '2', after: '3' } as const;
const image = {
  kind: 'changed',
  path: 'pools[web].rootDisk.image',
  before: 'a',
  after: 'b',
} as const;

const author = (...files: AuthorChanges['files']): AuthorChanges => ({ files, code: [] });

test('files are in the order of deployment: rings, then programs whose outputs others read', () => {
  const [prod] = smallFleet.environments;
  if (prod === undefined) throw new Error('the small fleet has no environment');
  const { addresses, capacity, clusters, isolation, kubernetes, platform, vlans } = prod;
  // No ring has it.
  const lab = {
    name: 'lab',
    addresses,
    capacity,
    clusters,
    isolation,
    kubernetes,
    platform,
    records: [],
    vlans,
  };
  const fleet: Fleet = {
    ...smallFleet,
    environments: [lab, prod, { ...prod, name: 'staging', ring: 'first' }],
  };
  const names = [
    'user-cluster/Pulumi.lab.shop.yaml',
    'infra/Pulumi.prod.yaml',
    'addons/Pulumi.prod.yaml',
    'kubevirt-stack/Pulumi.prod.yaml',
    'capacity/prod.yaml',
    'user-cluster/Pulumi.staging.shop.yaml',
    'rings.yaml',
  ];
  const files = names.map((file) => ({ file, kind: 'changed', fields: [] }) as const);
  expect(changedFiles(author(...files), [], fleet).map(({ file, ring }) => [file, ring])).toEqual([
    ['stacks/rings.yaml', undefined],
    ['stacks/user-cluster/Pulumi.staging.shop.yaml', 'first'],
    ['stacks/capacity/prod.yaml', 'last'],
    ['stacks/infra/Pulumi.prod.yaml', 'last'],
    ['stacks/kubevirt-stack/Pulumi.prod.yaml', 'last'],
    ['stacks/addons/Pulumi.prod.yaml', 'last'],
    ['stacks/user-cluster/Pulumi.lab.shop.yaml', undefined],
  ]);
});

test('counts the machines that the changed keys can replace, and none where machines only come', () => {
  const file = 'user-cluster/Pulumi.prod.shop.yaml';
  const rolls = (...fields: (typeof replicas | typeof image)[]) =>
    changedFiles(author({ file, kind: 'changed', fields }), smallFleet.environments, smallFleet)[0]
      ?.rolls;
  expect(rolls(replicas)).toEqual([]);
  expect(rolls(replicas, image)).toEqual([{ what: 'pool "web"', machines: 3 }]);
});

test('counts the machines of every cluster that extends a changed profile', () => {
  const clusters = [{ environment: 'prod', cluster: 'shop' }];
  const change = { file: 'profiles/web.yaml', kind: 'changed', fields: [image], clusters } as const;
  const [file] = changedFiles(author(change), smallFleet.environments, smallFleet);
  expect(file?.rolls).toEqual([{ what: 'prod / shop: pool "web"', machines: 3 }]);
});
