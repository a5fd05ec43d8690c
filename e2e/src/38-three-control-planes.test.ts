// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changed-config.ts';
import {
  connectCommand,
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  type List,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { initStack, otherCluster, removeStack, writeClusterFile } from './other-clusters.ts';
import { watchApi, type Outage } from './api-outage.ts';
import { nodeVersions, userOf, type ClusterUser } from './user-cluster.ts';

const trio = otherCluster('trio');
const endpoint = '10.244.240.51';
const namespace = ['-n', 'cluster-trio'];

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});

/**
 * Edits of the demo's file that turn it into a cluster with three control-plane nodes on a VLAN.
 * Its worker is on the VLAN, too, but has no address there. People log in by SSH over the VLAN.
 */
const differences: readonly Change[] = [
  ['10.128.0.0/16', '10.130.0.0/16'],
  ['10.112.0.0/20', '10.112.32.0/20'],
  ['10.244.240.200', endpoint],
  [
    '      replicas: 2\n',
    '      replicas: 1\n      interfaces:\n        - network: peers\n          addresses: none\n',
  ],
  [
    'controlPlane:\n    replicas: 1\n',
    `controlPlane:
    replicas: 3
    peers:
      network: peers
      addresses: [10.20.0.11/24, 10.20.0.12/24, 10.20.0.13/24]
`,
  ],
  [
    'network:\n',
    'network:\n    vlans:\n      - name: peers\n        bridge: br1\n        vlan: 210\n',
  ],
  [
    '  user-cluster:deletion:\n',
    `  user-cluster:access:
    ssh:
      via: network
      network: peers
      authorizedKeys:
        - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD helene
  user-cluster:deletion:
`,
  ],
];

/** Writes the cluster's file, with a version of Kubernetes. */
function writeFile(version: string, ...more: readonly Change[]): void {
  writeClusterFile(trio, [...differences, ['1.35.4', version], ...more]);
}

interface Pod {
  readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
}

/** Runs a command in the network namespace of a machine, and returns its output. */
async function inside(
  machine: string,
  command: readonly string[],
  where: readonly string[] = namespace,
): Promise<string> {
  const label = ['-l', `vm.kubevirt.io/name=${machine}`, '--field-selector=status.phase=Running'];
  const { items } = await kubectlJson<List<Pod>>(session, ['get', 'pods', ...where, ...label]);
  const pod = items.find(({ metadata }) => metadata.deletionTimestamp === undefined);
  const network = `p${(pod?.metadata.uid ?? '').replaceAll('-', '').slice(0, 12)}`;
  return (await session.capture(['ip', 'netns', 'exec', network, ...command])).stdout.trim();
}

/** How many other members of etcd a control-plane node speaks with. */
async function etcdPeers(machine: string): Promise<number> {
  const script = "fetch('http://127.0.0.1:2381/metrics').then((r) => r.text()).then(console.log)";
  const metrics = await inside(machine, ['node', '--eval', script]);
  return [...metrics.matchAll(/^etcd_network_active_peers\{.*\} 1$/gm)].length;
}

async function allMembersMeet(): Promise<boolean> {
  const found = await Promise.all(['cp-0', 'cp-1', 'cp-2'].map(etcdPeers));
  return found.every((peers) => peers === 2);
}

async function keptWord(): Promise<string> {
  const word = await user.kubectl('get', 'secret', 'kept', '-o', 'jsonpath={.data.word}');
  return Buffer.from(word, 'base64').toString();
}

/** Whether a new update of the cluster would find nothing to do. */
async function isSettled(): Promise<boolean> {
  const again = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  return (await pulumi(session, trio, again)).code === 0;
}

/**
 * How long the API may be without an answer while one of three is away, in milliseconds: a new
 * leader of etcd, found by processes of a machine that has a lot else to do.
 */
const longestAllowed = 20_000;

/** Watches the API while `work` runs, and returns how long it was unavailable. */
async function outageDuring(work: () => Promise<void>): Promise<Outage> {
  const watch = watchApi(session, endpoint);
  await work();
  return watch.stop();
}

// Proves: clusters.control-plane
test('three control-plane nodes come up, with their members of etcd on a VLAN', async () => {
  writeFile('1.34.4');
  await initStack(session, trio);
  await pulumiUp(session, trio);
  user = await userOf(session, trio);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  const version = 'v1.34.4';
  expect(await nodeVersions(user)).toEqual({
    'cp-0': version,
    'cp-1': version,
    'cp-2': version,
    'md-a-0': version,
  });
  await eventually('three members meet', allMembersMeet);
  await user.kubectl('create', 'secret', 'generic', 'kept', '--from-literal=word=still-here');
});

