// SPDX-License-Identifier: Apache-2.0
import type { Captured, RackSession } from '@strata/sandbox';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from './apply.ts';
import type { Change } from './changed-config.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  stacks,
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
import { userOf, type ClusterUser } from './user-cluster.ts';

const noted = otherCluster('noted');
const namespace = ['-n', 'cluster-noted'];

let session: RackSession;
let user: ClusterUser;

/** Snapshots every minute, which the tests suspend after the first. Its tests end with its destruction. */
const backedUp: readonly Change[] = [
  ['protect: true', 'protect: false\n    volumes: delete'],
  [
    'user-cluster:network:',
    `user-cluster:backup:
    schedule: '0 3 1 1 *'
    target:
      volume:
        sizeGiB: 2
    volumes:
      schedule: '* * * * *'
      retention:
        count: 3
  user-cluster:storage:
    classes:
      - name: kubevirt
        infraClass: sandbox-block
        default: true
        snapshotClass: sandbox-block
    snapshots: true
  user-cluster:network:`,
  ],
];

const labels = { app: 'notes' };

/** A claim, and a program that has it and appends a word whenever it starts. */
const notes = (word: string) => [
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'notes' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'notes' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'notes',
              image: 'registry.example.org/notes',
              command: ['sh', '-c', `echo ${word} >> /data/notes && sync && sleep infinity`],
              volumeMounts: [{ name: 'data', mountPath: '/data' }],
            },
          ],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'notes' } }],
        },
      },
    },
  },
];

interface Claim {
  readonly spec: { readonly volumeName: string };
}

const volumeOf = async () =>
  user.kubectl('get', 'pvc', 'notes', '-o', 'jsonpath={.spec.volumeName}');

/** The text on the volume, read where the infra cluster's storage has it. */
async function text(): Promise<string> {
  const claim = await kubectlJson<Claim>(session, ['get', 'pvc', await volumeOf(), ...namespace]);
  const path = join(sharedInstance().dir, 'volumes', claim.spec.volumeName, 'files/notes');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function write(word: string): Promise<void> {
  await apply(session, notes(word), user.kubeconfig);
  await user.kubectl('rollout', 'status', 'statefulset/notes', '--timeout=300s');
  await eventually(`${word} is written`, async () => (await text()).endsWith(`${word}\n`));
}

interface Snapshot {
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly source: { readonly persistentVolumeClaimName: string } };
  readonly status?: { readonly readyToUse?: boolean };
}

const snapshots = async () =>
  (await kubectlJson<List<Snapshot>>(session, ['get', 'volumesnapshots', ...namespace])).items;

/** Everything that the pods of a Job have said. */
const logsOf = (job: string) =>
  readdirSync(sharedInstance().logsDir)
    .filter((file) => file.startsWith(`cluster-noted_${job}-`))
    .map((file) => readFileSync(join(sharedInstance().logsDir, file), 'utf8'))
    .join('');

const suspend = (value: boolean) =>
  kubectl(session, [
    'patch',
    'cronjob/volume-backup',
    '--patch',
    JSON.stringify({ spec: { suspend: value } }),
    ...namespace,
  ]);

beforeAll(async () => {
  session = await openSession();
  // The platform's first update cannot know the snapshot classes: it makes their kind.
  await pulumiUp(session, stacks.platform);
  generateClusterFile(noted, '--workers=1');
  changeClusterFile(noted, ...backedUp);
  await initStack(session, noted);
  await pulumiUp(session, noted);
  user = await userOf(session, noted);
  await suspend(true);
}, 1_800_000);

// Proves: volumes.backup
test('the Job that the schedule makes takes a snapshot of a volume in use', async () => {
  await write('before');
  await suspend(false);
  await eventually(
    'the schedule has taken a snapshot',
    async () =>
      (await snapshots()).some(
        ({ spec, status }) =>
          spec.source.persistentVolumeClaimName.startsWith('pvc-') && status?.readyToUse === true,
      ),
    180,
  );
  await suspend(true);
  await eventually('its Job has ended', async () => {
    const list = ['get', 'cronjob/volume-backup', '-o', 'jsonpath={.status.active}', ...namespace];
    return (await kubectl(session, list)) === '';
  });
  const taken = await snapshots();
  const volume = await volumeOf();
  for (const { metadata, spec } of taken) {
    expect(spec.source.persistentVolumeClaimName).toBe(volume);
    expect(metadata.labels).toEqual({
      'app.kubernetes.io/managed-by': 'strata',
      'strata.dev/backup-run': expect.stringMatching(/^volume-backup-\d+$/) as string,
    });
  }
  const last = '-o=jsonpath={.status.lastSuccessfulTime}';
  expect(await kubectl(session, ['get', 'cronjob/volume-backup', last, ...namespace])).not.toBe('');
}, 600_000);

// Proves: volumes.backup
test('a snapshot that cannot be taken fails the Job by name, and deletes nothing', async () => {
  const before = (await snapshots()).map(({ metadata }) => metadata.name).toSorted();
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'no-snapshots', namespace: 'cluster-noted' },
    spec: { hard: { 'count/volumesnapshots.snapshot.storage.k8s.io': '0' } },
  };
  await apply(session, [quota]);
  await eventually('the quota is known', async () => {
    const used = ['get', 'resourcequota/no-snapshots', '-o', 'jsonpath={.status.used}'];
    return (await kubectl(session, [...used, ...namespace])) !== '';
  });
  const make = ['create', 'job', 'refused', '--from=cronjob/volume-backup', ...namespace];
  await kubectl(session, make);
  const failed = ['wait', 'job/refused', '--for=condition=failed', '--timeout=300s'];
  await kubectl(session, [...failed, ...namespace]);
  const said = logsOf('refused');
  expect(said).toMatch(
    /volume-backup: pvc-\S+: no snapshot can be asked for: .*exceeded quota: no-snapshots/,
  );
  expect(said).toMatch(/volume-backup: no snapshot of this run: pvc-/);
  expect((await snapshots()).map(({ metadata }) => metadata.name).toSorted()).toEqual(before);
  await kubectl(session, ['delete', 'resourcequota/no-snapshots', ...namespace]);
}, 600_000);

