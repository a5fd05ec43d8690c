// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './index.ts';
import { smallPool, testContext, testHosts } from './test-cluster.ts';

/** The bridge of hosts 1 and 3 carries VLANs 100 to 199, that of host 2 others. */
const bridges = [
  { name: 'br1', uplink: 'bond0', vlans: ['100-199'], hosts: ['host-1', 'host-3'] },
  { name: 'br1', uplink: 'bond0', vlans: [300], hosts: ['host-2'] },
];

/** Returns the problems of a pool in a VLAN of its cluster. */
function problemsOf(vlan: number, pool: object = {}, made: typeof bridges = bridges) {
  const context = testContext({
    network: { vlans: [{ name: 'own', bridge: 'br1', vlan }] },
    pools: [{ ...smallPool, interfaces: [{ network: 'own' }], ...pool }],
  });
  return checkMachines({
    ...context,
    infra: { hosts: testHosts, bridges: made },
  }).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const lacking = (hosts: string, has: string, vlan: number) =>
  `pools.0.interfaces.0.network: pool "md-a" may run on ${hosts}, which ${has} the bridge "br1" without VLAN ${vlan}, and would reach nobody there; keep it to other hosts with scheduling, add the VLAN there in infra:bridges, or give the bridge of those hosts another name`;

// Proves: networks.vlans-on-hosts
test('refuses a VLAN that some hosts do not carry on which the machines may run', () => {
  expect(problemsOf(150)).toEqual([lacking('"host-2"', 'has', 150)]);
  expect(problemsOf(300)).toEqual([lacking('"host-1", "host-3"', 'have', 300)]);
});

test('accepts machines that are kept to hosts with the VLAN', () => {
  const inZone = { scheduling: { nodeSelector: { 'topology.kubernetes.io/zone': 'a' } } };
  expect(problemsOf(150, inZone)).toEqual([]);
  const onHost = { key: 'kubernetes.io/hostname', type: 'hard', values: ['host-2'] };
  expect(problemsOf(300, { scheduling: { nodeAffinityPreset: onHost } })).toEqual([]);
});

test.each<[string, number, object?, typeof bridges?]>([
  ['by labels that nobody has told infra', 150, { scheduling: { nodeSelector: { rack: 'a' } } }],
  ['of which no host carries the VLAN, which is told once, elsewhere', 400],
  ['of a platform that makes no bridges', 150, {}, []],
  [
    'of infra before it said which hosts have a bridge',
    150,
    {},
    bridges.map((one) => ({ ...one, hosts: undefined as unknown as string[] })),
  ],
  ['without the interface', 150, { interfaces: [] }],
])('judges no machines %s', (_, vlan, pool, made) => {
  expect(problemsOf(vlan, pool, made)).toEqual([]);
});

test('judges networks of the platform, whose bridge its outputs name', () => {
  const network = { name: 'office', type: 'vlan' as const, attachTo: 'platform-networks/office' };
  const check = (more: object) =>
    checkMachines({
      ...testContext(
        { pools: [{ ...smallPool, interfaces: [{ network: 'office' }] }] },
        { networks: [{ ...network, vlan: 300, ...more }] },
      ),
      infra: { hosts: testHosts, bridges },
    }).map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(check({ bridge: 'br1' })).toEqual([lacking('"host-1", "host-3"', 'have', 300)]);
  expect(check({})).toEqual([]);
});
