// SPDX-License-Identifier: Apache-2.0
import type { Captured, RackSession } from '@strata/sandbox';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from './apply.ts';
import { backedUpCluster, ClusterBackups } from './backed-up-cluster.ts';
import {
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
import {
  changeClusterFile,
  generateClusterFile,
  initStack,
  otherCluster,
  removeStack,
} from './other-clusters.ts';
import { processesWhere } from './processes.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

interface Member {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly volumes: readonly { readonly name: string }[];
        readonly domain: {
          readonly devices: { readonly disks: readonly { readonly name: string }[] };
        };
      };
    };
  };
}

const lost = otherCluster('lost');
const namespace = ['-n', 'cluster-lost'];

let session: RackSession;
let backups: ClusterBackups;
/** With the kubeconfig from before the state was lost. */
let user: ClusterUser;
/** Machines, and the Pods and Secrets that an update could have made anew. */
let before: string;

const stateFile = () =>
  join(sharedInstance().dir, 'pulumi/.pulumi/stacks/user-cluster/sandbox.lost.json');

/** Names and UIDs of all that must stay as it is. */
async function found(): Promise<string> {
  const kinds = 'virtualmachineinstances,virtualmachines,secrets,pods,persistentvolumeclaims';
  const columns = 'custom-columns=KIND:.kind,NAME:.metadata.name,UID:.metadata.uid';
  const list = await kubectl(session, ['get', kinds, '-o', columns, '--no-headers', ...namespace]);
  return list.split('\n').sort().join('\n');
}

const inArchive = ['-n', 'archive'];

/** A namespace with objects that nobody changes by himself. */
const archive = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'archive' } },
  ...[
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plan' }, data: { word: 'kept' } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, stringData: { word: 'hidden' } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'clerk' } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'closed' },
      spec: { podSelector: {}, policyTypes: ['Ingress'] },
    },
  ].map((object) => ({ ...object, metadata: { ...object.metadata, namespace: 'archive' } })),
];

interface ArchivedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Returns every object of the namespace with all of its fields, of every kind but events, by its name. */
async function archived(): Promise<Readonly<Record<string, object>>> {
  const listed = await user.kubectl('api-resources', '--namespaced', '--verbs=list', '-o', 'name');
  const kinds = listed
    .split('\n')
    .filter((kind) => !/^events(\.|$)|\.metrics\.k8s\.io$/.test(kind));
  const text = await user.kubectl('get', kinds.join(','), '-o', 'json', ...inArchive);
  const { items } = JSON.parse(text) as List<ArchivedObject>;
  return Object.fromEntries(items.map((item) => [`${item.kind} ${item.metadata.name}`, item]));
}

/** A step of `npx strata restore-state`. */
function program(...command: readonly string[]): Promise<Captured> {
  return session.capture(['node', ...command], { cwd: lost.checkout });
}

const keysProgram = 'tools/prove-restore/src/lost-state/main.ts';
const putKeys = (...options: readonly string[]) =>
  program(keysProgram, 'sandbox', 'lost', ...options);

const takeOn = () =>
  program('tools/gitops/src/main.ts', 'recover', '--stack', 'user-cluster/sandbox.lost');

beforeAll(async () => {
  session = await openSession();
  generateClusterFile(lost, '--workers=1');
  changeClusterFile(lost, ...backedUpCluster);
  await initStack(session, lost);
  await pulumiUp(session, lost);
  user = await userOf(session, lost);
  await apply(session, archive, user.kubeconfig);
  backups = new ClusterBackups(session, lost);
  await backups.make('before-the-loss');
  before = await found();
}, 900_000);

// Proves: backups.lost-state
test('a stack that has its state is refused, and stays as it is', async () => {
  const state = readFileSync(stateFile(), 'utf8');
  const { code, stderr } = await putKeys('--yes');
  expect(stderr).toMatch(
    /sandbox\.lost has \d+ resources in its state: it is not lost, and nothing is overwritten\./,
  );
  expect(code).toBe(1);
  expect(readFileSync(stateFile(), 'utf8')).toBe(state);
}, 120_000);