/** Objects by which an administrator inside names a snapshot of the storage. */
const reachFor = (handle: string) => [
  {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshotContent',
    metadata: { name: 'reached' },
    spec: {
      driver: 'csi.kubevirt.io',
      deletionPolicy: 'Delete',
      source: { snapshotHandle: handle },
      volumeSnapshotRef: { name: 'reached', namespace: 'default' },
    },
  },
  {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: { name: 'reached', namespace: 'default' },
    spec: { source: { volumeSnapshotContentName: 'reached' } },
  },
];

// https://kubernetes.io/docs/concepts/storage/volume-snapshots/#provisioning-volume-snapshot
// Proves: volumes.backup
test('an administrator inside can neither read nor delete a snapshot by its name', async () => {
  const [snapshot] = await snapshots();
  const name = snapshot?.metadata.name ?? '';
  await apply(session, reachFor(name), user.kubeconfig);
  const said = ['get', 'volumesnapshotcontent/reached', '-o', 'jsonpath={.status.error.message}'];
  await eventually('the driver refuses the snapshot', async () =>
    (await user.kubectl(...said)).includes('invalid snapshot name'),
  );
  await user.kubectl('delete', 'volumesnapshot/reached', '--wait=false');
  await user.kubectl(
    'delete',
    'volumesnapshotcontent/reached',
    '--ignore-not-found',
    '--wait=false',
  );
  await eventually('the deletion has ended, or has failed', async () => {
    const left = ['get', 'volumesnapshotcontent/reached', '--ignore-not-found', '-o', 'name'];
    const events = await user.kubectl('get', 'events', '-A', '-o', 'json');
    return (await user.kubectl(...left)) === '' || events.includes('SnapshotDeleteError');
  });
  expect((await snapshots()).map(({ metadata }) => metadata.name)).toContain(name);
}, 300_000);

const restoreProgram = 'tools/prove-restore/src/volumes/main.ts';

async function restore(...args: readonly string[]): Promise<Captured> {
  const { checkout } = noted;
  const command = ['node', restoreProgram, 'sandbox', 'noted', '--kubeconfig', user.kubeconfig];
  return session.capture([...command, ...args], { cwd: checkout });
}

// Proves: volumes.restore
test('the preview of a restore names volume, claim and snapshot, and the pod that is in the way', async () => {
  await write('after');
  expect(await text()).toBe('before\nafter\n');
  const preview = await restore('--all', '--preview');
  expectSuccess(preview);
  expect(preview.stdout).toContain(`default/notes (${await volumeOf()})`);
  expect(preview.stdout).toContain('in use by pod default/notes-0');
  const refused = await restore('--all', '--yes');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('default/notes-0');
  expect(await text()).toBe('before\nafter\n');
}, 600_000);

// Proves: volumes.restore
test('a restored volume has the old bytes under the same claim, and the former ones are kept', async () => {
  await user.kubectl('scale', 'statefulset/notes', '--replicas=0');
  const volume = await volumeOf();
  await eventually('the volume is not attached', async () => {
    return (await user.kubectl('get', 'volumeattachments', '-o', 'name')) === '';
  });
  const done = await restore('--volume', 'default/notes', '--yes');
  expectSuccess(done);
  expect(await volumeOf()).toBe(volume);
  expect(await text()).toBe('before\n');
  await user.kubectl('scale', 'statefulset/notes', '--replicas=1');
  await user.kubectl('rollout', 'status', 'statefulset/notes', '--timeout=300s');
  await eventually(
    'the program goes on from there',
    async () => (await text()) === 'before\nafter\n',
  );
  const former = (await snapshots()).filter(({ metadata }) =>
    metadata.name.includes('before-restore'),
  );
  expect(former).toHaveLength(1);
}, 900_000);

// Proves: volumes.restore
test('a volume whose claim is gone comes back under a new claim', async () => {
  const volume = await volumeOf();
  await user.kubectl('delete', 'statefulset/notes', 'pvc/notes', '--timeout=180s');
  await eventually('its disk is gone', async () => {
    const list = ['get', 'datavolume', volume, '--ignore-not-found', '-o', 'name', ...namespace];
    return (await kubectl(session, list)) === '';
  });
  const preview = await restore('--all', '--preview');
  expect(preview.stdout).toContain('left out, for their claims are gone');
  expectSuccess(await restore('--volume', volume, '--as', 'default/notes', '--yes'));
  expect(await volumeOf()).toBe(volume);
  expect(await text()).toBe('before\n');
  await write('again');
  expect(await text()).toBe('before\nagain\n');
}, 900_000);

// Proves: volumes.backup
test('a destroy takes the snapshots along', async () => {
  expectSuccess(await pulumi(session, noted, ['destroy', '--yes', '--skip-preview']));
  const list = ['get', 'volumesnapshotcontents', '-o', 'name'];
  await eventually('no snapshot is left', async () => (await kubectl(session, list)) === '');
  await removeStack(session, noted);
}, 900_000);
