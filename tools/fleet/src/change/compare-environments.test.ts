// SPDX-License-Identifier: Apache-2.0
import { comparedFleet } from '../testing/small-change.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { compareEnvironments } from './compare-environments.ts';

const [prod] = smallFleet.environments;
const shop = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
const pool = { file: shop, key: 'config.user-cluster:pools[0]' };

test('says what has another value, what is gone, and which machines the planner puts elsewhere', () => {
  const web = 'standard-4, 4 CPUs, 16 GiB, ubuntu, Kubernetes 1.35.4';
  expect(comparedFleet.change?.environments).toEqual([
    {
      name: 'prod',
      kind: 'changes',
      facts: [
        {
          kind: 'changes',
          what: 'machines',
          name: 'shop/web',
          before: `2 of ${web}`,
          after: `3 of ${web}`,
          source: pool,
        },
        {
          kind: 'goes',
          what: 'machines',
          name: 'shop/old',
          before: `1 of ${web}`,
          source: pool,
        },
        {
          kind: 'goes',
          what: 'drain of the host',
          name: 'shop/old',
          before: 'drains',
          source: pool,
        },
      ],
      moves: [
        { cluster: 'shop', group: 'web', machines: 1, from: 'h2', to: 'h1' },
        { cluster: 'shop', group: 'web', machines: 1, to: 'h1' },
        { cluster: 'shop', group: 'old', machines: 1, from: 'h1' },
      ],
    },
  ]);
});

test('an environment that is new appears with all of its facts, one that is gone goes with them', () => {
  const appears = compareEnvironments(undefined, prod);
  const goes = compareEnvironments(prod, undefined);
  expect([appears?.kind, goes?.kind]).toEqual(['appears', 'goes']);
  expect(appears?.facts.map(({ kind, name, what }) => [kind, what, name]).slice(0, 6)).toEqual([
    ['appears', 'platform', 'release'],
    ['appears', 'platform', 'KubeVirt'],
    ['appears', 'platform', 'CDI'],
    ['appears', 'infra cluster', 'Kubernetes'],
    ['appears', 'cluster', 'bank'],
    ['appears', 'cluster', 'shop'],
  ]);
  expect(goes?.facts.length).toBe(appears?.facts.length);
  expect(goes?.facts.find(({ what }) => what === 'who reaches whom')).toEqual({
    kind: 'goes',
    what: 'who reaches whom',
    name: 'shop to bank, vlan',
    before: 'open: office',
    source: { file: 'stacks/isolation/prod.yaml', key: 'intended' },
  });
  expect(goes?.moves).toEqual([{ cluster: 'shop', group: 'web', machines: 3, from: 'h1' }]);
});

test('says nothing about an environment that the page shows as before', () => {
  expect(compareEnvironments(prod, prod)).toBeUndefined();
  expect(compareEnvironments(undefined, undefined)).toBeUndefined();
});
