// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload, type Captured, type RackSession } from '@strata/sandbox';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from './apply.ts';
import { backedUpCluster, ClusterBackups, restoreProgram } from './backed-up-cluster.ts';
import {
  eventually,
  kubectl,
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
import { strata } from './strata-command.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

const restored = otherCluster('restored');
const namespace = ['-n', 'cluster-restored'];

let session: RackSession;
let user: ClusterUser;
let backups: ClusterBackups;

beforeAll(async () => {
  session = await openSession();
  backups = new ClusterBackups(session, restored);
  generateClusterFile(restored, '--workers=1');
  changeClusterFile(restored, ...backedUpCluster);
  await initStack(session, restored);
  await pulumiUp(session, restored);
  user = await userOf(session, restored);
  await runDemoWorkload(session, user.kubeconfig);
}, 900_000);

const restore = (...args: readonly string[]) => backups.restore(user.kubeconfig, ...args);

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

// Proves: backups.etcd
test('the pod of the CronJob stores a backup in a volume of the infra cluster', async () => {
  await user.kubectl('create', 'configmap', 'kept', '--from-literal=word=here');
  await user.kubectl('create', 'secret', 'generic', 'kept', '--from-literal=word=secret');
  before = await facts();
  await backups.make('first');
}, 400_000);

// Proves: backups.restore-command
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

// Proves: backups.restore-command
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

// Proves: backups.restore-command, backups.restore
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

// Proves: backups.restore-command
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
  await backups.make('second');
  expectSuccess(await backups.run('tools/prove-restore/src/main.ts'));
}, 900_000);

// Proves: backups.restore-command
test('the same restore once more changes nothing', async () => {
  const again = await restore('--yes');
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain('nothing is changed. Add --again to restore once more.');
}, 120_000);

const inOffice = ['-n', 'office'];
const labels = { app: 'desk' };

/** A namespace of a team: settings, a Secret, rights, and a program with a volume. */
const office = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'office', labels: { team: 'office' } } },
  ...[
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plan' }, data: { word: 'kept' } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, stringData: { word: 'hidden' } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'clerk' } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'clerk' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: 'clerk', namespace: 'office' }],
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'desk' },
      spec: { clusterIP: 'None', selector: labels, ports: [{ port: 80 }] },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'files' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'desk' },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: 'clerk',
            containers: [
              {
                name: 'desk',
                image: 'registry.k8s.io/pause:3.10',
                volumeMounts: [{ name: 'files', mountPath: '/files' }],
              },
            ],
            volumes: [{ name: 'files', persistentVolumeClaim: { claimName: 'files' } }],
          },
        },
      },
    },
  ].map((object) => ({ ...object, metadata: { ...object.metadata, namespace: 'office' } })),
];

interface OfficeObject {
  readonly kind: string;
  readonly metadata: { readonly labels?: object; readonly uid: string };
}

/** Returns all that people have said of the namespace's objects but the claim, and their uids. */
async function officeObjects(): Promise<{ said: readonly object[]; uids: readonly string[] }> {
  const binding = 'rolebinding.rbac.authorization.k8s.io/clerk';
  const names = ['namespace/office', 'configmap/plan', 'secret/key', 'serviceaccount/clerk'];
  const get = ['get', ...names, binding, 'service/desk', 'deployment.apps/desk', '-o', 'json'];
  const { items } = JSON.parse(await user.kubectl(...get, ...inOffice)) as List<OfficeObject>;
  const said = items.map(({ metadata: { labels: ofObject }, ...object }) => {
    return { ...object, labels: ofObject, status: undefined };
  });
  return { said, uids: items.map(({ metadata }) => metadata.uid) };
}

/** Types `npx strata restore-objects` for the namespace. */
async function bring(...options: readonly string[]): Promise<Captured> {
  const copy = ['--repository', await backups.repository(), '--name', sharedInstance().name];
  const command = ['restore-objects', 'sandbox', 'restored', ...copy, ...options];
  const began = Date.now();
  const ended = await strata(restored.checkout, ...command);
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`restore-objects ${options.join(' ')}: ${ended.code} after ${seconds} s`);
  return ended;
}

