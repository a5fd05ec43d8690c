// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generateUserCluster } from '../index.ts';

const plan = `
pods: { ranges: [10.128.0.0/15], prefix: 16 }
services: { ranges: [10.112.0.0/16], prefix: 20 }
endpoints: { ranges: [10.0.0.10-10.0.0.12] }
tunnelPorts: { first: 8473, last: 8480 }
mtu: 1500
`;

const platform = `
config:
  kubevirt-stack:userClusterDefaults:
    network: { dns: { servers: [10.0.0.53] } }
  kubevirt-stack:images:
    - { name: ubuntu-24-04, sizeGiB: 20 }
`;

const file = 'stacks/user-cluster/Pulumi.lab.one.yaml';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'from-kkp-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the files of an environment without clusters. */
function environment() {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', plan);
  tree.write('stacks/kubevirt-stack/Pulumi.lab.yaml', platform);
  return tree;
}

/** Makes the cluster "one" from a file of KKP with this text. */
function generate(text: string, tree = environment()) {
  const fromKkp = join(folder, 'kkp.yaml');
  writeFileSync(fromKkp, text);
  generateUserCluster(tree, { environment: 'lab', name: 'one', fromKkp });
  return parse(tree.read(file, 'utf8') ?? '') as { readonly config: object };
}

/** A MachineDeployment with a root disk of that size. */
const deployment = (name: string, size: string) => `apiVersion: cluster.k8s.io/v1alpha1
kind: MachineDeployment
metadata: { name: ${name} }
spec:
  template:
    spec:
      providerSpec:
        value:
          cloudProviderSpec:
            virtualMachine: { template: { cpus: "2", memory: 4Gi, primaryDisk: { size: ${size} } } }
`;

// Proves: migration.from-kkp
test('the machines of a cluster of KKP become pools of a new one, with addresses of its own', () => {
  const fromKkp = join(folder, 'kkp.yaml');
  writeFileSync(
    fromKkp,
    `apiVersion: kubermatic.k8c.io/v1
kind: Cluster
metadata: { name: abc }
spec: { version: 1.34.9, cniPlugin: { type: canal }, clusterNetwork: { dnsDomain: corp.local } }
---
apiVersion: cluster.k8s.io/v1alpha1
kind: MachineDeployment
metadata: { name: web }
spec:
  replicas: 4
  template:
    spec:
      providerSpec:
        value:
          cloudProviderSpec:
            virtualMachine: { template: { cpus: "2", memory: 4Gi, primaryDisk: { size: 40Gi } } }
`,
  );
  const tree = environment();
  generateUserCluster(tree, { environment: 'lab', name: 'one', fromKkp });
  const { config } = parse(tree.read(file, 'utf8') ?? '') as { config: object };
  expect(config).toMatchObject({
    'user-cluster:kubernetes': {
      version: '1.34.9',
      podCidr: '10.128.0.0/16',
      dnsDomain: 'corp.local',
    },
    'user-cluster:controlPlane': { instancetype: 'standard-2' },
    'user-cluster:pools': [
      {
        name: 'web',
        replicas: 4,
        cpu: 2,
        memoryGiB: 4,
        rootDisk: { image: 'ubuntu-24-04', sizeGiB: 40 },
        drain: { timeoutSeconds: 7200 },
      },
    ],
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 },
  });
  const again = (options: object) => () => {
    generateUserCluster(tree, { environment: 'lab', name: 'two', fromKkp, ...options });
  };
  expect(again({ workers: 2 })).toThrow(
    `The MachineDeployments of ${fromKkp} are the pools: leave out --workers.`,
  );
  expect(again({ fromKkp: join(folder, 'no.yaml') })).toThrow(
    `--from-kkp: there is no file ${join(folder, 'no.yaml')}.`,
  );
  writeFileSync(
    fromKkp,
    'apiVersion: cluster.k8s.io/v1alpha1\nkind: MachineDeployment\nmetadata: { name: web }\n',
  );
  expect(again({})).toThrow(
    `${fromKkp} does not say how large the machines of "web" are: give virtualMachine.template of these MachineDeployments vcpus.cores (or cpus) and memory, or an instancetype of the platform (VirtualMachineClusterInstancetype).`,
  );
  expect(tree.exists('stacks/user-cluster/Pulumi.lab.two.yaml')).toBe(false);
});

// Proves: migration.from-kkp
test.each<[string, string, string]>([
  [
    'a MachineDeployment twice',
    `${deployment('web', '40Gi')}---\n${deployment('web', '40Gi')}`,
    'The cluster cannot be made like this:\n  pools[1].name: pools[0] is called "web" already; choose another name',
  ],
  [
    'a root disk that is smaller than its image',
    deployment('web', '10Gi'),
    'The cluster cannot be made like this:\n  pools[0].rootDisk.sizeGiB: 10 GiB are too small for a copy of "ubuntu-24-04"; it needs at least 20',
  ],
])('nothing is written from %s', (_, text, message) => {
  const tree = environment();
  expect(() => generate(text, tree)).toThrow(message);
  expect(tree.exists(file)).toBe(false);
});

// Proves: migration.from-kkp
test('a Cluster without machines gets a pool and keeps who may reach its API, and both is said', () => {
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  const { config } = generate(`apiVersion: kubermatic.k8c.io/v1
kind: Cluster
metadata: { name: abc }
spec: { apiServerAllowedIPRanges: { cidrBlocks: [10.200.10.0/24] } }
`);
  const [[text] = ['']] = log.mock.calls as string[][];
  log.mockRestore();
  expect(text?.split('\n').map((line) => line.trim())).toEqual([
    '',
    'Not as KKP has it:',
    'Cluster: spec.apiServerAllowedIPRanges is isolation.apiSources; add the addresses from which Strata is run, which reaches the API as well',
    'MachineDeployment: there is none in the file; the pool "md-a" is not of KKP, and --workers says how many machines it has',
  ]);
  expect(config).toMatchObject({
    'user-cluster:isolation': { apiSources: ['10.200.10.0/24'] },
    'user-cluster:pools': [{ name: 'md-a', replicas: 2 }],
  });
});
