// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '../model.ts';
import type { VlanUse } from '../vlan-model.ts';
import { answer, bank, prod, sentences, stepLines } from '../testing/ask.ts';
import { smallFleet } from '../testing/small-fleet.ts';

/** Said of a network with machines. */
const moving = (from: number, to: number) => [
  'bad',
  `the commit moves no running machine: each is in VLAN ${to} once it starts again or migrates, and until all have, those in ${from} and ${to} do not reach each other`,
];

/** Returns the small fleet with other facts of its first network, the cluster's own. */
function withOwn(more: Partial<VlanUse>): Fleet {
  const [own, ...others] = prod.vlans.uses;
  if (own === undefined) throw new Error('the small fleet has no network');
  const vlans = { ...prod.vlans, uses: [{ ...own, ...more }, ...others] };
  return { ...smallFleet, environments: [{ ...prod, vlans }] };
}

test('a VLAN that becomes a free one: the file of its network, and that no running machine moves', () => {
  const said = answer(smallFleet, 'vlan-becomes', '40', '41');
  expect(sentences(said)).toEqual([
    ['calm', 'the network "own" of the cluster "shop" has VLAN 40 of br1'],
    moving(40, 41),
    bank,
  ]);
  expect(said.machines).toEqual([
    {
      environment: 'prod',
      cluster: 'shop',
      group: 'web',
      machines: 3,
      effect: 'has an interface in the network',
    },
  ]);
  expect(stepLines(said)).toEqual([
    [
      'prod',
      'the network "own" of the cluster "shop" to VLAN 41',
      'stacks/user-cluster/Pulumi.prod.shop.yaml',
      'config.user-cluster:network.vlans[0].vlan: 41',
    ],
  ]);
});

test('a VLAN that nothing allows: what has to allow it comes first, the hosts before the plan', () => {
  const said = answer(smallFleet, 'vlan-becomes', '40', '60');
  expect(sentences(said).slice(1, 3)).toEqual([
    ['bad', '60 is not among the VLANs that the hosts carry to br1'],
    ['bad', '60 is not among the VLANs that the address plan has of br1'],
  ]);
  expect(stepLines(said).map(([, ...step]) => step)).toEqual([
    [
      'the hosts carry VLAN 60',
      'stacks/infra/Pulumi.prod.yaml',
      'config.infra:bridges[0].vlans: 60 added',
    ],
    ['the address plan has VLAN 60', 'stacks/address-plan/prod.yaml', 'vlans: 60 added'],
    [
      'the network "own" of the cluster "shop" to VLAN 60',
      'stacks/user-cluster/Pulumi.prod.shop.yaml',
      'config.user-cluster:network.vlans[0].vlan: 60',
    ],
  ]);
});

test('a VLAN that the platform gives to another cluster is not given to this one', () => {
  const given = (first: number, last: number, boundTo: string) => ({
    by: 'platform' as const,
    bridge: 'br1',
    ranges: [{ first, last }],
    boundTo,
    source: {
      file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
      key: `config.kubevirt-stack:tenants.vlans of ${boundTo}`,
    },
  });
  const vlans = {
    ...prod.vlans,
    allowed: [...prod.vlans.allowed, given(40, 41, 'shop'), given(42, 42, 'bank')],
  };
  const fleet = { ...smallFleet, environments: [{ ...prod, vlans }] };
  expect(answer(fleet, 'vlan-becomes', '40', '41').steps.length).toBe(1);
  expect(stepLines(answer(fleet, 'vlan-becomes', '40', '42'))[0]).toEqual([
    'prod',
    'the platform gives VLAN 42',
    'stacks/kubevirt-stack/Pulumi.prod.yaml',
    'config.kubevirt-stack:tenants.vlans of shop: 42 added',
  ]);
});

test('a VLAN that somebody else has, and one of the platform, which needs no plan', () => {
  expect(sentences(answer(smallFleet, 'vlan-becomes', '40', '100'))).toContainEqual([
    'bad',
    'VLAN 100 of br1 is that of the platform\'s network "storage"',
  ]);
  const said = answer(smallFleet, 'vlan-becomes', '100', '45');
  expect(sentences(said)).toEqual([
    ['calm', 'the platform\'s network "storage" has VLAN 100 of br1'],
    bank,
  ]);
  expect(said.steps.length).toBe(1);
});

test('a VLAN of the members of etcd: the control plane is restarted as a whole right after the commit', () => {
  const said = answer(
    withOwn({ groups: [{ cluster: 'shop', name: 'cp' }], etcdOf: ['shop'] }),
    'vlan-becomes',
    '40',
    '41',
  );
  expect(sentences(said).slice(1)).toEqual([
    moving(40, 41),
    [
      'bad',
      'the members of etcd of the cluster "shop" reach each other in it, and one that starts again or migrates alone is cut off: restart its whole control plane right after the commit; its API is down until two of the members run',
    ],
    bank,
  ]);
  expect(stepLines(said).slice(1)).toEqual([
    [
      'prod',
      'the whole control plane of the cluster "shop" into VLAN 41, right after the commit',
      undefined,
      'for each of its machines: virtctl restart MACHINE --namespace cluster-shop',
    ],
  ]);
});

test('a VLAN of live migrations: virt-handler is restarted right after the commit', () => {
  const said = answer(withOwn({ groups: [], carriesMigrations: true }), 'vlan-becomes', '40', '41');
  expect(sentences(said).slice(1)).toEqual([
    [
      'bad',
      'live migrations take place in it, and none succeeds between hosts in 40 and 41: restart virt-handler on all hosts right after the commit',
    ],
    bank,
  ]);
  expect(stepLines(said).slice(1)).toEqual([
    [
      'prod',
      'virt-handler of all hosts into VLAN 41, right after the commit',
      undefined,
      'kubectl rollout restart daemonset virt-handler --namespace kubevirt',
    ],
  ]);
});
