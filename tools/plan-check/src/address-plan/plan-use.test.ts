// SPDX-License-Identifier: Apache-2.0
import { examplePlan } from './example-plan.ts';
import { planUse } from './index.ts';

const file = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu' } };

const files = {
  name: 'prod',
  plan: examplePlan,
  platform: {
    file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
    config: {
      metallb: { pools: [{ name: 'shop', addresses: ['192.0.2.200-192.0.2.203'] }] },
    },
  },
  clusters: [
    {
      name: 'shop',
      file,
      config: {
        kubernetes: { version: '1.35.4', podCidr: '10.129.0.0/16', serviceCidr: '10.112.16.0/21' },
        controlPlane: { ...machine, endpoint: { address: '192.0.2.12' } },
        pools: [],
        network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 201 }] },
        access: { ssh: { via: 'bastion', address: '192.0.2.201', authorizedKeys: [] } },
        cni: { tunnelPort: 8480 },
      },
    },
  ],
};

const share = (path: string, text: string, start: number, length = 1) => ({
  cluster: 'shop',
  file,
  path: `config.user-cluster:${path}`,
  text,
  start,
  length,
});

test('says for each range which parts clusters use, and how much is free', () => {
  expect(planUse(files).map(({ name, unit, ranges }) => ({ name, unit, ranges }))).toEqual([
    {
      name: 'pods',
      unit: 'blocks of /16',
      ranges: [
        {
          text: '10.128.0.0/10',
          units: 64,
          shares: [share('kubernetes.podCidr', '10.129.0.0/16', 1)],
          free: 63,
        },
      ],
    },
    {
      name: 'Services',
      unit: 'blocks of /20',
      ranges: [
        {
          text: '10.112.0.0/12',
          units: 256,
          shares: [share('kubernetes.serviceCidr', '10.112.16.0/21', 1, 0.5)],
          free: 255,
        },
      ],
    },
    {
      name: 'endpoints',
      unit: 'addresses',
      ranges: [
        {
          text: '192.0.2.10-192.0.2.99',
          units: 90,
          shares: [share('controlPlane.endpoint.address', '192.0.2.12', 2)],
          free: 89,
        },
      ],
    },
    {
      name: 'VLANs of br1',
      unit: 'numbers',
      ranges: [
        {
          text: '200-299',
          units: 100,
          shares: [share('network.vlans[0].vlan', '201', 1)],
          free: 99,
        },
      ],
    },
    {
      name: 'tunnel ports',
      unit: 'numbers',
      ranges: [
        { text: '8473-8999', units: 527, shares: [share('cni.tunnelPort', '8480', 7)], free: 526 },
      ],
    },
    {
      name: 'load balancer pool shop',
      unit: 'addresses',
      ranges: [
        {
          text: '192.0.2.200-192.0.2.203',
          units: 4,
          shares: [share('access.ssh.address', '192.0.2.201', 1)],
          free: 3,
        },
      ],
    },
  ]);
});

test('names the file and the key of each range, and is empty without a plan and a platform', () => {
  expect(planUse(files).map(({ file: from, path }) => `${from}: ${path}`)).toEqual([
    'stacks/address-plan/prod.yaml: pods.ranges',
    'stacks/address-plan/prod.yaml: services.ranges',
    'stacks/address-plan/prod.yaml: endpoints.ranges',
    'stacks/address-plan/prod.yaml: vlans',
    'stacks/address-plan/prod.yaml: tunnelPorts',
    'stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:metallb.pools[0].addresses',
  ]);
  expect(planUse({ name: 'prod', clusters: [] })).toEqual([]);
});

test('addresses that MetalLB leaves out are not free', () => {
  const pool = { name: 'old', addresses: ['192.0.2.0/24'], avoidBuggyIPs: true };
  const platform = { ...files.platform, config: { metallb: { pools: [pool] } } };
  const plan = { ...examplePlan, endpoints: { ranges: ['192.0.2.0-192.0.2.99'] } };
  const free = planUse({ ...files, plan, platform })
    .filter(({ unit }) => unit === 'addresses')
    .map(({ name, ranges }) => [name, ranges.map((range) => [range.units, range.free])]);
  expect(free).toEqual([
    // 192.0.2.0 is left out, and the cluster has 192.0.2.12.
    ['endpoints', [[100, 98]]],
    // 192.0.2.255 is left out as well, and the cluster has 192.0.2.201 too.
    ['load balancer pool old', [[256, 252]]],
  ]);
});
