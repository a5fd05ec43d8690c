// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import { examplePlan as plan } from './example-plan.ts';
import { formatPlanProblem } from './plan-problem.ts';

const platformFile = 'stacks/kubevirt-stack/Pulumi.prod.yaml';
const fileOf = (name: string) => `stacks/user-cluster/Pulumi.prod.${name}.yaml`;

const networks = [
  { name: 'storage', type: 'vlan', bridge: 'br1', vlan: 100 },
  { name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 220 },
  {
    name: 'moves',
    type: 'vlan',
    bridge: 'br9',
    vlan: 221,
    use: 'migration',
    range: '10.7.0.0/24',
  },
];

interface Said {
  readonly bridges?: readonly object[];
  readonly platform?: object | null;
}

/** Returns the problems of clusters' VLANs that follow from the platform's file. */
function linesOf(
  clusters: Readonly<Record<string, readonly { bridge: string; vlan: number }[]>>,
  { bridges, platform = {} }: Said,
): string[] {
  const vlansAt = ': config.user-cluster:network.vlans';
  return checkAddressPlans([
    {
      name: 'prod',
      plan,
      ...(bridges && { infra: { file: 'stacks/infra/Pulumi.prod.yaml', config: { bridges } } }),
      ...(platform !== null && {
        platform: { file: platformFile, config: { networks, ...platform } },
      }),
      clusters: Object.entries(clusters).map(([name, vlans]) => ({
        name,
        file: fileOf(name),
        config: { network: { vlans: vlans.map((one, index) => ({ name: `n${index}`, ...one })) } },
      })),
    },
  ])
    .map(formatPlanProblem)
    .filter((line) => line.includes(vlansAt))
    .map((line) => line.replace(vlansAt, ''));
}

const vlans = [
  { bridge: 'br1', ids: ['200-249'] },
  { bridge: 'br1', ids: [250], boundTo: 'blog' },
];
const more = `The owner of the platform gives others in kubevirt-stack:tenants.vlans (the other: ${platformFile}: config.kubevirt-stack:tenants.vlans)`;

// Proves: networks.vlan-per-cluster
test('a VLAN that the platform gives to another cluster, or to nobody, is found in the files', () => {
  const clusters = {
    shop: [
      { bridge: 'br1', vlan: 201 },
      { bridge: 'br1', vlan: 250 },
      { bridge: 'br1', vlan: 260 },
      { bridge: 'br2', vlan: 202 },
    ],
    blog: [{ bridge: 'br1', vlan: 250 }],
  };
  const may = 'it may have: 200-249 of "br1"';
  expect(linesOf(clusters, { platform: { tenants: { vlans } } })).toEqual([
    // Whatever the platform gives: two have the same.
    `${fileOf('blog')}[0].vlan: VLAN 250 of "br1" is already used by the cluster "shop" of "prod"; take another (the other: ${fileOf('shop')}: config.user-cluster:network.vlans[1].vlan)`,
    `${fileOf('shop')}[1].vlan: the cluster may not have VLAN 250 of "br1"; ${may}. ${more}`,
    `${fileOf('shop')}[2].vlan: the cluster may not have VLAN 260 of "br1"; ${may}. ${more}`,
    `${fileOf('shop')}[3].vlan: the cluster may not have VLAN 202 of "br2"; ${may}. ${more}`,
  ]);
});

test('where the platform says nothing, it gives what comes to the bridges of infra and of its networks', () => {
  const clusters = {
    shop: [
      { bridge: 'br1', vlan: 201 },
      { bridge: 'br9', vlan: 202 },
      { bridge: 'br2', vlan: 203 },
    ],
  };
  const bridges = [{ name: 'br1', uplink: 'bond0', vlans: [100, '200-299'] }];
  expect(linesOf(clusters, { bridges })).toEqual([
    `${fileOf('shop')}[2].vlan: the cluster may not have VLAN 203 of "br2"; it may have: 100, 200-299 of "br1"; 2-4094 of "br9". ${more}`,
  ]);
  expect(linesOf(clusters, {})).toEqual([]);
});

test("a VLAN of a network of the platform's is no cluster's own, on no bridge", () => {
  const clusters = {
    shop: [
      { bridge: 'br1', vlan: 220 },
      { bridge: 'br1', vlan: 221 },
      { bridge: 'br9', vlan: 221 },
    ],
  };
  const at = `(the other: ${platformFile}: config.kubevirt-stack:networks)`;
  expect(linesOf(clusters, {})).toEqual([
    `${fileOf('shop')}[2].vlan: VLAN 221 of "br9" is already used by the network "moves" of the platform of "prod"; take another (the other: ${platformFile}: config.kubevirt-stack:networks[2].vlan)`,
    `${fileOf('shop')}[0].vlan: VLAN 220 is the platform's network "fast", which others are on, too; use that network, or a VLAN of the cluster's own ${at}`,
    `${fileOf('shop')}[1].vlan: VLAN 221 is the platform's network "moves", which others are on, too; use a VLAN of the cluster's own ${at}`,
  ]);
});

test('a VLAN that the hosts do not carry is told once', () => {
  const bridges = [{ name: 'br1', uplink: 'bond0', vlans: ['100-249'] }];
  expect(
    linesOf(
      { shop: [{ bridge: 'br1', vlan: 260 }] },
      { bridges, platform: { tenants: { vlans } } },
    ),
  ).toEqual([
    `${fileOf('shop')}[0].vlan: the hosts do not carry VLAN 260 to "br1", only 100-249; take one of these, or add it there (the other: stacks/infra/Pulumi.prod.yaml: config.infra:bridges)`,
  ]);
});

test.each([
  ['there is no platform', null],
  ['what the platform gives is wrong', { tenants: { vlans: [{ bridge: 'br1' }] } }],
  ['its networks are wrong', { tenants: { vlans }, networks: [{}] }],
])('nothing is said of VLANs when %s', (_, platform) => {
  expect(linesOf({ shop: [{ bridge: 'br7', vlan: 260 }] }, { platform })).toEqual([]);
});
