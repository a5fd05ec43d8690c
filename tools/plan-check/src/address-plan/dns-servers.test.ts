// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import { namedDnsServers } from './dns-servers.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { examplePlan as plan } from './example-plan.ts';
import { formatPlanProblem } from './plan-problem.ts';

const platformFile = 'stacks/kubevirt-stack/Pulumi.prod.yaml';

/** Returns an environment with the platform's pools and DNS servers, and a cluster with its own. */
function environment({
  own = ['10.9.0.54'],
  pool = {},
  servers = ['10.9.0.53'],
}: {
  readonly own?: readonly string[];
  readonly pool?: object;
  readonly servers?: readonly string[];
}): EnvironmentFiles {
  const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu' } };
  return {
    name: 'prod',
    plan,
    platform: {
      file: platformFile,
      config: {
        metallb: {
          pools: [
            { name: 'shared', addresses: ['192.0.2.0/25'], autoAssign: false },
            { name: 'open', addresses: ['192.0.2.220-192.0.2.230'], ...pool },
          ],
        },
        userClusterDefaults: { network: { dns: { servers } } },
      },
    },
    clusters: [
      {
        name: 'c1',
        file: 'stacks/user-cluster/Pulumi.prod.c1.yaml',
        config: {
          kubernetes: {
            version: '1.35.4',
            podCidr: '10.129.0.0/16',
            serviceCidr: '10.112.16.0/20',
          },
          controlPlane: { ...machine, endpoint: { address: '192.0.2.11' } },
          pools: [{ name: 'md-a', replicas: 1, ...machine }],
          network: { dns: { servers: own } },
          access: {},
        },
      },
    ],
  };
}

const linesOf = (files: EnvironmentFiles) => checkAddressPlans([files]).map(formatPlanProblem);

const ofPlatform = `${platformFile}: config.kubevirt-stack:userClusterDefaults.network.dns.servers[0]`;
const ofCluster =
  'stacks/user-cluster/Pulumi.prod.c1.yaml: config.user-cluster:network.dns.servers[0]';

test('reports no problem for DNS servers whose addresses nobody gets', () => {
  expect(linesOf(environment({}))).toEqual([]);
});

// Proves: networks.taken-addresses
test('refuses a pool of which any Service could get the address of a DNS server', () => {
  const expected = [
    `${platformFile}: config.kubevirt-stack:metallb.pools[1].addresses[0]: 192.0.2.220-192.0.2.230 contains 192.0.2.225, a DNS server that machines ask, and any Service may get it; leave it out, and if the server is a Service itself, add a pool of this address with autoAssign: false (the other: ${ofPlatform})`,
  ];
  const servers = ['192.0.2.225'];
  expect(linesOf(environment({ servers }))).toEqual(expected);
  // Two places that name the same server are one problem.
  expect(linesOf(environment({ servers, own: servers }))).toEqual(expected);
});

test('a DNS server may be a Service with an address that no other Service gets', () => {
  const servers = ['192.0.2.225'];
  expect(linesOf(environment({ servers, pool: { autoAssign: false } }))).toEqual([]);
  expect(linesOf(environment({ servers, pool: { boundTo: 'names' } }))).toEqual([]);
});

test("refuses endpoints of the plan and an endpoint of a cluster with a DNS server's address", () => {
  expect(linesOf(environment({ own: ['192.0.2.11'] }))).toEqual([
    `stacks/user-cluster/Pulumi.prod.c1.yaml: config.user-cluster:controlPlane.endpoint.address: 192.0.2.11 is a DNS server that machines ask; take another address (the other: ${ofCluster})`,
    `stacks/address-plan/prod.yaml: endpoints.ranges[0]: ${plan.endpoints.ranges[0] ?? ''} contains 192.0.2.11, a DNS server that machines ask; leave it out (the other: ${ofCluster})`,
  ]);
});

test('the DNS servers of an environment are those of its platform and its clusters', () => {
  expect(namedDnsServers(environment({}))).toEqual(['10.9.0.53', '10.9.0.54']);
});
