// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload, type Captured, type RackSession } from '@strata/sandbox';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backedUpCluster } from './backed-up-cluster.ts';
import {
  eventually,
  kubectl,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  stacks,
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

const restored = otherCluster('restored');
const namespace = ['-n', 'cluster-restored'];

let session: RackSession;
let user: ClusterUser;
/** Folder of the volume with the backups, as a person would give a copy of it. */
let repository: string;

beforeAll(async () => {
  session = await openSession();
  generateClusterFile(restored, '--workers=1');
  changeClusterFile(restored, ...backedUpCluster);
  await initStack(session, restored);
  await pulumiUp(session, restored);
  user = await userOf(session, restored);
  await runDemoWorkload(session, user.kubeconfig);
}, 900_000);

/** Asks the CronJob for a backup now, and waits until it is stored and read back. */
async function backUp(name: string): Promise<void> {
  await kubectl(session, ['create', 'job', name, '--from=cronjob/etcd-backup', ...namespace]);
  const done = ['wait', `job/${name}`, '--for=condition=complete', '--timeout=300s'];
  await kubectl(session, [...done, ...namespace]);
}

/** Files that `npx strata` makes for its programs: outputs of the platform. */
async function platformFile(): Promise<string> {
  const file = join(sharedInstance().dir, 'platform.json');
  const outputs = await pulumi(session, stacks.platform, ['stack', 'output', '--json']);
  expectSuccess(outputs);
  writeFileSync(file, outputs.stdout);
  return file;
}

/** Runs a program of `npx strata` for the cluster, with the copy of its repository. */
async function program(path: string, ...args: readonly string[]): Promise<Captured> {
  const { checkout } = restored;
  const command = ['node', path, 'sandbox', 'restored', '--repository', repository, ...args];
  return session.capture(command, { cwd: checkout });
}

const restoreProgram = 'tools/prove-restore/src/restore/main.ts';

async function restore(...args: readonly string[]): Promise<Captured> {
  const files = ['--platform', await platformFile(), '--kubeconfig', user.kubeconfig];
  return program(restoreProgram, ...files, ...args);
}

/** Facts about the cluster that a restore brings back. */
const facts = () =>
  Promise.all([
    user.kubectl('get', 'configmap', 'kept', '-o', 'jsonpath={.data.word}'),
    user.kubectl('get', 'secret', 'kept', '-o', 'jsonpath={.data.word}'),
    user.kubectl('get', 'pvc', 'shop-data', '-o', 'jsonpath={.spec.volumeName}'),
    user.kubectl('get', 'service', 'shop', '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}'),
  ]);

async function revision(): Promise<number> {
  const list = await user.kubectl('get', '--raw', '/api/v1/namespaces?limit=1');
  return Number(
    (JSON.parse(list) as { metadata: { resourceVersion: string } }).metadata.resourceVersion,
  );
}

const uidOf = (name: string) =>
  kubectl(session, ['get', 'vmi', name, '-o', 'jsonpath={.metadata.uid}', ...namespace]);

let before: readonly string[];
let highest: number;
let worker: string;

// Proves: clusters.backup
test('the pod of the CronJob stores a backup in a volume of the infra cluster', async () => {
  await user.kubectl('create', 'configmap', 'kept', '--from-literal=word=here');
  await user.kubectl('create', 'secret', 'generic', 'kept', '--from-literal=word=secret');
  before = await facts();
  await backUp('first');
  const claim = ['get', 'pvc', 'etcd-backup', '-o', 'jsonpath={.spec.volumeName}'];
  const volume = await kubectl(session, [...claim, ...namespace]);
  repository = join(sharedInstance().dir, 'volumes', volume, 'sandbox.restored');
}, 400_000);

// Proves: clusters.restore-command
test('the preview of a restore counts what is lost, as before and back, and changes nothing', async () => {
  await user.kubectl('create', 'configmap', 'newer', '--from-literal=word=lost');
  await user.kubectl('patch', 'configmap', 'kept', '--patch={"data":{"word":"changed"}}');
  await user.kubectl('delete', 'secret', 'kept');
  highest = await revision();
  worker = await uidOf('md-a-0');
  const preview = await restore('--preview');
  expectSuccess(preview);
  expect(preview.stdout).toMatch(/lost: .*configmaps \(\d+\)/);
  expect(preview.stdout).toMatch(/as before: .*configmaps \(\d+\)/);
  expect(preview.stdout).toMatch(/back: .*secrets \(\d+\)/);
  expect(preview.stdout).toContain('machine: cp-0 stops, and starts with the data of the backup');
  const jobs = await kubectl(session, ['get', 'jobs', '-o', 'name', ...namespace]);
  expect(jobs).toBe('job.batch/first');
}, 300_000);

// Proves: clusters.restore-command
test('a restore that is killed while the control plane is off goes on by the same command', async () => {
  const killed = restore('--yes');
  const phase = ['get', 'vm', 'cp-0', '-o', 'jsonpath={.status.printableStatus}', ...namespace];
  await eventually(
    'the control plane has stopped',
    async () => (await kubectl(session, phase)) === 'Stopped',
    300,
  );
  const pids = processesWhere(({ command }) => command.includes(restoreProgram));
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect((await killed).code).not.toBe(0);

  const again = await restore('--yes');
  expectSuccess(again);
  expect(again.stdout).toContain('restored: going on with the restore of the backup');
  expect(again.stdout).toContain('sandbox.restored has the data of the backup. Left to do:');
}, 1_800_000);

// Proves: clusters.restore-command, clusters.restore
test('every object is as it was, at a revision that nobody has seen, and the worker is a new machine', async () => {
  expect(await facts()).toEqual(before);
  expect(await user.kubectl('get', 'configmap', 'newer', '--ignore-not-found')).toBe('');
  expect(await revision()).toBeGreaterThan(highest);
  expect(await uidOf('md-a-0')).not.toBe(worker);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=180s');
  const names = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(names).toBe('cp-0 md-a-0');
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=300s');
}, 600_000);

// Proves: clusters.restore-command
test('after a restore the stack has nothing left to do, backups go on, and the proof is good', async () => {
  expectSuccess(await pulumi(session, restored, ['up', '--yes', '--skip-preview', '--refresh']));
  const unchanged = ['preview', '--refresh', '--expect-no-changes'];
  await eventually(
    'the stack has nothing left to do',
    async () => (await pulumi(session, restored, unchanged)).code === 0,
    240,
  );
  const suspended = ['get', 'cronjob', 'etcd-backup', '-o', 'jsonpath={.spec.suspend}'];
  expect(await kubectl(session, [...suspended, ...namespace])).toBe('false');
  await backUp('second');
  expectSuccess(await program('tools/prove-restore/src/main.ts'));
}, 900_000);

// Proves: clusters.restore-command
test('the same restore once more changes nothing', async () => {
  const again = await restore('--yes');
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain('nothing is changed. Add --again to restore once more.');
}, 120_000);

// A claim stays while pods have it, those that have ended, too: this destroy never ended.
// Proves: clusters.backup
test('a restored cluster is destroyed as any other', async () => {
  const destroy = ['destroy', '--yes', '--skip-preview'];
  expectSuccess(await pulumi(session, restored, destroy));
  const left = await kubectl(session, [
    'get',
    'namespace',
    'cluster-restored',
    '--ignore-not-found',
  ]);
  expect(left).toBe('');
  await removeStack(session, restored);
}, 900_000);