// Proves: backups.lost-state
test('without a state, a preview names the keys of the cluster, and makes no stack', async () => {
  for (const suffix of ['', '.bak', '.attrs', '.bak.attrs']) {
    rmSync(stateFile() + suffix, { force: true });
  }
  const { stdout, ...ended } = await putKeys('--preview');
  expectSuccess({ stdout, ...ended });
  expect(stdout).toContain(
    'sandbox.lost: its namespace on the infra cluster has these keys, and its API takes them: cluster, encryption, etcd, front-proxy, service-account, join token, cloud certificate, csi certificate, backup certificate, password of backups.',
  );
  expect(existsSync(stateFile())).toBe(false);
}, 120_000);

const journals = join(
  sharedInstance().dir,
  'pulumi/.pulumi/journals/organization/user-cluster/sandbox.lost',
);

const labelled: readonly [string, string] = [
  '- name: md-a\n',
  '- name: md-a\n      labels:\n        example.org/new: label\n',
];

// Proves: backups.lost-state
test('an update that would replace a machine is refused, and the state has encrypted keys alone', async () => {
  changeClusterFile(lost, labelled);
  const { code, stderr } = await putKeys('--yes');
  changeClusterFile(lost, [labelled[1], labelled[0]]);
  expect(stderr).toMatch(
    /- VMs would be replaced, by those that start with md-a-userdata-[0-9a-f]{8}: /,
  );
  expect(code).toBe(1);
  const state = readFileSync(stateFile(), 'utf8');
  expect(state).toContain('lost-keys-encryption');
  expect(state).not.toMatch(/PRIVATE KEY|"plaintext"/);
  expect(await found()).toBe(before);
}, 300_000);

/** A volume as the CSI driver plugs one into a VM: the same name among its volumes and its disks. */
const plugged = 'pvc-plugged';
const template = '/spec/template/spec';

async function plugIn(): Promise<void> {
  const claim = { claimName: plugged, hotpluggable: true };
  const patch = [
    {
      op: 'add',
      path: `${template}/volumes/-`,
      value: { name: plugged, persistentVolumeClaim: claim },
    },
    {
      op: 'add',
      path: `${template}/domain/devices/disks/-`,
      value: { name: plugged, disk: { bus: 'scsi' } },
    },
  ];
  await patchMember(patch);
}

/** Takes out what {@link plugIn} has put last into both lists. */
async function unplug(): Promise<void> {
  const { spec } = await kubectlJson<Member>(session, ['get', 'vm', 'cp-0', ...namespace]);
  const { domain, volumes } = spec.template.spec;
  const at = (list: readonly { readonly name: string }[]) =>
    list.findIndex(({ name }) => name === plugged);
  await patchMember([
    { op: 'remove', path: `${template}/volumes/${at(volumes)}` },
    { op: 'remove', path: `${template}/domain/devices/disks/${at(domain.devices.disks)}` },
  ]);
}

async function patchMember(patch: readonly object[]): Promise<void> {
  const change = ['--type=json', '-p', JSON.stringify(patch)];
  await kubectl(session, ['patch', 'vm', 'cp-0', ...change, ...namespace]);
}

// Proves: backups.lost-state
test('a volume that the CSI driver has plugged in stays: the update is refused until a pod has moved', async () => {
  await plugIn();
  const { code, stderr } = await putKeys('--yes');
  await unplug();
  expect(stderr).toContain(
    `- VirtualMachine cp-0 has the volume "${plugged}", which the CSI driver has plugged in for a pod, and the update would take it from that pod.`,
  );
  expect(code).toBe(1);
  expect(await found()).toBe(before);
}, 300_000);

