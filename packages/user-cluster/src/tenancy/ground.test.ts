// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram, valueOf } from '@strata/testing';
import { testContext, testPlatform } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { Ground } from './index.ts';

const api = { addresses: ['10.96.0.1', '10.0.0.11'], ports: [443, 6443] };
const knownApi = { clusterNetwork: { ...testPlatform.clusterNetwork, api } };
const vlans = [{ name: 'shop', bridge: 'br-vlan', vlan: 7 }];

const record = (change: Change = {}, platform: object = {}) =>
  recordProgram(
    () => new Ground('ground', { ...testContext(change, platform), infraKubeconfig: 'hush' }),
    { outputs: (_, name) => ({ metadata: { name, uid: `uid of ${name}` } }) },
  );

type Recorded = Awaited<ReturnType<typeof record>>;
const namespace = 'ground-tenant-namespace';
const rights = ['ground-rights', 'ground-rights-known', namespace];

/** Returns the objects of the cluster, but for its namespace and rights, with what they wait for. */
const later = ({ resources }: Recorded) =>
  resources.filter(({ custom, name }) => custom && !rights.includes(name));

test('nothing is made before the namespace and the rights of the account in it', async () => {
  const recording = await record({ network: { vlans } });
  expect(named(recording, namespace)).toMatchObject({ parent: 'ground', dependsOn: [] });
  expect(named(recording, 'ground-rights')).toMatchObject({
    parent: 'ground',
    dependsOn: [namespace],
  });
  const names = later(recording).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'ground-images-images',
      'ground-isolation-default-deny',
      'ground-quota-defaults',
      'ground-quota-limits',
      'ground-vlans-shop',
    ]),
  );
  for (const { dependsOn, name, parent } of later(recording)) {
    expect(parent).toBe('ground');
    // The quota comes after its defaults, and these after the rights.
    expect([name, ...dependsOn]).toEqual(
      expect.arrayContaining(
        name === 'ground-quota-limits'
          ? ['ground-quota-defaults']
          : ['ground-rights-known', namespace],
      ),
    );
  }
});

test('a destroy deletes objects in the namespace with it, and those elsewhere one by one', async () => {
  const recording = await record({
    network: { vlans },
    deletion: { protect: false, volumes: 'delete' },
  });
  const { contents, namespace: itself, owner } = recording.result;
  expect(contents).toEqual({ deletedWith: itself });
  expect(await valueOf(owner)).toEqual({
    apiVersion: 'v1',
    kind: 'Namespace',
    name: namespace,
    uid: `uid of ${namespace}`,
  });
  expect(named(recording, 'ground-rights').deletedWith).toBe(namespace);
  expect(named(recording, 'ground-rights').retainOnDelete).toBeUndefined();
  const alone = later(recording).filter(({ deletedWith }) => deletedWith !== namespace);
  expect(alone.map(({ name }) => name)).toEqual(['ground-images-images']);
});

test('a namespace that stays keeps the rights in it, and objects are deleted one by one', async () => {
  const recording = await record({ deletion: { protect: true, volumes: 'retain' } });
  expect(recording.result.contents).toEqual({});
  expect(named(recording, namespace)).toMatchObject({ protect: true, retainOnDelete: true });
  expect(named(recording, 'ground-rights').retainOnDelete).toBe(true);
  expect(recording.resources.filter(({ deletedWith }) => deletedWith !== undefined)).toEqual([]);
  expect(later(recording).filter(({ retainOnDelete }) => retainOnDelete === true)).toEqual([]);
});

const toApi = { ports: [443, 6443].map((port) => ({ protocol: 'TCP', port })) };
const toKnownApi = {
  to: [{ ipBlock: { cidr: '10.96.0.1/32' } }, { ipBlock: { cidr: '10.0.0.11/32' } }],
  ...toApi,
};

test.each([
  ['restricted, at its known addresses', {}, knownApi, toKnownApi],
  ['restricted, and its addresses are not known', {}, {}, toApi],
  ['not restricted', { isolation: { restrictControllers: false } }, knownApi, toApi],
])('controllers reach the API of the infra cluster: %s', async (_, change, platform, expected) => {
  const { spec } = named(await record(change, platform), 'ground-isolation-controllers').inputs as {
    readonly spec: { readonly egress: readonly object[] };
  };
  expect(spec.egress[0]).toEqual(expected);
});

test('states of earlier versions have its parts in components of their own', async () => {
  const formerly = byFormerParent(await record({ network: { vlans } }));
  const of = (former: string) =>
    formerly[`strata:user-cluster:Ground$strata:user-cluster:${former}`];
  expect(of('TenantNamespace::ground-tenant')).toEqual([namespace]);
  expect(of('Quota::ground-quota')).toEqual(['ground-quota-defaults', 'ground-quota-limits']);
  expect(of('ClusterVlans::ground-vlans')).toEqual(['ground-vlans-shop']);
  expect(of('Isolation::ground-isolation')).toContain('ground-isolation-default-deny');
});
