// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { parse, stringify } from 'yaml';
import { generateUserCluster } from '../index.ts';

const plan = {
  pods: { ranges: ['10.128.0.0/12'], prefix: 16 },
  services: { ranges: ['10.112.0.0/16'], prefix: 20 },
  endpoints: { ranges: ['10.0.0.10-10.0.0.19'] },
  vlans: { bridge: 'br1', first: 200, last: 204 },
  tunnelPorts: { first: 8473, last: 8480 },
  mtu: 1500,
};

const platformFile = 'stacks/kubevirt-stack/Pulumi.lab.yaml';

/** An environment whose platform says this, and whose hosts have these bridges. */
function environment(platform: object, bridges: readonly object[] = []) {
  const tree = createTree();
  const config = {
    'kubevirt-stack:images': [
      {
        name: 'ubuntu-24-04',
        os: 'ubuntu',
        version: '24.04',
        registry: 'docker://x/y:1',
        sizeGiB: 20,
      },
    ],
    'kubevirt-stack:metallb': {
      pools: [{ name: 'all', addresses: ['10.0.0.0/24'], autoAssign: false }],
    },
    'kubevirt-stack:userClusterDefaults': { network: { dns: { servers: ['10.0.0.53'] } } },
    ...platform,
  };
  tree.write('stacks/address-plan/lab.yaml', stringify(plan));
  tree.write(platformFile, stringify({ config }));
  tree.write('stacks/infra/Pulumi.lab.yaml', stringify({ config: { 'infra:bridges': bridges } }));
  return tree;
}

type Tree = ReturnType<typeof environment>;

const fileOf = (name: string) => `stacks/user-cluster/Pulumi.lab.${name}.yaml`;

function vlanOf(tree: Tree, name: string): unknown {
  generateUserCluster(tree, { environment: 'lab', name, vlan: true });
  const { config } = parse(tree.read(fileOf(name), 'utf8') ?? '') as {
    config: { 'user-cluster:network': { vlans: { vlan: number }[] } };
  };
  return config['user-cluster:network'].vlans[0]?.vlan;
}

const given = (...vlans: object[]) => ({ 'kubevirt-stack:tenants': { vlans } });

// Proves: networks.vlan-per-cluster
test('a cluster gets a VLAN that the platform gives it, those of its own first', () => {
  const tree = environment(
    given(
      { bridge: 'br1', ids: ['200-203'] },
      { bridge: 'br1', ids: [200], boundTo: 'blog' },
      { bridge: 'br1', ids: [203], boundTo: 'shop' },
    ),
  );
  expect(['shop', 'wiki', 'blog', 'mail'].map((name) => vlanOf(tree, name))).toEqual([
    203, 201, 200, 202,
  ]);
});

test('a cluster gets no VLAN of a network of the platform, and none that the hosts do not carry', () => {
  const networks = [
    { name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 201 },
    { name: 'other', type: 'vlan', bridge: 'br2', vlan: 202 },
  ];
  const tree = environment({ 'kubevirt-stack:networks': networks }, [
    { name: 'br1', uplink: 'bond0', vlans: [200, '202-204'] },
  ]);
  expect(['shop', 'wiki', 'blog'].map((name) => vlanOf(tree, name))).toEqual([200, 203, 204]);
});

/** Returns the error message of the generator, which writes no file. */
function refusalOf(tree: Tree, name: string): string {
  const before = tree.listChanges().map(({ path }) => path);
  let message = '';
  try {
    generateUserCluster(tree, { environment: 'lab', name, vlan: true });
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(tree.listChanges().map(({ path }) => path)).toEqual(before);
  return message;
}

// Proves: networks.vlan-per-cluster
test('where the platform gives it none, the generator says what to add to which key', () => {
  const tree = environment(
    given(
      { bridge: 'br1', ids: [200], boundTo: 'blog' },
      { bridge: 'br1', ids: [201] },
      { bridge: 'br1', ids: [203] },
    ),
  );
  vlanOf(tree, 'wiki');
  vlanOf(tree, 'mail');
  expect(refusalOf(tree, 'shop')).toBe(
    `The platform of "lab" gives the cluster "shop" no free VLAN of "br1" from 200 to 204. Whoever owns it adds one to kubevirt-stack:tenants.vlans in ${platformFile}:

      - bridge: br1
        ids:
          - 202
        boundTo: shop

Once that is merged and up, call the generator again.`,
  );
});

// Proves: networks.vlan-per-cluster
test('what is added makes the next call come out right', () => {
  const others = [{ bridge: 'br2', ids: [7] }];
  const [, text = ''] = refusalOf(environment(given(...others)), 'shop').split('\n\n');
  const added = parse(text) as object[];
  expect(added).toEqual([{ bridge: 'br1', ids: [200], boundTo: 'shop' }]);
  expect(vlanOf(environment(given(...others, ...added)), 'shop')).toBe(200);
});

test('the first VLAN of a list does not take from others what they may have without it', () => {
  const bridges = [{ name: 'br7', uplink: 'bond0', vlans: ['300-399'] }];
  expect(refusalOf(environment({}, bridges), 'shop')).toBe(
    `The platform of "lab" gives the cluster "shop" no free VLAN of "br1" from 200 to 204. Whoever owns it sets kubevirt-stack:tenants.vlans in ${platformFile}; once there is such a list, clusters may have no others, so those that they may have now are in it:

      - bridge: br7
        ids:
          - 300-399
      - bridge: br1
        ids:
          - 200
        boundTo: shop

Once that is merged and up, call the generator again.`,
  );
});

test.each([
  ['nobody may have', given({ bridge: 'br1', ids: ['200-204'], boundTo: 'blog' })],
  [
    'are networks of the platform',
    {
      'kubevirt-stack:networks': [200, 201, 202, 203, 204].map((vlan) => ({
        name: `n${vlan}`,
        type: 'vlan',
        bridge: 'br2',
        vlan,
      })),
    },
  ],
])('a plan whose VLANs %s has none left', (_, platform) => {
  expect(refusalOf(environment(platform), 'shop')).toBe(
    'The address plan of "lab" has no free VLAN left: extend it, or delete a cluster.',
  );
});
