// SPDX-License-Identifier: Apache-2.0
import { checkIsolation } from './index.ts';
import { internet, meant, placesOf } from './outside.ts';
import { testContext, testPlatform } from '../test-context.ts';

const problemsOf = (isolation: object) =>
  checkIsolation(testContext({ isolation })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

const spec = { ingress: [{ ports: [{ port: 1 }] }] };

test('accepts a configuration with required keys only', () => {
  expect(problemsOf({})).toEqual([]);
  expect(checkIsolation({ ...testContext(), config: {} })).toEqual([]);
});

// Proves: cluster-networks.own-policies
test('refuses names of other policies, exceptions outside of their ranges, and reserved ranges', () => {
  const peer = (cidr: string, ...except: string[]) => [{ ipBlock: { cidr, except } }];
  expect(
    problemsOf({
      registries: { addresses: ['169.254.1.0/24', '10.244.7.0/24', '10.20.0.0/16'] },
      customNetworkPolicies: [
        { name: 'dns', spec },
        { name: 'mine', spec },
        { name: 'mine', spec },
        {
          name: 'blocks',
          spec: {
            ingress: [{ from: peer('10.0.0.0/8', '10.1.0.0/16', '11.0.0.0/16') }],
            egress: [{ to: peer('10.0.0.0/8', '10.0.0.0/8') }],
          },
        },
      ],
    }),
  ).toEqual([
    'isolation.customNetworkPolicies.0.name: "dns" is the name of a policy of Strata\'s own; take another',
    'isolation.customNetworkPolicies.2.name: "mine" is the name of an earlier policy; take another',
    'isolation.customNetworkPolicies.3.spec.ingress.0.from.0.ipBlock.except.1: 11.0.0.0/16 is not a part of 10.0.0.0/8; remove it',
    'isolation.customNetworkPolicies.3.spec.egress.0.to.0.ipBlock.except.0: 10.0.0.0/8 is not a part of 10.0.0.0/8; remove it',
    'isolation.registries.addresses.0: 169.254.1.0/24 is in the link-local range, where metadata services and node-local DNS are',
    'isolation.registries.addresses.1: 10.244.7.0/24 is in the pods and Services of the infra cluster; allow a registry there by its labels, with customNetworkPolicies',
  ]);
});

const withMirrors = (isolation: object) => {
  const context = testContext({
    isolation,
    kubernetes: {
      version: '1.35.4',
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.101.0.0/16',
      binaries: { mirror: 'https://10.20.0.5/releases' },
      registries: [{ registry: 'docker.io', endpoint: 'https://hub.example' }],
    },
  });
  const platform = { ...testPlatform, registryMirror: 'mirror.example:5000/strata' };
  return checkIsolation({ ...context, platform }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
};

// Proves: cluster-networks.registries, clusters.mirror
test('refuses registries without the mirrors that machines are told to use', () => {
  expect(withMirrors({})).toEqual([
    "isolation.registries.ports: the platform's registry mirror is at port 5000, which is not in this list; add it",
    'isolation.registries.addresses: the mirror of kubernetes.binaries is at 10.20.0.5, which is not in this list; add "10.20.0.5/32"',
  ]);
  const registries = { addresses: ['10.20.0.0/16'], ports: [80, 443, 5000] };
  expect(withMirrors({ registries })).toEqual([]);
});

test('reports nothing of mirrors where kubernetes is missing, which has a problem of its own', () => {
  const { kubernetes, ...config } = testContext().config;
  expect(kubernetes.registries).toEqual([]);
  expect(checkIsolation({ ...testContext(), config })).toEqual([]);
});

const withServers = (servers: object, isolation: object = {}) => {
  const { kubernetes } = testContext().config;
  const context = testContext({ isolation, kubernetes: { ...kubernetes, ...servers } });
  return checkIsolation(context).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('a server beside the listed addresses is reported, and one among their exceptions', () => {
  const at = (host: string) => ({ binaries: { mirror: `https://${host}/releases` } });
  const registries = { addresses: ['10.0.0.0/8', '192.168.7.0/24'] };
  const problem = (host: string) =>
    `isolation.registries.addresses: the mirror of kubernetes.binaries is at ${host}, which is not in this list; add "${host}/32"`;
  expect(withServers(at('192.168.7.9'), { registries })).toEqual([]);
  expect(withServers(at('192.168.8.9'), { registries })).toEqual([problem('192.168.8.9')]);
  // A pod of the infra cluster, which nobody means by 10.0.0.0/8.
  expect(withServers(at('10.244.1.9'), { registries })).toEqual([problem('10.244.1.9')]);
  // Nobody knows the address of a name.
  expect(withServers(at('mirror.example'), { registries })).toEqual([]);
});

test('where machines are told no mirror, any ports of registries will do', () => {
  expect(withServers({}, { registries: { ports: [5000] } })).toEqual([]);
});

test('each mirror of a registry is named by its registry', () => {
  const registries = [
    { registry: 'quay.io', endpoint: 'https://10.20.0.5:5001' },
    { registry: 'docker.io', endpoint: 'http://hub.example' },
  ];
  expect(withServers({ registries }, { registries: { ports: [443] } })).toEqual([
    'isolation.registries.addresses: the mirror of quay.io is at 10.20.0.5, which is not in this list; add "10.20.0.5/32"',
    'isolation.registries.ports: the mirror of quay.io is at port 5001, which is not in this list; add it',
    'isolation.registries.ports: the mirror of docker.io is at port 80, which is not in this list; add it',
  ]);
});

test('a rule may name everybody, and a peer pods instead of addresses', () => {
  const pods = { podSelector: {} };
  const block = { ipBlock: { cidr: '10.0.0.0/8' } };
  expect(
    problemsOf({
      customNetworkPolicies: [
        { name: 'a', spec: { ingress: [{ ports: [{ port: 1 }] }, { from: [pods, block] }] } },
        { name: 'b', spec: { egress: [{ to: [pods] }, { ports: [{ port: 1 }] }] } },
      ],
    }),
  ).toEqual([]);
});

// Proves: cluster-networks.registries
test('the internet excludes private, reserved and platform addresses, each once', () => {
  expect(internet({ infra: { hosts: [] }, platform: testPlatform })).toEqual({
    cidr: '0.0.0.0/0',
    except: [
      '0.0.0.0/8',
      '10.0.0.0/8',
      '100.64.0.0/10',
      '127.0.0.0/8',
      '169.254.0.0/16',
      '172.16.0.0/12',
      '192.0.0.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '224.0.0.0/4',
      '240.0.0.0/4',
      '203.0.113.0/28',
      '203.0.113.64/31',
      '203.0.113.66/32',
    ],
  });
});

test('the internet excludes the addresses of hosts, which a configured range may contain', () => {
  const hosts = [
    { name: 'metal-0', cpu: 32, memoryGiB: 128, addresses: ['198.51.100.40', '2001:db8::40'] },
    { name: 'metal-1', cpu: 32, memoryGiB: 128, addresses: ['10.0.0.12'] },
    { name: 'metal-2', cpu: 32, memoryGiB: 128 },
  ];
  const surroundings = { infra: { hosts }, platform: testPlatform };
  const [without, withHosts] = [{ hosts: [] }, { hosts }].map(
    (infra) => internet({ infra, platform: testPlatform }).except,
  );
  // 10.0.0.12 is in a private range.
  expect(withHosts?.filter((cidr) => without?.includes(cidr) === false)).toEqual([
    '198.51.100.40/32',
  ]);
  expect(placesOf(['198.51.100.0/24'], surroundings)).toEqual([{ cidr: '198.51.100.0/24' }]);
});

test("excludes the addresses of the infra cluster's API, whatever their ranges are", () => {
  const api = {
    addresses: ['10.96.0.1', '10.0.0.11', '192.0.2.11', '2001:db8::11'],
    ports: [6443],
  };
  const platform = { ...testPlatform, clusterNetwork: { ...testPlatform.clusterNetwork, api } };
  expect(internet({ infra: { hosts: [] }, platform }).except).toEqual(
    expect.arrayContaining(['240.0.0.0/4', '192.0.2.11/32', '203.0.113.0/28']),
  );
  expect(meant('10.0.0.0/16', platform)).toEqual({
    cidr: '10.0.0.0/16',
    except: ['10.0.0.11/32'],
  });
  // A registry on that host, named by its address.
  expect(meant('10.0.0.11/32', platform)).toEqual({ cidr: '10.0.0.11/32' });
});

test('a configured range excludes addresses that are in it only by chance', () => {
  expect(meant('192.168.0.0/16', testPlatform)).toEqual({ cidr: '192.168.0.0/16' });
  expect(meant('10.0.0.0/8', testPlatform)).toEqual({
    cidr: '10.0.0.0/8',
    except: [
      '10.244.0.0/16',
      '10.96.0.0/16',
      '10.50.0.10/31',
      '10.50.0.12/30',
      '10.50.0.16/30',
      '10.50.0.20/32',
    ],
  });
  // Private ranges in a wider one are meant; ranges in which nobody has an address are not.
  expect(meant('128.0.0.0/1', { ...testPlatform, loadBalancerPools: [] })).toEqual({
    cidr: '128.0.0.0/1',
    except: ['169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  });
  // A range of a pool that is configured as such is meant.
  expect(meant('203.0.113.5/32', testPlatform)).toEqual({ cidr: '203.0.113.5/32' });
});