// Proves: access.other-network
test('the commands of SSH over the VLAN lead to the machines', async () => {
  const { stdout } = await pulumi(session, trio, ['stack', 'output', '--json']);
  const { access } = JSON.parse(stdout) as {
    readonly access: readonly { readonly machine: string; readonly ssh: string }[];
  };
  for (const [number, machine] of ['cp-0', 'cp-1', 'cp-2'].entries()) {
    const command = access.find((one) => one.machine === machine)?.ssh ?? '';
    // The shell takes the place of ssh, and says where it would go.
    const script = `ssh() { echo "$1"; }; export KUBECONFIG=${user.kubeconfig}; ${command}`;
    await eventually(
      `the command for ${machine} has its address`,
      async () =>
        (await session.capture(['sh', '-c', script])).stdout.trim() ===
        `strata@10.20.0.1${number + 1}`,
    );
  }
  expect(await inside('cp-1', connectCommand('10.20.0.11', 2379))).toBe('connected');
});

// Proves: cluster-networks.vlan
test('the VLAN carries packets between its own machines alone', async () => {
  expect(await inside('cp-0', connectCommand('10.20.0.12', 2379))).toBe('connected');
  // On the VLAN without an address, and not on it at all.
  expect(await inside('md-a-0', connectCommand('10.20.0.12', 2379))).not.toBe('connected');
  const demo = ['-n', 'cluster-demo'];
  expect(await inside('md-a-0', ['ip', '-brief', 'link'], demo)).toContain('enp1s0');
  expect(await inside('md-a-0', connectCommand('10.20.0.12', 2379), demo)).not.toBe('connected');
  // The address to which the `kubernetes` Service directs a worker's pods that call the API.
  const address = ['-o', 'jsonpath={.endpoints[*].addresses[*]}'];
  const found = await user.kubectl('get', 'endpointslice', 'kubernetes', ...address);
  expect(found).toBe(endpoint);
  expect(await inside('md-a-0', connectCommand(found, 6443))).toBe('connected');
});

// Proves: cluster-networks.uncovered-interfaces
test('what a machine says of its interfaces is right, and which of them no policy covers', async () => {
  interface Interface {
    readonly name: string;
    readonly mac: string;
    readonly ipAddress?: string;
    readonly infoSource: string;
  }
  const { status } = await kubectlJson<{
    readonly status: { readonly interfaces: readonly Interface[] };
  }>(session, ['get', 'vmi', 'cp-0', ...namespace]);
  expect(status.interfaces).toMatchObject([
    { name: 'default', infoSource: 'domain' },
    { name: 'peers', infoSource: 'domain, multus-status' },
  ]);
  const [pod, peers] = status.interfaces;
  const links = await inside('cp-0', ['ip', '-brief', 'address', 'show']);
  const macs = await inside('cp-0', ['ip', '-brief', 'link', 'show', 'enp2s0']);
  // The infra cluster's network routes, so nobody else is on the wire of a pod.
  expect(links).toMatch(new RegExp(`^enp1s0@\\S+ +UP +${pod?.ipAddress ?? 'none'}/32`, 'm'));
  expect(links).toMatch(/^enp2s0@\S+ +UP +10\.20\.0\.11\/24/m);
  expect(macs).toContain(peers?.mac);
  const { stdout } = await pulumi(session, trio, ['stack', 'output', '--json']);
  expect(stdout).toMatch(/"uncoveredInterfaces": \[\s*"peers"\s*\]/);
});

// Proves: clusters.control-plane
test('without one of them the API answers, and it comes back to its etcd', async () => {
  const { answers, longestMilliseconds } = await outageDuring(async () => {
    await kubectl(session, ['delete', 'vmi', 'cp-0', ...namespace, '--wait=true']);
    expect(await keptWord()).toBe('still-here');
    const ready = ['--for=condition=Ready', '--timeout=180s'];
    await eventually('the machine is made anew', async () => {
      const vmis = await kubectl(session, ['get', 'vmis', ...namespace, '-o', 'name']);
      return vmis.includes('/cp-0');
    });
    await kubectl(session, ['wait', 'vmi', 'cp-0', ...namespace, ...ready]);
    await eventually('three members meet', allMembersMeet);
  });
  expect(answers).toBeGreaterThan(10);
  expect(longestMilliseconds).toBeLessThan(longestAllowed);
  expect(await isSettled()).toBe(true);
});

