// SPDX-License-Identifier: Apache-2.0
import { answer, prod, sentences, stepLines } from '../testing/ask.ts';
import { smallFleet } from '../testing/small-fleet.ts';

test('a VLAN that becomes a free one: the file of its network, and whose machines it can replace', () => {
  const said = answer(smallFleet, 'vlan-becomes', '40', '41');
  expect(sentences(said)).toEqual([
    ['calm', 'the network "own" of the cluster "shop" has VLAN 40 of br1'],
    ['warn', 'this can replace all machines of the cluster "shop"'],
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
  ]);
  expect(said.steps.length).toBe(1);
});
