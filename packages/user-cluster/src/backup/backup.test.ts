// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { evaluate, type PolicyWorld } from '@strata/network-policies';
import { named, providerAnswers, recordProgram, valueOf } from '@strata/testing';
import { clusterOutputs, UserCluster } from '../index.ts';
import { renderQuota } from '../tenancy/render-quota.ts';
import { ends, policiesOf, portClasses, world } from '../tenancy/test-isolation-world.ts';
import type { Name, Port } from '../tenancy/test-isolation-world.ts';
import { testContext, type Change } from '../test-context.ts';

const s3 = {
  endpoint: 'https://s3.example.org:9000',
  bucket: 'backups',
  prefix: 'strata',
  addresses: ['10.20.0.0/24'],
  credentials: { accessKeyId: 'the-id', secretAccessKey: 'the-secret' },
};
const toBucket = { backup: { target: { s3 }, retention: { count: 28, days: 30 } } };
const toVolume = { backup: { schedule: '0 3 * * *', target: { volume: { sizeGiB: 40 } } } };

const record = (change: Change) =>
  recordProgram(
    () => {
      const context = testContext({ cni: { type: 'none' }, ...change });
      const infraKubeconfig = pulumi.secret('infra');
      const cluster = new UserCluster('demo', { ...context, infraKubeconfig, manifests: {} });
      return clusterOutputs(cluster, context);
    },
    { outputs: (type) => providerAnswers[type] ?? {} },
  );

type Recording = Awaited<ReturnType<typeof record>>;
const namesOf = ({ resources }: Recording) => resources.map(({ name }) => name);
const specOf = (recording: Recording, name: string) =>
  (named(recording, `demo-services-backup-${name}`).inputs as { readonly spec: unknown }).spec;

interface Pod {
  readonly initContainers: readonly Container[];
  readonly containers: readonly [Container];
  readonly volumes: readonly object[];
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly object[];
  readonly volumeMounts: readonly { readonly name: string }[];
}
interface Job {
  readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: Pod } } };
}
const podOf = (recording: Recording) =>
  (specOf(recording, 'job') as Job).jobTemplate.spec.template.spec;

// Each takes a second to render. Tests read these, and do not change them.
const without = await record({});
const toABucket = await record(toBucket);
const toAVolume = await record(toVolume);

// Proves: backups.etcd
test('a cluster without backups has nothing of them, and its machines are the same', () => {
  expect(namesOf(without).filter((name) => /backup|etcd-clients/.test(name))).toEqual([]);
  const strange = /etcd-backup|late_after|0\.0\.0\.0:2379|serverCertSANs|etcd-clients/;
  expect(strange.exec(JSON.stringify(without.resources))?.[0]).toBeUndefined();
  expect(named(without, 'demo-ground-isolation-same-cluster').inputs).toMatchObject({
    spec: {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
      egress: [{ to: [{ podSelector: {} }] }],
    },
  });
  const more = namesOf(toABucket).filter((name) => !namesOf(without).includes(name));
  // Only the policies, the backup itself and the control plane's start-up data are new.
  expect(more.sort()).toEqual([
    'demo-ground-isolation-control-plane',
    'demo-ground-isolation-etcd-backup',
    'demo-ground-isolation-etcd-clients',
    'demo-services-backup',
    'demo-services-backup-certificate',
    'demo-services-backup-client',
    'demo-services-backup-etcd',
    'demo-services-backup-job',
    'demo-services-backup-late',
    'demo-services-backup-password',
    'demo-services-backup-settings',
    'demo-services-backup-store',
  ]);
});

// Proves: backups.etcd
test('the job makes one backup at a time, and never gives up for ever', () => {
  expect(named(toABucket, 'demo-services-backup-job').inputs).toMatchObject({
    metadata: { name: 'etcd-backup', namespace: 'cluster-demo' },
    spec: {
      schedule: '0 */6 * * *',
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 3600,
      jobTemplate: { spec: { backoffLimit: 2, activeDeadlineSeconds: 3600 } },
    },
  });
  const { initContainers, containers } = podOf(toABucket);
  const etcdctl =
    'etcdctl --endpoints=https://etcd.cluster-demo.svc:2379 --cacert=/etc/backup/client/ca.crt ' +
    '--cert=/etc/backup/client/client.crt --key=/etc/backup/client/client.key';
  expect([...initContainers, ...containers].map(({ command }) => command.join(' '))).toEqual([
    `${etcdctl} get health`,
    `${etcdctl} snapshot save /snapshot/etcd.db`,
    'etcdutl snapshot status /snapshot/etcd.db --write-out=json',
    'etcdutl snapshot restore /snapshot/etcd.db --data-dir=/snapshot/tried',
    '/bin/sh /etc/backup/settings/store.sh /snapshot/etcd.db sandbox.demo 25200 --keep-last 120 --keep-within 30d',
  ]);
});

