// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  byFormerParent,
  named,
  ofType,
  providerAnswers,
  recordProgram,
  valueOf,
} from '@strata/testing';
import { clusterOutputs, UserCluster } from './index.ts';
import { sso } from './oidc/testing/test-issuers.ts';
import type { UserClusterArgs } from './user-cluster.ts';
import { testContext, type Change } from './test-context.ts';

const answers: typeof providerAnswers = {
  ...providerAnswers,
  'kubernetes:core/v1:Namespace': { metadata: { name: 'cluster-demo', uid: 'uid-1' } },
};

const record = (change: Change = {}, keySteps: UserClusterArgs['keySteps'] = []) =>
  recordProgram(
    () => {
      const context = { ...testContext(change), keySteps };
      const cluster = new UserCluster('demo', {
        ...context,
        infraKubeconfig: pulumi.secret('infra'),
        manifests: {},
      });
      return clusterOutputs(cluster, context);
    },
    { outputs: (type) => answers[type] ?? {} },
  );

const none = { cni: { type: 'none' } };

const s3 = {
  endpoint: 'https://s3.example.org',
  bucket: 'backups',
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIA', secretAccessKey: 'the secret' },
};

test('a small cluster has at most 80 resources, without those of its pod network', async () => {
  const recording = await record(none);
  expect(recording.resources.length).toBeLessThanOrEqual(80);
});

// Proves: clusters.quick-stack
test('a further pool is five resources more, however many machines it has', async () => {
  const pool = (name: string, replicas: number) => ({
    name,
    replicas,
    instancetype: 'standard-4',
    rootDisk: { image: 'ubuntu', sizeGiB: 30 },
  });
  const count = async (...pools: readonly object[]) =>
    (await record({ ...none, pools })).resources.length;
  const one = await count(pool('md-a', 1));
  expect(await count(pool('md-a', 20))).toBe(one);
  expect(await count(pool('md-a', 1), pool('md-b', 20))).toBe(one + 5);
});

// Proves: addons.user-cluster-parts
test('the smallest cluster has a cloud controller and a CSI driver', async () => {
  const { resources } = await record(none);
  const programs = resources
    .filter(({ type }) => type === 'kubernetes:apps/v1:Deployment')
    .map(({ inputs }) => (inputs.metadata as { readonly name: string }).name);
  expect(programs).toEqual(expect.arrayContaining(['cloud-controller-manager', 'csi-controller']));
});

// Proves: cluster-networks.isolation
test('every machine comes after every policy', async () => {
  const { resources } = await record(none);
  const position = (kind: string) =>
    resources.flatMap(({ type }, index) => (type.endsWith(kind) ? [index] : []));
  const policies = position(':NetworkPolicy');
  const machines = [...position(':VirtualMachine'), ...position(':VirtualMachinePool')];
  expect(policies.length).toBeGreaterThan(8);
  expect(machines).toHaveLength(2);
  expect(Math.min(...machines)).toBeGreaterThan(Math.max(...policies));
});

// Proves: drains-and-updates.deletion
test('what Prometheus reads in its own namespace goes with the namespace of the cluster', async () => {
  const { resources } = await record({ ...none, backup: { target: { s3 } } });
  const outside = resources.filter(({ type }) =>
    type.startsWith('kubernetes:monitoring.coreos.com/'),
  );
  const metadata = outside.map(({ inputs }) => inputs.metadata as Record<string, unknown>);
  expect(metadata.map(({ name }) => name).sort()).toEqual([
    'cluster-demo-backup',
    'cluster-demo-credentials',
    'cluster-demo-machines',
  ]);
  const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'uid-1' };
  for (const one of metadata) expect(one.ownerReferences).toEqual([owner]);
});

test('no pod in the namespace names a priority of the platform’s programs, which its policy refuses', async () => {
  const ssh = { via: 'bastion', authorizedKeys: ['ssh-ed25519 AAAA'] };
  const { resources } = await record({ ...none, backup: { target: { s3 } }, access: { ssh } });
  const pods = resources
    .filter(({ type }) => /:(Deployment|CronJob|VirtualMachine|VirtualMachinePool)$/.test(type))
    .map(({ inputs }) => {
      const { name, namespace } = inputs.metadata as Readonly<Record<string, string>>;
      const classes = JSON.stringify(inputs).match(/"priorityClassName":"[^"]+"/g) ?? [];
      return { name, namespace, classes };
    })
    .filter(({ namespace }) => namespace === 'cluster-demo');
  expect(pods.map(({ name }) => name).sort()).toEqual([
    'cloud-controller-manager',
    'cp-0',
    'csi-controller',
    'etcd-backup',
    'md-a',
    'ssh-bastion',
  ]);
  expect(pods.flatMap(({ classes }) => classes)).toEqual([]);
});

