// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { backupDemand } from './backup-demand.ts';
import { keptCount } from './kept-count.ts';
import { renderBackupJob } from './render-backup-job.ts';
import { repositoryOf, targetPort } from './repository.ts';
import { contextWith, labels, s3, toVolume } from './testing/backup-context.ts';

const ofJob = { ...labels, 'strata.dev/component': 'etcd-backup' };
const harmless = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const mount = (name: string, mountPath: string) => ({ name, mountPath });
const readOnly = (name: string) => ({ ...mount(name, `/etc/backup/${name}`), readOnly: true });
const snapshot = mount('snapshot', '/snapshot');

const etcdctl = [
  'etcdctl',
  '--endpoints=https://etcd.cluster-demo.svc:2379',
  '--cacert=/etc/backup/client/ca.crt',
  '--cert=/etc/backup/client/client.crt',
  '--key=/etc/backup/client/client.key',
];
const ofEtcd = (name: string, command: readonly string[], ...more: object[]) => ({
  name,
  image: expect.stringContaining('etcd:') as string,
  command,
  securityContext: harmless,
  resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } },
  volumeMounts: [snapshot, ...more],
});
const secret = (name: string, ...files: string[]) => ({
  name,
  secret: {
    secretName: `etcd-backup-${name}`,
    defaultMode: 0o440,
    items: files.map((file) => ({ key: file, path: file })),
  },
});

// Proves: backups.etcd
test('a backup into a volume is these steps, each with what it needs', () => {
  const { backup, ...context } = contextWith(toVolume);
  expect(renderBackupJob(context, backup)).toEqual({
    schedule: '0 */6 * * *',
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 3600,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      metadata: { labels: ofJob },
      spec: {
        backoffLimit: 2,
        activeDeadlineSeconds: 3600,
        template: {
          metadata: { labels: ofJob },
          spec: {
            restartPolicy: 'Never',
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65_534,
              runAsGroup: 65_534,
              fsGroup: 65_534,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            initContainers: [
              ofEtcd('health', [...etcdctl, 'get', 'health'], readOnly('client')),
              ofEtcd(
                'save',
                [...etcdctl, 'snapshot', 'save', '/snapshot/etcd.db'],
                readOnly('client'),
              ),
              ofEtcd('verify', [
                'etcdutl',
                'snapshot',
                'status',
                '/snapshot/etcd.db',
                '--write-out=json',
              ]),
              ofEtcd('try', [
                'etcdutl',
                'snapshot',
                'restore',
                '/snapshot/etcd.db',
                '--data-dir=/snapshot/tried',
              ]),
            ],
            containers: [
              {
                name: 'store',
                image: expect.stringContaining('restic') as string,
                command: [
                  '/bin/sh',
                  '/etc/backup/settings/store.sh',
                  '/snapshot/etcd.db',
                  'sandbox.demo',
                  '25200',
                  '--keep-last',
                  '120',
                  '--keep-within',
                  '30d',
                ],
                env: [
                  { name: 'RESTIC_REPOSITORY', value: '/backups/sandbox.demo' },
                  { name: 'RESTIC_PASSWORD_FILE', value: '/etc/backup/store/password' },
                  { name: 'RESTIC_CACHE_DIR', value: '/tmp/cache' },
                  { name: 'TMPDIR', value: '/tmp' },
                ],
                securityContext: harmless,
                resources: {
                  requests: { cpu: '50m', memory: '128Mi' },
                  limits: { memory: '512Mi' },
                },
                volumeMounts: [
                  { ...snapshot, readOnly: true },
                  readOnly('settings'),
                  readOnly('store'),
                  mount('scratch', '/tmp'),
                  mount('backups', '/backups'),
                ],
              },
            ],
            volumes: [
              { name: 'snapshot', emptyDir: { sizeLimit: '6Gi' } },
              { name: 'scratch', emptyDir: { sizeLimit: '2Gi' } },
              { name: 'settings', configMap: { name: 'etcd-backup' } },
              secret('client', 'ca.crt', 'client.crt', 'client.key'),
              secret('store', 'password'),
              { name: 'backups', persistentVolumeClaim: { claimName: 'etcd-backup' } },
            ],
          },
        },
      },
    },
  });
});

