// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { examplePlan as plan } from './example-plan.ts';
import { formatPlanProblem } from './plan-problem.ts';

const infraFile = 'stacks/infra/Pulumi.prod.yaml';
const platformFile = 'stacks/kubevirt-stack/Pulumi.prod.yaml';
const clusterFile = 'stacks/user-cluster/Pulumi.prod.c1.yaml';

const networks = [
  { name: 'storage', type: 'vlan', bridge: 'br1', vlan: 100 },
  { name: 'elsewhere', type: 'vlan', bridge: 'br9', vlan: 7 },
  { name: 'card', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 7 },
];

function linesOf(bridges: unknown, more: Partial<EnvironmentFiles> = {}): string[] {
  const files: EnvironmentFiles = {
    name: 'prod',
    plan,
    infra: { file: infraFile, config: { bridges } },
    platform: { file: platformFile, config: { networks } },
    clusters: [
      {
        name: 'c1',
        file: clusterFile,
        config: { network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 210 }] } },
      },
    ],
    ...more,
  };
  return checkAddressPlans([files])
    .map(formatPlanProblem)
    .filter((line) => line.includes('carry'));
}

const refused = (vlan: number, carried: string) =>
  `the hosts do not carry VLAN ${vlan} to "br1", only ${carried}; take one of these, or add it there (the other: ${infraFile}: config.infra:bridges)`;

// Proves: networks.vlans-on-hosts
test('rejects a VLAN that the hosts do not carry, wherever it is named', () => {
  const br1 = { name: 'br1', uplink: 'bond0' };
  expect(linesOf([{ ...br1, vlans: [100, '200-299'] }])).toEqual([]);
  expect(linesOf([{ ...br1, vlans: [5, '220-250'] }])).toEqual([
    `stacks/address-plan/prod.yaml: vlans.first: ${refused(200, '5, 220-250')}`,
    `stacks/address-plan/prod.yaml: vlans.last: ${refused(299, '5, 220-250')}`,
    `${platformFile}: config.kubevirt-stack:networks[0].vlan: ${refused(100, '5, 220-250')}`,
    `${clusterFile}: config.user-cluster:network.vlans[0].vlan: ${refused(210, '5, 220-250')}`,
  ]);
});

test('a bridge with different VLANs on different hosts carries all of them', () => {
  const ofRack = (host: string, vlans: unknown[]) => ({
    name: 'br1',
    uplink: 'bond0',
    hosts: [host],
    vlans,
  });
  expect(linesOf([ofRack('a', [100]), ofRack('b', ['200-299'])])).toEqual([]);
});

test('does not judge bridges that infra does not make', () => {
  expect(linesOf([])).toEqual([]);
  expect(linesOf([{ name: 'br2', uplink: 'bond0', vlans: [5] }])).toEqual([]);
});

test('rejects migration addresses that are those of hosts or load balancers', () => {
  const moves = { name: 'moves', type: 'vlan', bridge: 'br1', vlan: 7, use: 'migration' };
  const problems = checkAddressPlans([
    {
      name: 'prod',
      plan: { ...plan, nodes: { ranges: ['10.20.0.0/21'] } },
      platform: {
        file: platformFile,
        config: {
          metallb: { pools: [{ name: 'default', addresses: ['10.9.0.0/24'] }] },
          networks: [{ ...moves, range: '10.20.4.5-10.20.4.9/24' }],
        },
      },
      clusters: [],
    },
  ]);
  expect(problems.map(formatPlanProblem)).toEqual([
    `${platformFile}: config.kubevirt-stack:networks[0].range: 10.20.4.5-10.20.4.9 overlaps 10.20.0.0/21, the hosts of "prod"; take a range that is not in use (the other: stacks/address-plan/prod.yaml: nodes.ranges[0])`,
  ]);
});
