// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { examplePlan } from './example-plan.ts';
import { namedHosts } from './host-addresses.ts';
import { formatPlanProblem } from './plan-problem.ts';

const hostKeys = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP63sC7of2v0M5laDuywKwCBf6ALK+4Oc39unQFGc9oL',
];

/** Returns an environment without clusters, whose hosts and API have these addresses. */
const environment = (name: string, api: string, addresses: readonly string[]) => ({
  name,
  plan: examplePlan,
  infra: {
    file: `stacks/infra/Pulumi.${name}.yaml`,
    config: {
      hosts: addresses.map((publicAddress, index) => ({
        name: `m-${index}`,
        role: 'worker',
        publicAddress,
        privateAddress: publicAddress,
        hostKeys,
      })),
      kubeone: { version: '1.35.4', apiEndpoint: { host: api } },
    },
  },
  clusters: [],
});

const linesOf = (...environments: EnvironmentFiles[]) =>
  checkAddressPlans(environments).map(formatPlanProblem);

const infraAt = (key: string) => `stacks/infra/Pulumi.prod.yaml: config.infra:${key}`;

// Proves: networks.taken-addresses
test("refuses load balancer pools with the address of a host or of the infra cluster's API", () => {
  const pools = [
    { name: 'endpoints', addresses: ['192.0.2.10-192.0.2.99'], autoAssign: false },
    { name: 'open', addresses: ['192.0.2.220-192.0.2.230'] },
  ];
  const platform = {
    file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
    config: { metallb: { pools } },
  };
  const prod = environment('prod', '192.0.2.225', ['192.0.2.17', '192.0.2.240']);
  const poolAt = (index: number) =>
    `stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:metallb.pools[${index}].addresses[0]`;
  expect(linesOf({ ...prod, platform })).toEqual([
    `${poolAt(0)}: 192.0.2.10-192.0.2.99 overlaps 192.0.2.17, the host "m-0" of "prod"; take a range that is not in use (the other: ${infraAt('hosts[0].publicAddress')})`,
    `${poolAt(1)}: 192.0.2.220-192.0.2.230 overlaps 192.0.2.225, the API of the infra cluster of "prod"; take a range that is not in use (the other: ${infraAt('kubeone.apiEndpoint.host')})`,
  ]);
});

test('refuses pods of a cluster with the address of a host', () => {
  const file = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
  const kubernetes = {
    version: '1.35.4',
    podCidr: '10.129.0.0/16',
    serviceCidr: '10.112.16.0/20',
  };
  const prod = environment('prod', 'api.example.org', ['10.129.3.4']);
  const clusters = [{ name: 'shop', file, config: { kubernetes } }];
  expect(linesOf({ ...prod, clusters })).toContain(
    `${file}: config.user-cluster:kubernetes.podCidr: 10.129.0.0/16 overlaps 10.129.3.4, the host "m-0" of "prod"; take a range that is not in use (the other: ${infraAt('hosts[0].publicAddress')})`,
  );
});

test('refuses two environments of one site with the same host, and not those of two sites', () => {
  const prod = environment('prod', 'api.example.org', ['10.9.3.4']);
  const stage = { ...environment('stage', 'api.example.org', ['10.9.3.4']), plan: undefined };
  expect(linesOf(prod, stage)).toEqual([
    `${infraAt('hosts[0].publicAddress')}: 10.9.3.4 overlaps 10.9.3.4, the host "m-0" of "stage"; take a range that is not in use (the other: stacks/infra/Pulumi.stage.yaml: config.infra:hosts[0].publicAddress)`,
  ]);
  expect(linesOf({ ...prod, plan: { ...examplePlan, site: 'elsewhere' } }, stage)).toEqual([]);
});

test('names each address once, and no API that has a name', () => {
  expect(namedHosts(environment('prod', 'api.example.org', ['10.9.3.4']))).toEqual(['10.9.3.4']);
  expect(namedHosts(environment('prod', '10.9.3.9', ['10.9.3.4', 'fd00::4']))).toEqual([
    '10.9.3.4',
    'fd00::4',
    '10.9.3.9',
  ]);
});
