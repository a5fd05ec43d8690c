// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generateUserCluster } from '../index.ts';
import { flatcarCluster } from './capk/testing/flatcar-cluster.ts';
import { storedCluster } from './capk/testing/stored-cluster.ts';

const plan = `
pods: { ranges: [10.240.0.0/12], prefix: 16 }
services: { ranges: [10.80.0.0/12], prefix: 20 }
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
  kubevirt-stack:networks:
    - { name: vlan-storage, type: vlan, bridge: br1, vlan: 300 }
`;

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann';

let folder: string;
let fromCapk: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'from-capk-'));
  fromCapk = join(folder, 'shop.capk.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the files of an environment without clusters. */
function environment() {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', plan);
  tree.write('stacks/kubevirt-stack/Pulumi.lab.yaml', platform);
  return tree;
}

/** Makes a cluster from a file of Cluster API with this text; returns what its file and the terminal say. */
function generate(text: string, options: object = {}, tree = environment()) {
  writeFileSync(fromCapk, text);
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  const all = { environment: 'lab', name: 'shop', fromCapk, ...options };
  try {
    generateUserCluster(tree, all);
    const printed = (log.mock.calls as string[][]).flat().join('\n');
    const file = tree.read(`stacks/user-cluster/Pulumi.lab.${all.name}.yaml`, 'utf8') ?? '';
    const { config } = parse(file) as { readonly config: Readonly<Record<string, unknown>> };
    return { config, file, lines: printed.split('\n').map((line) => line.trim()), tree };
  } finally {
    log.mockRestore();
  }
}

// Proves: migration.from-capk
test('a cluster of Cluster API becomes a file with its ranges of addresses, and the next one gets others', () => {
  const { config, lines, tree } = generate(flatcarCluster);
  const machine = {
    instancetype: 'u1.large',
    preference: 'ubuntu',
    rootDisk: { image: 'docker://registry.example.org/flatcar-kubevirt:3975.2.2', ephemeral: true },
    authorizedKeys: [key],
    cloudInit: 'ignition',
  };
  expect(config).toEqual({
    'user-cluster:kubernetes': {
      version: '1.35.4',
      podCidr: '10.243.0.0/16',
      serviceCidr: '10.95.0.0/16',
      dnsDomain: 'shop.tenants.local',
    },
    'user-cluster:controlPlane': {
      replicas: 1,
      ...machine,
      endpoint: { address: '10.0.0.10' },
    },
    'user-cluster:pools': [
      { name: 'shop-md-0', replicas: 3, ...machine, scheduling: { podAntiAffinityPreset: 'soft' } },
    ],
    'user-cluster:network': { mtu: 1500 },
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 },
    'user-cluster:deletion': { protect: true },
  });
  expect(lines.slice(0, 2)).toEqual(['', 'Not as Cluster API has it:']);
  const next = generate(flatcarCluster, { name: 'cart' }, tree);
  expect(next.config['user-cluster:kubernetes']).toMatchObject({
    podCidr: '10.240.0.0/16',
    serviceCidr: '10.80.0.0/20',
  });
  expect(next.lines.filter((line) => line.startsWith('Cluster: '))).toEqual([
    'Cluster: the range 10.243.0.0/16 of pods is not free in the address plan of "lab": kubernetes.podCidr is 10.240.0.0/16',
    'Cluster: the range 10.95.0.0/16 of Services is not free in the address plan of "lab": kubernetes.serviceCidr is 10.80.0.0/20',
  ]);
});

// Proves: migration.from-capk
test('a running cluster becomes a file that the program takes, with no secret in it', () => {
  const { config, file, lines } = generate(storedCluster);
  expect(config).toMatchObject({
    'user-cluster:kubernetes': { version: '1.34.4', kubelet: { maxPods: 200 } },
    'user-cluster:controlPlane': {
      cpu: 4,
      memoryMiB: 6500,
      endpoint: { address: '10.0.0.10', alternativeNames: ['api.shop.example.org'] },
    },
    'user-cluster:network': { mtu: 1500, ntp: ['10.20.0.123'] },
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8473, kubeProxyReplacement: true },
  });
  expect(config['user-cluster:controlPlane']).not.toHaveProperty('instancetype');
  expect(`${file}${lines.join('\n')}`).not.toContain('hush');
});

// Proves: migration.from-capk
test('what the file says, no option says again', () => {
  const both = { fromKkp: '/nowhere', workers: 2 };
  expect(() => generate(flatcarCluster, both)).toThrow(
    '--from-kkp and --from-capk: a cluster comes from one file; leave out one of them.',
  );
  expect(() => generate(flatcarCluster, { workers: 2 })).toThrow(
    `The MachineDeployments of ${fromCapk} are the pools: leave out --workers.`,
  );
  expect(() => generate(flatcarCluster, { instancetype: 'standard-4' })).toThrow(
    `The KubeadmControlPlane of ${fromCapk} says how large the control plane is: leave out --instancetype.`,
  );
});

// Proves: migration.from-capk
test('refuses a file of another product, one that is not there, and machines without memory', () => {
  expect(() => generate('apiVersion: kubermatic.k8c.io/v1\nkind: Cluster\n')).toThrow(
    `${fromCapk} is of KKP: say --from-kkp instead of --from-capk.`,
  );
  expect(() => generate(flatcarCluster, { fromCapk: undefined, fromKkp: fromCapk })).toThrow(
    `${fromCapk} is of Cluster API: say --from-capk instead of --from-kkp.`,
  );
  const nowhere = join(folder, 'no.yaml');
  expect(() => generate(flatcarCluster, { fromCapk: nowhere })).toThrow(
    `--from-capk: there is no file ${nowhere}.`,
  );
  expect(() => generate(storedCluster.replace('guest: 6500Mi', 'guest: ""'))).toThrow(
    `${fromCapk} does not say how large the machines of "controlPlane", "shop-workers" are: give domain of their KubevirtMachineTemplates cpu (sockets, cores, threads) and memory.guest, or an instancetype of the platform (VirtualMachineClusterInstancetype).`,
  );
});