// Proves: backups.etcd
test('of a bucket the pod has the region and the keys, and no volume', () => {
  const { backup, ...context } = contextWith({ target: { s3 }, retention: { count: 3 } });
  const { jobTemplate } = renderBackupJob(context, backup) as unknown as {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly containers: readonly {
              readonly command: readonly string[];
              readonly env: readonly object[];
              readonly volumeMounts: readonly { readonly name: string }[];
            }[];
            readonly volumes: readonly { readonly name: string }[];
          };
        };
      };
    };
  };
  const { containers, volumes } = jobTemplate.spec.template.spec;
  const [store] = containers;
  const key = (name: string, from: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'etcd-backup-store', key: from } },
  });
  expect(store?.command.slice(4)).toEqual(['25200', '--keep-last', '3']);
  expect(store?.env.slice(4)).toEqual([
    { name: 'AWS_DEFAULT_REGION', value: 'us-east-1' },
    key('AWS_ACCESS_KEY_ID', 'accessKeyId'),
    key('AWS_SECRET_ACCESS_KEY', 'secretKey'),
  ]);
  expect([volumes, store?.volumeMounts ?? []].flat().map(({ name }) => name)).not.toContain(
    'backups',
  );
});

test('a cluster needs room for its backups, and for each snapshot of a volume', () => {
  const none = { pods: 0, volumes: 0, sizeGiB: 0, snapshotsPerVolume: 0 };
  expect(backupDemand(testContext().config)).toEqual(none);
  const demandOf = (change: object) => backupDemand(contextWith(change).config);
  expect(demandOf({ target: { s3 } })).toEqual({ ...none, pods: 1 });
  expect(demandOf(toVolume)).toEqual({ ...none, pods: 1, volumes: 1, sizeGiB: 40 });
  expect(demandOf({ target: { s3 }, volumes: { retention: { count: 3 } } })).toEqual({
    ...none,
    pods: 2,
    snapshotsPerVolume: 5,
  });
});

test('as many are kept as the larger of number and days says', () => {
  const kept = (retention: object) =>
    keptCount({
      schedule: '0 */6 * * *',
      retention: { count: undefined, days: undefined, ...retention },
    });
  expect(kept({ count: 3 })).toBe(3);
  expect(kept({ days: 2 })).toBe(8);
  expect(kept({ count: 9, days: 2 })).toBe(9);
  expect(keptCount({ schedule: '0 0 31 2 *', retention: { count: undefined, days: 2 } })).toBe(0);
});

test('each cluster has a repository of its own', () => {
  const at = (target: object) => repositoryOf(contextWith({ target }).backup, testContext());
  expect(at({ volume: { sizeGiB: 1 } })).toBe('/backups/sandbox.demo');
  expect(at({ s3 })).toBe('s3:https://s3.example.org:9000/backups/sandbox.demo');
  expect(at({ s3: { ...s3, prefix: 'a/b' } })).toBe(
    's3:https://s3.example.org:9000/backups/a/b/sandbox.demo',
  );
});

test.each([
  [{ s3 }, 9000],
  [{ s3: { ...s3, endpoint: 'https://s3.example.org' } }, 443],
  [{ volume: { sizeGiB: 1 } }, undefined],
])('backups to %j leave by the port %s', (target, port) => {
  expect(targetPort(contextWith({ target }).backup)).toBe(port);
});

test('a schedule that makes no backup within the days keeps none by number', () => {
  const { backup, ...context } = contextWith({
    ...toVolume,
    schedule: '0 0 31 2 *',
    retention: { days: 2 },
  });
  const job = JSON.stringify(renderBackupJob(context, backup));
  expect(job).not.toContain('--keep-last');
  expect(job).toContain('"--keep-within","2d"]');
});