// Proves: backups.lost-state
test('half a roll is refused, and the way that the message names leads on', async () => {
  const vm = ['vm', 'md-a-0', ...namespace];
  await kubectl(session, ['label', '--overwrite', ...vm, 'strata.dev/generation=0badcafe']);
  const { code, stderr } = await putKeys('--yes');
  expect(stderr).toMatch(
    /- VirtualMachine md-a-0 is of the generation 0badcafe, and its pool of [0-9a-f]{8}: a roll has begun and not ended\. Delete the VM \(kubectl -n cluster-lost delete vm md-a-0\)/,
  );
  expect(code).toBe(1);
  await kubectl(session, ['delete', ...vm, '--timeout=240s']);
  await kubectl(session, ['wait', ...vm, '--for=create', '--timeout=240s']);
  await kubectl(session, ['wait', ...vm, '--for=condition=Ready', '--timeout=240s']);
  await user.kubectl('wait', 'node/md-a-0', '--for=condition=Ready', '--timeout=240s');
  before = await found();
}, 900_000);

// Proves: backups.lost-state
test('killed while objects are taken on, the same command goes on there', async () => {
  const keys = await putKeys('--yes');
  expectSuccess(keys);
  expect(keys.stdout).toMatch(/\d+ objects and other resources are taken on as they are\./);
  expect(keys.stdout).not.toContain('made anew');
  const killed = takeOn();
  // One that is killed while it waits has made nothing yet; it is killed where the most is half done.
  const update = () =>
    processesWhere(({ command }) => command.includes('up') && command.includes('sandbox.lost'));
  await eventually('the update has begun', () => Promise.resolve(update().length > 0), 300);
  const journal = () => readdirSync(journals).filter((file) => file.endsWith('.json')).length;
  await eventually('some objects are taken on', () => Promise.resolve(journal() > 5), 300);
  const pids = processesWhere(
    ({ command }) =>
      command.includes('user-cluster/sandbox.lost') ||
      (command[0]?.endsWith('pulumi') === true && command.includes('sandbox.lost')),
  );
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect((await killed).code).not.toBe(0);

  const again = await putKeys('--yes');
  expectSuccess(again);
  expect(again.stdout).toContain(
    'sandbox.lost: going on with the update that takes on its objects.',
  );
  expectSuccess(await takeOn());
}, 900_000);

// Proves: backups.lost-state
test('nothing is left to do, and every machine, pod, Secret and volume is the same', async () => {
  expectSuccess(await pulumi(session, lost, ['preview', '--refresh', '--expect-no-changes']));
  expect(await found()).toBe(before);
  const names = ['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'];
  expect(await user.kubectl(...names)).toBe('cp-0 md-a-0');
  const again = await userOf(session, lost);
  expect(await again.kubectl(...names)).toBe('cp-0 md-a-0');
}, 300_000);

// The keys of the backup, and of its Secrets, are those that were read from the cluster.
// Proves: backups.lost-state, backups.restore, backups.restore-command
test('with the state that was put together, a backup from before its loss brings back every object', async () => {
  const expected = await archived();
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(['ConfigMap plan', 'NetworkPolicy closed', 'Role reader', 'Secret key']),
  );
  await user.kubectl('delete', 'namespace', 'archive', '--timeout=180s');
  await user.kubectl('create', 'configmap', 'newer');
  const began = Date.now();
  expectSuccess(await backups.restore(user.kubeconfig, '--yes'));
  const seconds = Math.round((Date.now() - began) / 1_000);
  const found = await archived();
  expect(found).toEqual(expected);
  expect(await user.kubectl('get', 'configmap', 'newer', '--ignore-not-found')).toBe('');
  const count = Object.keys(found).length;
  console.log(`with a state that was lost: ${count} objects compared, restored in ${seconds} s`);
}, 1_800_000);

// Proves: backups.lost-state
test('a cluster whose state was put together again is destroyed as any other', async () => {
  expectSuccess(await pulumi(session, lost, ['destroy', '--yes', '--skip-preview']));
  const left = ['get', 'namespace', 'cluster-lost', '--ignore-not-found'];
  expect(await kubectl(session, left)).toBe('');
  await removeStack(session, lost);
}, 900_000);
