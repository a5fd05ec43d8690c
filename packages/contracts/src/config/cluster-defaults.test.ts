// SPDX-License-Identifier: Apache-2.0
import { withClusterDefaults } from './cluster-defaults.ts';
import { userClusterDefaults } from './user-cluster-default-fields.ts';

const policy = (name: string) => ({
  name,
  spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }] },
});

const defaults = userClusterDefaults.parse({
  isolation: { customNetworkPolicies: [policy('office')] },
  network: { dns: { servers: ['10.0.0.53'], searches: ['example.org'] } },
  storage: { classes: [{ name: 'fast', infraClass: 'ceph' }] },
});

const merged = (config: Readonly<Record<string, unknown>>, given = defaults) => {
  const { raw, withOrigin } = withClusterDefaults(
    {
      project: 'user-cluster',
      stack: 'lab.shop',
      values: Object.fromEntries(
        Object.entries(config).map(([key, value]) => [
          `user-cluster:${key}`,
          JSON.stringify(value),
        ]),
      ),
      secretKeys: [],
    },
    'lab',
    given,
  );
  const values = Object.entries(raw.values).map(([key, value]) => [
    key.replace('user-cluster:', ''),
    JSON.parse(value) as unknown,
  ]);
  return { config: Object.fromEntries(values) as Record<string, unknown>, withOrigin };
};

test('a cluster without values of its own gets those of its platform', () => {
  expect(merged({}).config).toEqual({
    isolation: { customNetworkPolicies: defaults.isolation?.customNetworkPolicies },
    network: { dns: { servers: ['10.0.0.53'], searches: ['example.org'] } },
    storage: { classes: defaults.storage?.classes },
  });
});

test("a cluster's own values win, except that policies are added to its own", () => {
  const own = {
    isolation: { customNetworkPolicies: [policy('shop')], restrictControllers: false },
    network: { mtu: 9000, dns: { servers: ['10.9.9.53'] } },
    storage: { classes: [] },
  };
  expect(merged(own).config).toEqual({
    isolation: {
      customNetworkPolicies: [policy('shop'), ...(defaults.isolation?.customNetworkPolicies ?? [])],
      restrictControllers: false,
    },
    network: { mtu: 9000, dns: { servers: ['10.9.9.53'], searches: ['example.org'] } },
    storage: { classes: [] },
  });
});

test('a platform without defaults changes nothing', () => {
  const own = { network: { mtu: 9000 } };
  expect(merged(own, {}).config).toEqual(own);
});

test.each([{ network: 5 }, { network: { dns: 'x' } }, { isolation: { customNetworkPolicies: 7 } }])(
  'keeps a value of the wrong shape, so that it is reported: %j',
  (own) => {
    expect(merged(own).config).toMatchObject(own);
  },
);

test('names the file that an invalid value comes from', () => {
  const { withOrigin } = merged({
    isolation: { customNetworkPolicies: [policy('shop')] },
  });
  const problem = (...path: PropertyKey[]) => ({ path, message: 'is odd' });
  const said = 'is odd; stacks/kubevirt-stack/Pulumi.lab.yaml says it for all clusters';
  expect(
    withOrigin([
      problem('network', 'dns', 'servers', 0),
      problem('network', 'mtu'),
      problem('isolation', 'customNetworkPolicies', 0, 'name'),
      problem('isolation', 'customNetworkPolicies', 1, 'name'),
    ]),
  ).toEqual([
    {
      path: ['kubevirt-stack:userClusterDefaults', 'network', 'dns', 'servers', 0],
      message: said,
    },
    problem('network', 'mtu'),
    problem('isolation', 'customNetworkPolicies', 0, 'name'),
    {
      path: ['kubevirt-stack:userClusterDefaults', 'isolation', 'customNetworkPolicies', 0, 'name'],
      message: said,
    },
  ]);
});