// Proves: clusters.control-plane
test('an update to the next minor replaces one after the other, and the API answers all the time', async () => {
  writeFile('1.35.4');
  const { longestMilliseconds } = await outageDuring(async () => {
    await pulumiUp(session, trio);
  });
  console.log(`longest time without an answer of the API: ${longestMilliseconds} ms`);
  expect(longestMilliseconds).toBeLessThan(longestAllowed);
  const version = 'v1.35.4';
  expect(await nodeVersions(user)).toEqual({
    'cp-0': version,
    'cp-1': version,
    'cp-2': version,
    'md-a-0': version,
  });
  expect(await keptWord()).toBe('still-here');
  await eventually('three members meet', allMembersMeet);
  expect(await isSettled()).toBe(true);
}, 900_000);

// Proves: machines.etcd-disk-lost
test('a machine whose disk of etcd is lost joins as a new member, and the API answers all the time', async () => {
  const { longestMilliseconds } = await outageDuring(async () => {
    await kubectl(session, ['delete', 'vm', 'cp-1', ...namespace, '--wait=true']);
    await kubectl(session, ['delete', 'datavolume', 'cp-1-etcd', ...namespace, '--wait=true']);
    await kubectl(session, [
      'wait',
      'pvc/cp-1-etcd',
      ...namespace,
      '--for=delete',
      '--timeout=60s',
    ]);
    const up = await pulumi(session, trio, ['up', '--yes', '--skip-preview', '--refresh']);
    expectSuccess(up);
  });
  expect(longestMilliseconds).toBeLessThan(longestAllowed);
  const log = join(sharedInstance().logsDir, 'guest_cluster-trio_cp-1.log');
  const said = readFileSync(log, 'utf8');
  expect(said).toMatch(/strata: removing member \d+ from etcd; the others have a majority/);
  expect(said).toMatch(/strata: member \d+ is removed/);
  await eventually('three members meet', allMembersMeet);
  expect(await keptWord()).toBe('still-here');
  expect(await isSettled()).toBe(true);
}, 900_000);

/** Larger than the default, which the disks were made with. */
const largerDisk: Change = ['    peers:\n', '    etcdDisk:\n      sizeGiB: 9\n    peers:\n'];

// Proves: machines.etcd-disk-grows
test('a larger disk of etcd is a larger claim: CDI is asked for nothing, and no machine is touched', async () => {
  interface Machine {
    readonly metadata: { readonly name: string; readonly uid: string };
  }
  const machines = async () => {
    const { items } = await kubectlJson<List<Machine>>(session, ['get', 'vmis', ...namespace]);
    return items.map(({ metadata: { name, uid } }) => `${name} ${uid}`).sort();
  };
  const before = await machines();
  writeFile('1.35.4', largerDisk);
  await pulumiUp(session, trio);
  for (const claim of ['cp-0-etcd', 'cp-1-etcd', 'cp-2-etcd']) {
    const grown = '--for=jsonpath={.status.capacity.storage}=9Gi';
    await kubectl(session, ['wait', `pvc/${claim}`, ...namespace, grown, '--timeout=60s']);
  }
  expect(await machines()).toEqual(before);
  expect(await isSettled()).toBe(true);
}, 300_000);

// Proves: machines.etcd-disk-grows
test('a smaller disk of etcd is refused, with what it has', async () => {
  writeFile('1.35.4');
  const { code, stdout, stderr } = await pulumi(session, trio, ['preview']);
  expect(code).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain(
    'cp-0-etcd has 9 GiB, and a disk cannot shrink; take 9 or more, for only a new cluster can have a smaller one',
  );
});

test('its control plane lost, a destroy is refused, and no machine of the pools goes', async () => {
  await kubectl(session, ['delete', 'vms', 'cp-0', 'cp-1', 'cp-2', ...namespace]);
  const { code, stdout } = await pulumi(session, trio, ['destroy', '--yes', '--skip-preview']);
  expect(code).not.toBe(0);
  expect(stdout).toContain(
    `the user cluster at https://${endpoint}:6443 cannot be reached to clean it up: `,
  );
  const pools = await kubectl(session, ['get', 'vmpools', ...namespace, '-o', 'name']);
  expect(pools).toBe('virtualmachinepool.pool.kubevirt.io/md-a');
});

test('told to skip what is inside, it goes, and leaves nothing', async () => {
  const skip: Change = ['volumes: delete', 'volumes: delete\n    unreachable: skip'];
  writeFile('1.35.4', largerDisk, skip);
  await pulumiUp(session, trio);
  expectSuccess(await pulumi(session, trio, ['destroy', '--yes', '--skip-preview']));
  await eventually('its namespace is gone', async () => {
    const names = await kubectl(session, ['get', 'namespaces', '-o', 'name']);
    return !names.includes('cluster-trio');
  });
  await removeStack(session, trio);
});