/** Writes the state as it would be with the key of another cluster; the caller removes the file. */
async function stateWithAnotherKey(): Promise<string> {
  interface State {
    readonly deployment: {
      readonly resources: readonly {
        readonly urn: string;
        readonly outputs?: { readonly base64?: { plaintext: string } };
      }[];
    };
  }
  const exported = await pulumi(session, restored, ['stack', 'export', '--show-secrets']);
  const state = JSON.parse(exported.stdout) as State;
  const key = state.deployment.resources.find(({ urn }) =>
    urn.endsWith('::restored-keys-encryption'),
  );
  if (key?.outputs?.base64 === undefined) throw new Error('the state has no key of Secrets');
  key.outputs.base64.plaintext = JSON.stringify(randomBytes(32).toString('base64'));
  const file = join(sharedInstance().dir, 'state-with-another-key.json');
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  return file;
}

let offices: Awaited<ReturnType<typeof officeObjects>>;

// Proves: backups.restore-objects
test('of a namespace that was deleted the backup has all, and a wrong name, a wrong key or a missing volume brings nothing', async () => {
  await apply(session, office, user.kubeconfig);
  await user.kubectl('rollout', 'status', 'deployment/desk', ...inOffice, '--timeout=300s');
  await backups.make('third');
  offices = await officeObjects();
  await user.kubectl('delete', 'namespace', 'office', '--timeout=300s');

  const preview = await bring('--namespace', 'office', '--preview');
  expectSuccess(preview);
  expect(preview.stdout).toMatch(
    /^sandbox\.restored: .* into sandbox\.restored\n {2}8 new:\n {4}office\n/,
  );
  expect(preview.stdout).toMatch(
    /^ {4}office\/files: npx strata restore-volumes sandbox restored --volume pvc-\S+ --as office\/files$/m,
  );
  const misspelt = await bring('--namespace', 'offices', '--yes');
  expect([misspelt.code, misspelt.stderr]).toEqual([
    1,
    expect.stringMatching(/--namespace: the backup has no offices; it has .*\boffice\b/),
  ]);
  const state = await stateWithAnotherKey();
  const locked = await bring('--namespace', 'office', '--yes', '--state', state);
  rmSync(state);
  expect([locked.code, locked.stderr]).toEqual([
    1,
    expect.stringContaining(
      'Secrets of this backup cannot be read with the encryption keys of the state: ',
    ),
  ]);
  const empty = await bring('--namespace', 'office', '--yes');
  expect([empty.code, empty.stderr]).toEqual([
    1,
    expect.stringContaining(
      'Nothing is changed: programs would begin with empty volumes, for sandbox.restored does not have these claims: office/files.',
    ),
  ]);
  expect(await user.kubectl('get', 'namespace', 'office', '--ignore-not-found')).toBe('');
}, 1_800_000);

const bringAll = ['--namespace', 'office', '--empty-volumes', '--yes'];

// Proves: backups.restore-objects
test('one command brings the namespace back, its program runs, and everything else stays as it is', async () => {
  const others = await facts();
  const done = await bring(...bringAll);
  expectSuccess(done);
  expect(done.stdout).toMatch(/^sandbox\.restored: \d+ objects were made\.$/m);
  await user.kubectl('rollout', 'status', 'deployment/desk', ...inOffice, '--timeout=300s');
  const now = await officeObjects();
  expect(now.said).toEqual(offices.said);
  for (const uid of offices.uids) expect(now.uids).not.toContain(uid);
  expect(await facts()).toEqual(others);
}, 900_000);

// Proves: backups.restore-objects
test('the same command once more makes nothing, and leaves what somebody has changed since', async () => {
  await user.kubectl('patch', 'configmap', 'plan', ...inOffice, '--patch={"data":{"word":"new"}}');
  const { uids } = await officeObjects();
  const again = await bring(...bringAll);
  expectSuccess(again);
  expect(again.stdout).toContain('\n  nothing is new\n');
  expect(again.stdout).toMatch(/there already with another content, .*: ConfigMap office\/plan$/m);
  expect((await officeObjects()).uids).toEqual(uids);
  const word = ['get', 'configmap', 'plan', '-o', 'jsonpath={.data.word}', ...inOffice];
  expect(await user.kubectl(...word)).toBe('new');
}, 900_000);

// A claim stays while pods have it, those that have ended, too: this destroy never ended.
// Proves: backups.etcd
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
