// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generateUserCluster } from '../index.ts';
import { largeCluster } from './harvester/testing/large-cluster.ts';
import { smallCluster } from './harvester/testing/small-cluster.ts';

const plan = `
pods: { ranges: [10.40.0.0/13, 10.240.0.0/12], prefix: 16 }
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
    - { name: ubuntu-24-04, sizeGiB: 20, http: { url: "https://images.example.org/noble.img" } }
  kubevirt-stack:networks:
    - { name: vlan-storage, type: vlan, bridge: br1, vlan: 300 }
`;

let folder: string;
let fromHarvester: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'from-harvester-'));
  fromHarvester = join(folder, 'shop.harvester.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a cluster from a file with this text; returns what its file and the terminal say. */
function generate(text: string, options: object = {}) {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', plan);
  tree.write('stacks/kubevirt-stack/Pulumi.lab.yaml', platform);
  writeFileSync(fromHarvester, text);
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  try {
    generateUserCluster(tree, { environment: 'lab', name: 'shop', fromHarvester, ...options });
    const printed = (log.mock.calls as string[][]).flat().join('\n');
    const file = tree.read('stacks/user-cluster/Pulumi.lab.shop.yaml', 'utf8') ?? '';
    const { config } = parse(file) as { readonly config: Readonly<Record<string, unknown>> };
    return { config, file, lines: printed.split('\n').map((line) => line.trim()) };
  } finally {
    log.mockRestore();
  }
}

// Proves: migration.from-harvester
test('a cluster by the pages of Rancher becomes a file that the program takes, with its range of pods', () => {
  const { config, lines } = generate(smallCluster);
  const machine = {
    cpu: 2,
    memoryGiB: 4,
    rootDisk: { image: 'ubuntu-24-04', sizeGiB: 40 },
    authorizedKeys: [
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann',
    ],
  };
  expect(config).toEqual({
    'user-cluster:kubernetes': {
      version: '1.35.4',
      podCidr: '10.42.0.0/16',
      serviceCidr: '10.80.0.0/20',
    },
    'user-cluster:controlPlane': { replicas: 1, ...machine, endpoint: { address: '10.0.0.10' } },
    'user-cluster:pools': [{ name: 'pool1', replicas: 1, ...machine }],
    'user-cluster:network': { mtu: 1500 },
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 },
    'user-cluster:deletion': { protect: true },
  });
  expect(lines.slice(0, 3)).toEqual([
    '',
    'Not as Rancher on Harvester has it:',
    'Cluster shop: the pod network is Cilium instead of calico',
  ]);
  expect(lines).toContain(
    'Cluster: the range 10.43.0.0/16 of Services is not free in the address plan of "lab": kubernetes.serviceCidr is 10.80.0.0/20',
  );
});

// Proves: migration.from-harvester
test('a large cluster becomes a file that the program takes, with no secret in it', () => {
  // A control plane with Cilium instead of kube-proxy has no second address.
  const text = largeCluster.replace('disable-kube-proxy: true', 'disable-kube-proxy: false');
  const { config, file, lines } = generate(text);
  expect(config).toMatchObject({
    'user-cluster:kubernetes': { version: '1.34.4', kubelet: { maxPods: 200 } },
    'user-cluster:controlPlane': { cpu: 4, interfaces: [{ network: 'vlan-storage' }] },
    'user-cluster:pools': [{ name: 'workers', replicas: 5, cpu: 8, memoryGiB: 32 }],
  });
  expect(`${file}${lines.join('\n')}`).not.toContain('hush');
});

// Proves: migration.from-harvester
test('what the file says, no option says again, and a file of another product is refused', () => {
  expect(() => generate(smallCluster, { workers: 2 })).toThrow(
    `The machine pools of ${fromHarvester} are the pools: leave out --workers.`,
  );
  expect(() => generate(smallCluster, { instancetype: 'standard-4' })).toThrow(
    `The machine pool of ${fromHarvester} says how large the control plane is: leave out --instancetype.`,
  );
  expect(() => generate(smallCluster, { fromKkp: '/nowhere' })).toThrow(
    '--from-kkp and --from-harvester: a cluster comes from one file; leave out one of them.',
  );
  expect(() => generate('apiVersion: kubermatic.k8c.io/v1\nkind: Cluster\n')).toThrow(
    `${fromHarvester} is of KKP: say --from-kkp instead of --from-harvester.`,
  );
  expect(() =>
    generate(smallCluster, { fromHarvester: undefined, fromCapk: fromHarvester }),
  ).toThrow(
    `${fromHarvester} is of Rancher on Harvester: say --from-harvester instead of --from-capk.`,
  );
});

// Proves: migration.from-harvester
test('a cluster without workers gets a pool, which is said', () => {
  const text = smallCluster.replace('workerRole: true', 'workerRole: false');
  const { config, lines } = generate(text, { workers: 3 });
  expect(config['user-cluster:pools']).toMatchObject([{ name: 'md-a', replicas: 3 }]);
  expect(lines).toContain(
    'machine pool: there is none in the file; the pool "md-a" is not of Rancher on Harvester, and --workers says how many machines it has',
  );
});

// Proves: migration.from-harvester
test('refuses a root disk that is smaller than the image of the platform', () => {
  const text = smallCluster.replace('"bootOrder":1,"size":40', '"bootOrder":1,"size":10');
  expect(() => generate(text)).toThrow(
    [
      'The cluster cannot be made like this:',
      'controlPlane.rootDisk.sizeGiB: 10 GiB are too small for a copy of "ubuntu-24-04"; it needs at least 20',
      'pools[0].rootDisk.sizeGiB: 10 GiB are too small for a copy of "ubuntu-24-04"; it needs at least 20',
    ].join('\n  '),
  );
});
