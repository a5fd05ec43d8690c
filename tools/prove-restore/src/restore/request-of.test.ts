// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { endedAfterEach, testCluster } from '@strata/testing';
import { chooseBackup } from './choose-backup.ts';
import { parseRestore } from './command-line.ts';
import type { FoundMachine } from './found-machine.ts';
import { keysOfMachines, membersOf, peerOf } from './request-of.ts';
import { TenantNamespace } from './tenant-namespace.ts';

const started = endedAfterEach(testCluster);

const machine = (name: string, keys?: string): FoundMachine => ({
  name,
  uid: name,
  role: 'control-plane',
  made: '2026-01-01T00:00:00Z',
  isOff: false,
  isReady: true,
  graceSeconds: 60,
  userData: `${name}-userdata`,
  ...(keys !== undefined && { keys }),
});

const three = ['cp-0', 'cp-1', 'cp-2'].map((name) => machine(name));
const core = '/api/v1/namespaces/cluster-shop';

const userData = (peer: string) =>
  JSON.stringify({ content: `INDEX='0'\nPEERS='10.9.0.9'\nPEER='${peer}'\n` });

async function namespaceWith(objects: Readonly<Record<string, object>>) {
  const { kubeconfig } = await started(objects);
  return new TenantNamespace(new ApiClient(await readKubeconfig(kubeconfig)), 'shop');
}

const claims = Object.fromEntries(
  three.map(({ name }) => [
    `${core}/persistentvolumeclaims/${name}-etcd`,
    { spec: { volumeMode: 'Block' } },
  ]),
);

const secrets = Object.fromEntries(
  three.map(({ name }, index) => [
    `${core}/secrets/${name}-userdata`,
    { data: { userdata: Buffer.from(userData(`10.9.0.1${index}`)).toString('base64') } },
  ]),
);

// Proves: backups.restore-command
test('three members have the addresses of their start-up data, and a single one that of loopback', async () => {
  const namespace = await namespaceWith({ ...claims, ...secrets });
  const members = await membersOf(namespace, three, 3);
  expect(members.map(({ peerUrl }) => peerUrl)).toEqual([
    'https://10.9.0.10:2380',
    'https://10.9.0.11:2380',
    'https://10.9.0.12:2380',
  ]);
  expect(await membersOf(namespace, three, 1)).toEqual([
    { name: 'cp-0', claim: 'cp-0-etcd', volumeMode: 'Block', peerUrl: 'https://127.0.0.1:2380' },
  ]);
});

/** A claim whose volume only one host can have. */
function localDisk(name: string, host: string) {
  const required = {
    nodeSelectorTerms: [
      { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [host] }] },
    ],
  };
  return {
    [`${core}/persistentvolumeclaims/${name}-etcd`]: {
      spec: { volumeMode: 'Block', volumeName: `of-${name}` },
    },
    [`/api/v1/persistentvolumes/of-${name}`]: { spec: { nodeAffinity: { required } } },
  };
}

const hosts = {
  '/api/v1/nodes': {
    items: ['one', 'two'].map((name) => ({
      metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    })),
  },
};

// Proves: backups.restore-command
test('disks that no host can have at once are refused before anything stops', async () => {
  const apart = ['one', 'two', 'one'].map((host, index) => localDisk(`cp-${index}`, host));
  const namespace = await namespaceWith(
    Object.assign({}, hosts, secrets, ...apart) as typeof hosts,
  );
  await expect(membersOf(namespace, three, 3)).rejects.toThrow(
    'No host can have the disks cp-0-etcd, cp-1-etcd, cp-2-etcd at once: their volumes belong to different hosts or zones, and one pod writes them all. Nothing is changed; restore by hand (docs/runbooks/restore-user-cluster.md#by-hand-before-you-begin).',
  );
  const together = [0, 1, 2].map((index) => localDisk(`cp-${index}`, 'two'));
  const same = await namespaceWith(Object.assign({}, hosts, secrets, ...together) as typeof hosts);
  expect(await membersOf(same, three, 3)).toHaveLength(3);
});

test('an IPv6 address of a peer is in brackets, and start-up data without one has none', () => {
  expect(peerOf(userData('fd00::5'))).toBe('[fd00::5]');
  expect(peerOf("PEERS='10.9.0.9'\n")).toBeUndefined();
});