test('no object is made in the namespace before the account has its rights there', async () => {
  const { resources } = await record(none);
  const known = resources.findIndex(({ name }) => name === 'demo-ground-rights-known');
  const before = resources
    .slice(0, known)
    .filter(({ type }) => type.startsWith('kubernetes:'))
    .map(({ name }) => name);
  expect(before).toEqual(['demo-ground-tenant-namespace', 'demo-ground-rights']);
});

test.each([
  ['delete', { deletedWith: 'demo-ground-tenant-namespace' }],
  ['retain', { retainOnDelete: true }],
])(
  'with volumes: %s, the account keeps its rights to the end of a destroy',
  async (volumes, kept) => {
    const { resources } = await record({ ...none, deletion: { protect: false, volumes } });
    const { deletedWith, retainOnDelete } =
      resources.find(({ name }) => name === 'demo-ground-rights') ?? {};
    expect({ deletedWith, retainOnDelete }).toEqual(kept);
  },
);

test('the API is waited for again when a machine of the control plane has another generation', async () => {
  const recording = await record(none);
  const { labels } = named(recording, 'demo-nodes-control-plane-cp-0').inputs.metadata as {
    readonly labels: Readonly<Record<string, string>>;
  };
  const { dependsOn, inputs } = named(recording, 'demo-nodes-api');
  expect(inputs.generations).toEqual([labels['strata.dev/generation']]);
  expect(inputs.generations).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  expect(dependsOn).toContain('demo-nodes-control-plane-cp-0');
});

// Proves: keys.encryption-key-rotation
test('before a machine loses a key of Secrets, all Secrets are encrypted with the next one', async () => {
  const ofPhase = async (phase: string, ...found: readonly number[]) => {
    const others = { serviceAccount: 0, authority: 0, etcdAuthority: 0, frontProxyAuthority: 0 };
    const keySteps = found.map((encryption) => ({ ...others, encryption }));
    const keys = { encryption: { generation: 2, phase } };
    const recording = await record({ ...none, keys }, keySteps);
    const rewrite = recording.resources.find(({ type }) => type.endsWith(':SecretsRewrite'));
    const { dependsOn } = named(recording, 'demo-nodes-control-plane-cp-0');
    return { rewrite, isBefore: dependsOn.includes('demo-nodes-secrets') };
  };
  expect(await ofPhase('read', 0)).toEqual({ rewrite: undefined, isBefore: false });
  expect(await ofPhase('write', 1)).toEqual({ rewrite: undefined, isBefore: false });
  const key = 'strata-2';
  expect(await ofPhase('finish', 2)).toMatchObject({
    rewrite: { name: 'demo-nodes-secrets', inputs: { key, unfinished: true } },
    isBefore: true,
  });
  // Cut off after the first machine, over, and of a new cluster.
  expect((await ofPhase('finish', 3, 2)).rewrite?.inputs).toMatchObject({ unfinished: true });
  expect((await ofPhase('finish', 3, 3)).rewrite).toBeUndefined();
  expect((await ofPhase('finish')).rewrite).toBeUndefined();
});

// Proves: drains-and-updates.deletion
test('the resource that a destroy begins with depends on everything that it needs', async () => {
  const { resources } = await record(none);
  expect(resources.at(-1)?.type).toBe('strata:cluster:TenantCleanup');
});

// Proves: drains-and-updates.protected
test.each([true, false])(
  'with protect: %s, so is the resource whose deletion deletes volumes',
  async (protect) => {
    const { resources } = await record({ ...none, deletion: { protect, volumes: 'delete' } });
    expect(resources.at(-1)).toMatchObject({ name: 'demo-services-cleanup', protect });
  },
);

