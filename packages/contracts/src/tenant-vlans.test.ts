// SPDX-License-Identifier: Apache-2.0
import { tenantVlans, ungivenVlan } from './tenant-vlans.ts';

const networks = [
  { name: 'storage', bridge: 'br1', vlan: 100 },
  { name: 'flat', bridge: 'br2' },
  { name: 'fast', vlan: 20 },
];
const taken = [
  { name: 'storage', vlan: 100 },
  { name: 'fast', vlan: 20 },
];

test('what the owner of the platform gives is all that there is', () => {
  const vlans = [{ bridge: 'br1', ids: ['400-449'], boundTo: 'shop' }];
  const bridges = [{ name: 'br1', vlans: ['2-4094'] }];
  expect(tenantVlans(networks, vlans, bridges)).toEqual({ given: vlans, taken });
});

test('else it is what comes to the bridges of infra, and to those of the networks', () => {
  expect(tenantVlans(networks, [], [{ name: 'br1', vlans: [100, '400-699'] }])).toEqual({
    given: [
      { bridge: 'br1', ids: [100, '400-699'] },
      { bridge: 'br2', ids: ['2-4094'] },
    ],
    taken,
  });
});

test.each([[undefined], [[]]])(
  'where infra makes no bridges (%j) nobody has listed them',
  (none) => {
    expect(tenantVlans(networks, [], none)).toEqual({ taken });
  },
);

const given = [
  { bridge: 'br1', ids: ['400-499'] },
  { bridge: 'br1', ids: [400, '410-419'], boundTo: 'shop' },
  { bridge: 'br1', ids: [419], boundTo: 'blog' },
  { bridge: 'br1', ids: [600], boundTo: 'blog' },
];

test.each([
  ['one that all may have', 'shop', 'br1', 450],
  ['one that is bound to it', 'shop', 'br1', 400],
  ['one that is bound to it and to another', 'blog', 'br1', 419],
  ['one that is bound to it and in no range for all', 'blog', 'br1', 600],
])('a cluster may have %s', (_, cluster, bridge, vlan) => {
  expect(ungivenVlan({ given }, cluster, { bridge, vlan })).toBeUndefined();
});

test.each([
  ['one that is bound to another', 'blog', 'br1', 400],
  ['one that is bound to two others', 'wiki', 'br1', 419],
  ['one that nothing names', 'shop', 'br1', 500],
  ['one of another bridge', 'shop', 'br2', 450],
])('a cluster may not have %s', (_, cluster, bridge, vlan) => {
  expect(ungivenVlan({ given }, cluster, { bridge, vlan })).toContain(
    `the cluster may not have VLAN ${vlan} of "${bridge}"; it may have: 400-499 of "br1"`,
  );
});

test('a refusal says what the cluster may have, and who gives more', () => {
  expect(ungivenVlan({ given }, 'shop', { bridge: 'br1', vlan: 500 })).toBe(
    'the cluster may not have VLAN 500 of "br1"; it may have: 400-499 of "br1"; 400, 410-419 of "br1". ' +
      'The owner of the platform gives others in kubevirt-stack:tenants.vlans',
  );
  expect(ungivenVlan({ given: given.slice(1) }, 'wiki', { bridge: 'br1', vlan: 500 })).toBe(
    'the cluster may not have VLAN 500 of "br1"; it may have: none. ' +
      'The owner of the platform gives others in kubevirt-stack:tenants.vlans',
  );
});

test('where nobody has said, all may have all', () => {
  expect(ungivenVlan({}, 'shop', { bridge: 'br9', vlan: 2 })).toBeUndefined();
});