// Proves: backups.restore-command
test('a machine or a disk that is missing is made again first', async () => {
  const namespace = await namespaceWith({ ...claims, ...secrets });
  await expect(membersOf(namespace, three.slice(0, 2), 3)).rejects.toThrow(
    'cluster-shop has no machine cp-2: make the machine cp-2 again first (docs/runbooks/recover-etcd.md#all-disks-are-lost).',
  );
  const without = await namespaceWith({});
  await expect(membersOf(without, three, 1)).rejects.toThrow(
    'cluster-shop has no disk cp-0-etcd: make the disk cp-0-etcd again first (docs/runbooks/recover-etcd.md#all-disks-are-lost).',
  );
});

// Proves: backups.restore-command
test('only keys that every machine has can read the Secrets of a backup', () => {
  const all = [1, 2, 3].map((generation) => ({
    name: generation === 1 ? 'strata' : `strata-${generation}`,
    secret: `${generation}`,
  }));
  const names = (...machines: readonly FoundMachine[]) =>
    keysOfMachines(machines, all).map(({ name }) => name);
  const rotated = (phase: string) =>
    machine('cp-0', JSON.stringify({ encryption: { generation: 2, phase } }));
  expect(names(machine('cp-0'))).toEqual(['strata']);
  expect(names(rotated('write'))).toEqual(['strata', 'strata-2']);
  expect(names(rotated('finish'))).toEqual(['strata-2']);
  expect(names(rotated('finish'), machine('cp-1'))).toEqual([]);
});

const now = Date.parse('2026-05-02T04:00:00Z');
const backups = [
  { id: 'aaaa1111', time: '2026-05-01T00:00:00.000Z' },
  { id: 'aaaa2222', time: '2026-05-02T03:10:00.000Z' },
  { id: 'bbbb3333', time: '2027-01-01T00:00:00.000Z' },
];

// Proves: backups.restore-command
test('a backup is named by its ID or is the newest that is not of the future', () => {
  expect(chooseBackup(backups, undefined, now).id).toBe('aaaa2222');
  expect(chooseBackup(backups, 'bbbb3333', now).id).toBe('bbbb3333');
  const known =
    'the newest are: aaaa1111 of 2026-05-01T00:00:00.000Z, aaaa2222 of 2026-05-02T03:10:00.000Z, bbbb3333 of 2027-01-01T00:00:00.000Z.';
  expect(() => chooseBackup(backups, 'cccccccc', now)).toThrow(
    `The repository has no backup "cccccccc" of this cluster; ${known}`,
  );
  expect(() => chooseBackup(backups, 'aaaa', now)).toThrow(
    `The repository has several backups "aaaa" of this cluster; ${known}`,
  );
  expect(() => chooseBackup([], undefined, now)).toThrow(
    'The repository has no backup of this cluster: look what the CronJob etcd-backup says in its namespace.',
  );
});

test('the command line names the cluster, the backup and the files', () => {
  const files = ['--platform', 'p.json', '--kubeconfig', 'k'];
  expect(parseRestore(['prod', 'shop', ...files, '--backup', '4f2a91c0', '--yes'])).toEqual({
    environment: 'prod',
    cluster: 'shop',
    backup: '4f2a91c0',
    platformFile: 'p.json',
    clusterFile: 'k',
    withoutFormer: [],
    isPreview: false,
    isConfirmed: true,
    isAgain: false,
    isGivenUp: false,
    isAlone: false,
    isTried: true,
  });
  expect(() => parseRestore(['prod', 'shop', ...files, '--backup', 'yesterday'])).toThrow(
    '--backup is "latest" or an ID that "restic snapshots" prints, not "yesterday".',
  );
  const given = parseRestore(['prod', 'shop', ...files, '--without-former', 'cp-0,cp-2']);
  expect(given?.withoutFormer).toEqual(['cp-0', 'cp-2']);
  expect(() => parseRestore(['prod', 'shop', ...files, '--without-former', 'all'])).toThrow(
    '--without-former is a list of members such as cp-0,cp-1, not "all".',
  );
  expect(() => parseRestore(['prod', 'shop'])).toThrow('--platform is missing.');
  expect(() => parseRestore(['prod', ...files])).toThrow('Name one environment and one cluster.');
  expect(parseRestore(['--help'])).toBeUndefined();
});