test.each([
  ['delete', true],
  ['retain', false],
])(
  'with volumes: %s, a destroy leaves all objects in the namespace to its deletion: %s',
  async (volumes, all) => {
    const { resources } = await record({ ...none, deletion: { protect: false, volumes } });
    const left = resources.filter(({ custom, deletedWith }) => custom && deletedWith !== undefined);
    expect(new Set(left.map(({ deletedWith }) => deletedWith))).toEqual(
      new Set(['demo-ground-tenant-namespace']),
    );
    const prefixes = new Set(left.map(({ name }) => name.split('-').slice(1, 3).join('-')));
    const inside = ['nodes-token', 'services-access', 'services-inside'];
    const outside = [
      'access-metrics',
      'api-service',
      'ground-isolation',
      'ground-quota',
      'ground-rights',
      'nodes-control',
      'nodes-pool',
      'services-cloud',
      'services-csi',
    ];
    expect([...prefixes].sort()).toEqual((all ? [...outside, ...inside] : inside).sort());
  },
);

test('a destroy deletes one by one what runs, holds data or is elsewhere', async () => {
  const { resources } = await record({
    ...none,
    deletion: { protect: false, volumes: 'delete' },
  });
  const single = resources.filter(
    ({ type, deletedWith }) => type.startsWith('kubernetes:') && deletedWith === undefined,
  );
  expect(single.map(({ name }) => name).sort()).toEqual([
    'demo-access-metrics-monitor',
    'demo-ground-images-images',
    'demo-ground-tenant-namespace',
    'demo-nodes-control-plane-cp-0',
    'demo-nodes-control-plane-cp-0-etcd',
    'demo-nodes-pool-md-a-machines',
    'demo-services-cloud-infra-cluster-role',
    'demo-services-cloud-infra-cluster-role-binding',
    'demo-services-cloud-infra-deployment',
    'demo-services-credentials',
    'demo-services-csi-infra-cluster-role',
    'demo-services-csi-infra-cluster-role-binding',
    'demo-services-csi-infra-deployment',
  ]);
});

test('makes a host key only for a bastion', async () => {
  const keys = async (via: string) => {
    const ssh = { via, authorizedKeys: ['ssh-ed25519 AAAA ann'], address: '203.0.113.3' };
    const recording = await record({ ...none, access: { ssh: via === 'none' ? {} : ssh } });
    return ofType(recording, 'strata:keys:SigningKey').length;
  };
  expect([await keys('none'), await keys('bastion')]).toEqual([1, 2]);
});

test('an output has the line by which SSH knows the bastion, and is no secret', async () => {
  const ssh = { via: 'bastion', authorizedKeys: ['ssh-ed25519 AAAA ann'], address: '203.0.113.3' };
  const { sshKnownHost } = (await record({ ...none, access: { ssh } })).result;
  if (sshKnownHost === undefined) throw new Error('there is none');
  expect(await pulumi.isSecret(sshKnownHost)).toBe(false);
  expect(await valueOf(sshKnownHost)).toMatch(/^203\.0\.113\.3 ecdsa-sha2-nistp256 AAAA/);
  expect((await record(none)).result).not.toHaveProperty('sshKnownHost');
});

// Proves: access.oidc
test('a cluster with issuers has a kubeconfig for each, which is no secret', async () => {
  const { result } = await record({ ...none, oidc: { issuers: [sso] } });
  const { oidcKubeconfigs } = result;
  if (oidcKubeconfigs === undefined) throw new Error('there are none');
  expect(await pulumi.isSecret(oidcKubeconfigs)).toBe(false);
  expect(Object.keys(await valueOf(oidcKubeconfigs))).toEqual(['sso']);
  expect((await record(none)).result).not.toHaveProperty('oidcKubeconfigs');
});

test('resources of former components have aliases for the states of older versions', async () => {
  const file = join(import.meta.dirname, '../test/former-parents.json');
  const expected = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  const recording = await record({
    ...none,
    access: { ssh: { via: 'bastion', authorizedKeys: ['ssh-ed25519 AAAA ann'] } },
    kubernetes: {
      version: '1.35.4',
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.101.0.0/16',
      kubeconfigs: [{ name: 'on-call', role: 'view' }],
    },
    storage: {
      snapshots: true,
      classes: [{ name: 'fast', infraClass: 'fast', default: true, snapshotClass: 'rbd' }],
    },
    network: { vlans: [{ name: 'own', vlan: 400, bridge: 'br1' }] },
  });
  expect(byFormerParent(recording)).toEqual(expected);
});