test('each step has the secrets that it needs and no others, and images of a fixed version', () => {
  const pod = podOf(toABucket);
  const steps = [...pod.initContainers, ...pod.containers];
  expect(
    steps.map(({ name, volumeMounts }) => [name, ...volumeMounts.map((one) => one.name)]),
  ).toEqual([
    ['health', 'snapshot', 'client'],
    ['save', 'snapshot', 'client'],
    ['verify', 'snapshot'],
    ['try', 'snapshot'],
    ['store', 'snapshot', 'settings', 'store', 'scratch'],
  ]);
  for (const { image } of steps) expect(image).toMatch(/:\d+\.\d+\.\d+(-\d+)?$/);
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    initContainers: steps.slice(0, 4).map(() => ({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    })),
  });
});

// Proves: backups.etcd
test('the bucket, its credentials and the password are those of this cluster alone', () => {
  const [store] = podOf(toABucket).containers;
  const secret = (name: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'etcd-backup-store', key } },
  });
  expect(store.env).toEqual([
    {
      name: 'RESTIC_REPOSITORY',
      value: 's3:https://s3.example.org:9000/backups/strata/sandbox.demo',
    },
    { name: 'RESTIC_PASSWORD_FILE', value: '/etc/backup/store/password' },
    { name: 'RESTIC_CACHE_DIR', value: '/tmp/cache' },
    { name: 'TMPDIR', value: '/tmp' },
    { name: 'AWS_DEFAULT_REGION', value: 'us-east-1' },
    secret('AWS_ACCESS_KEY_ID', 'accessKeyId'),
    secret('AWS_SECRET_ACCESS_KEY', 'secretKey'),
  ]);
  expect(JSON.stringify(store)).not.toContain('the-secret');
  expect(named(toABucket, 'demo-services-backup-password')).toMatchObject({ protect: true });
  expect(named(toABucket, 'demo-services-backup-certificate').inputs).toMatchObject({
    commonName: 'strata-backup',
    usages: ['client'],
    lifetimeDays: 365,
  });
});

test('a Secret of others and an authority are used where they are named', async () => {
  const authority = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  const bucket = { ...s3, authority, credentials: { secretName: 'their-keys' } };
  const recording = await record({ backup: { target: { s3: bucket } } });
  const { env } = podOf(recording).containers[0];
  expect(env).toContainEqual({
    name: 'AWS_SECRET_ACCESS_KEY',
    valueFrom: { secretKeyRef: { name: 'their-keys', key: 'secretKey' } },
  });
  expect(env).toContainEqual({
    name: 'RESTIC_CACERT',
    value: '/etc/backup/settings/authority.pem',
  });
  expect(named(recording, 'demo-services-backup-settings').inputs).toMatchObject({
    data: { 'authority.pem': authority },
  });
});

test('backups in a volume need no server, and the volume is protected as the disk of etcd is', () => {
  const pod = podOf(toAVolume);
  expect(pod.containers[0].env[0]).toEqual({
    name: 'RESTIC_REPOSITORY',
    value: '/backups/sandbox.demo',
  });
  expect(named(toAVolume, 'demo-services-backup-volume')).toMatchObject({
    protect: true,
    retainOnDelete: true,
    // Another class would replace the claim, which Pulumi refuses where it is protected.
    ignoreChanges: ['spec.storageClassName'],
    inputs: {
      metadata: { name: 'etcd-backup', namespace: 'cluster-demo' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        volumeMode: 'Filesystem',
        storageClassName: 'fast',
        resources: { requests: { storage: '40Gi' } },
      },
    },
  });
  expect(pod.volumes.at(-1)).toEqual({
    name: 'backups',
    persistentVolumeClaim: { claimName: 'etcd-backup' },
  });
});

// A claim stays while pods have it, those that have ended, too. Their Jobs go with the CronJob, which goes
// with the namespace: a destroy that waited for the claim never ended.
test('the volume of a cluster that is deleted with its volumes goes with the namespace', async () => {
  const deleted = await record({ ...toVolume, deletion: { protect: false, volumes: 'delete' } });
  const options = (name: string) => named(deleted, `demo-services-backup-${name}`);
  expect(options('job')).toMatchObject({ deletedWith: 'demo-ground-tenant-namespace' });
  expect(options('volume')).toMatchObject({ deletedWith: 'demo-ground-tenant-namespace' });
  expect(options('volume').protect).not.toBe(true);
  expect(named(toAVolume, 'demo-services-backup-volume').deletedWith).toBeUndefined();
});

