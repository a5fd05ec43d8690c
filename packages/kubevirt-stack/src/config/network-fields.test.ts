// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { metallb } from './metallb-fields.ts';
import { networks } from './network-fields.ts';

const inspect = (config: Readonly<Record<string, unknown>>, secretKeys: string[] = []) =>
  inspectConfig(z.strictObject({ metallb: metallb.optional(), networks }), {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        `kubevirt-stack:${key}`,
        JSON.stringify(value),
      ]),
    ),
    secretKeys,
  });

test('has no networks by default', () => {
  expect(inspect({})).toMatchObject({ valid: { networks: [] }, problems: [] });
});

test('reports the problems of all networks at once', () => {
  const { problems } = inspect({
    networks: [
      { name: 'a', type: 'macvlan', bridge: 'a-bridge-with-a-name', vlan: 4095 },
      { name: 'b', type: 'sriov', resourceName: 'fast', vlan: 1, vlanQoS: 8, linkState: 'up' },
      { name: 'c', type: 'bridge', bridge: 'br1', range: '10.0.0.5-10.0.0.9', use: 'storage' },
    ],
  });
  expect(problems).toEqual([
    {
      path: ['networks', 0, 'type'],
      message: 'expected one of "vlan", "bridge", "sriov", got "macvlan"',
    },
    {
      path: ['networks', 0, 'bridge'],
      message: 'expected the name of a bridge, at most 15 characters, got "a-bridge-with-a-name"',
    },
    {
      path: ['networks', 0, 'vlan'],
      message:
        'expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), got 4095',
    },
    {
      path: ['networks', 1, 'vlan'],
      message:
        'expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), got 1',
    },
    { path: ['networks', 1, 'vlanQoS'], message: 'expected a priority from 0 to 7, got 8' },
    {
      path: ['networks', 1, 'resourceName'],
      message: 'expected a resource name like "openshift.io/fast", got "fast"',
    },
    {
      path: ['networks', 1, 'linkState'],
      message: 'expected one of "auto", "enable", "disable", got "up"',
    },
    {
      path: ['networks', 2, 'use'],
      message: 'expected one of "machines", "migration", got "storage"',
    },
    {
      path: ['networks', 2, 'range'],
      message:
        'expected a network like "10.9.0.0/28", or a part of one like "10.9.0.5-10.9.0.9/24", got "10.0.0.5-10.0.0.9"',
    },
  ]);
});

const pools = [{ name: 'default', addresses: ['10.0.0.0/28'] }];
const peer = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };

test('reports the problems of all routers at once', () => {
  const { problems } = inspect({
    metallb: {
      pools: [{ ...pools[0], announce: 'arp', boundTo: 'Demo' }],
      reserved: ['10.0.0.1', 'gateway'],
      bgp: {
        peers: [
          { ...peer, peerAddress: 'router', peerASN: 0, holdTimeSeconds: 1, bfdProfile: 'x' },
        ],
        communities: ['no-export'],
        aggregationLength: 33,
      },
    },
  });
  expect(problems).toEqual([
    {
      path: ['metallb', 'pools', 0, 'boundTo'],
      message: 'expected a name of at most 40 lower-case letters, digits and dashes, got "Demo"',
    },
    {
      path: ['metallb', 'pools', 0, 'announce'],
      message: 'expected one of "l2", "bgp", "both", got "arp"',
    },
    {
      path: ['metallb', 'bgp', 'peers', 0, 'peerASN'],
      message: 'expected the number of an autonomous system, got 0',
    },
    {
      path: ['metallb', 'bgp', 'peers', 0, 'peerAddress'],
      message:
        'expected the IPv4 address of a router, for MetalLB\'s own BGP opens no sessions by IPv6, got "router"',
    },
    {
      path: ['metallb', 'bgp', 'peers', 0, 'holdTimeSeconds'],
      message: 'expected a whole number from 3 to 65535, got 1',
    },
    {
      path: ['metallb', 'bgp', 'peers', 0, 'bfdProfile'],
      message: expect.stringMatching(/^unknown key; /) as unknown,
    },
    {
      path: ['metallb', 'bgp', 'aggregationLength'],
      message: 'expected a prefix length from 1 to 32, got 33',
    },
    {
      path: ['metallb', 'bgp', 'communities', 0],
      message: 'expected a community like "64512:100", got "no-export"',
    },
    {
      path: ['metallb', 'reserved', 1],
      message:
        'expected an address like "10.0.0.1", or addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28", got "gateway"',
    },
  ]);
});

test('rejects routers and passwords with which no session of MetalLB comes up', () => {
  const problemsOf = (more: object) =>
    inspect({ metallb: { pools, bgp: { peers: [{ ...peer, ...more }] } } }, [
      'kubevirt-stack:metallb',
    ]).problems;
  expect(problemsOf({ peerAddress: 'fd00::1' })).toEqual([
    {
      path: ['metallb', 'bgp', 'peers', 0, 'peerAddress'],
      message:
        "expected the IPv4 address of a router, for MetalLB's own BGP opens no sessions by IPv6, got a secret value that is not shown",
    },
  ]);
  for (const password of ['a'.repeat(81), `${'a'.repeat(79)}é`, '']) {
    expect(problemsOf({ password })).toEqual([
      {
        path: ['metallb', 'bgp', 'peers', 0, 'password'],
        message:
          'expected the password of a session, of at most 80 bytes, got a secret value that is not shown',
      },
    ]);
  }
  expect(problemsOf({ password: 'a'.repeat(80) })).toEqual([]);
});

test('requires the password of a session to be encrypted', () => {
  const config = { metallb: { pools, bgp: { peers: [{ ...peer, password: 'hush' }] } } };
  expect(inspect(config, ['kubevirt-stack:metallb']).problems).toEqual([]);
  const [problem, ...more] = inspect(config).problems;
  expect(more).toEqual([]);
  expect(problem?.path).toEqual(['metallb', 'bgp', 'peers', 0, 'password']);
  expect(problem?.message).toMatch(/^a secret in plain text; remove it/);
  expect(problem?.message).not.toContain('hush');
});