// The pod of the last backup names the claim until enough later ones have been made; failed ones for ever.
test('an update that takes the volume away does not wait for it, and leaves it with its backups', async () => {
  const deleted = await record({ ...toVolume, deletion: { protect: false, volumes: 'delete' } });
  expect(named(deleted, 'demo-services-backup-volume').retainOnDelete).toBe(true);
  expect(named(deleted, 'demo-services-backup-job').retainOnDelete).not.toBe(true);
});

// Proves: backups.etcd
test('Prometheus knows when the last backup is late: an hour after the next one was due', () => {
  const six = specOf(toABucket, 'late');
  const rule = (expr: string) => ({
    groups: [
      {
        name: 'strata-backup-demo',
        rules: [
          {
            record: 'strata_backup_late_after_seconds',
            expr,
            labels: { cluster: 'demo', namespace: 'cluster-demo' },
          },
        ],
      },
    ],
  });
  expect(six).toEqual(rule(`vector(${7 * 3600})`));
  expect(specOf(toAVolume, 'late')).toEqual(rule(`vector(${25 * 3600})`));
});

test("the backup's certificate is among the credentials whose end is recorded", () => {
  const text = JSON.stringify(named(toABucket, 'demo-services-credentials').inputs);
  expect(text).toContain('"credential":"certificate of backups"');
});

const component = {
  namespace: 'cluster-red',
  address: '10.244.1.40',
  labels: { 'strata.dev/component': 'etcd-backup' },
};

// Proves: backups.etcd
test('only the backup reaches etcd, and it reaches nothing else but the bucket and DNS', () => {
  const one = world(toBucket) as PolicyWorld;
  const asked = (from: Name | typeof component, to: Name, port: Port) => {
    const [protocol = '', number = ''] = port.toUpperCase().split('/');
    const connection = {
      from: typeof from === 'string' ? ends[from] : from,
      to: ends[to],
      protocol: protocol as 'TCP',
      port: Number(number),
    };
    return evaluate(one, connection).allowed;
  };
  expect(asked(component, 'redCp', 'tcp/2379')).toBe(true);
  const others = (Object.keys(ends) as Name[]).filter((name) => name !== 'redCp');
  expect(others.filter((from) => asked(from, 'redCp', 'tcp/2379'))).toEqual([]);
  // Everything else of the control plane is as open to its cluster as without backups.
  const rest = portClasses.filter((port) => port !== 'tcp/2379');
  for (const from of ['redWorker', 'redCcm', 'redImporter'] as const) {
    expect(portClasses.filter((port) => asked(from, 'redCp', port))).toEqual(rest);
  }
  expect(asked('redCp', 'redCp', 'tcp/2379')).toBe(true);
  const outside = (['internet', 'office', 'infraHost', 'otherApp', 'blueCp'] as const).filter(
    (to) => portClasses.some((port) => asked(component, to, port)),
  );
  // The API of the other cluster is open to everybody, but not to who may not go there.
  expect(outside).toEqual([]);
  expect(asked(component, 'kubeDns', 'udp/53')).toBe(true);
  const bucket = { ...one, policies: policiesOf('red', toBucket) } as PolicyWorld;
  const toServer = (to: string, port: number) =>
    evaluate(bucket, { from: component, to, protocol: 'TCP', port }).allowed;
  expect([toServer('10.20.0.5', 9000), toServer('10.20.0.5', 443)]).toEqual([true, false]);
  expect(toServer('10.21.0.5', 9000)).toBe(false);
});

test('the quota has room for the backup, and for its volume', () => {
  const [none, bucket, volume] = [{}, toBucket, toVolume].map((change) =>
    renderQuota(testContext(change)),
  );
  const pods = Number(none?.pods);
  expect([bucket?.pods, volume?.pods]).toEqual([`${pods + 1}`, `${pods + 1}`]);
  const claims = Number(none?.persistentvolumeclaims);
  expect(bucket?.persistentvolumeclaims).toBe(`${claims}`);
  expect(volume?.persistentvolumeclaims).toBe(`${claims + 1}`);
});

test('the repository and its password are a secret output', async () => {
  const { backup } = toABucket.result;
  expect(await pulumi.isSecret(backup as pulumi.Output<unknown>)).toBe(true);
  expect(await valueOf(backup as pulumi.Output<unknown>)).toMatchObject({
    repository: 's3:https://s3.example.org:9000/backups/strata/sandbox.demo',
  });
  const password = 'a password of one of us';
  const own = await record({ backup: { ...toBucket.backup, encryption: { password } } });
  expect(await valueOf(own.result.backup as pulumi.Output<unknown>)).toMatchObject({ password });
  expect(namesOf(own)).not.toContain('demo-services-backup-password');
  expect(without.result).not.toHaveProperty('backup');
});
