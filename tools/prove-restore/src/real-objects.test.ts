// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { encryptionKeyName } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectsQuestion } from './object-restore/command-line.ts';
import type { Manifest } from './object-restore/manifest.ts';
import { bringObjects } from './object-restore/bring-objects.ts';
import { readBackup } from './object-restore/read-backup.ts';
import { fillTenant } from './testing/fill-tenant.ts';
import { SmallCluster } from './testing/small-cluster.ts';

// The real etcd and API server: what one cluster has is brought into another one, whose addresses are others, and in
// which the real controllers run. That a restored backup has all of it is what real-restore-drills.test.ts shows.
const patience = 600_000;
const password = 'correct horse battery staple';
const hidden = 'words-that-only-the-cluster-may-read';
const newKey = () => [{ name: encryptionKeyName(1), secret: randomBytes(32).toString('base64') }];
const shop = '/api/v1/namespaces/shop';

/** Those that would delete, fill or make what is brought. */
const controllers = [
  'deployment-controller',
  'garbage-collector-controller',
  'replicaset-controller',
  'root-ca-certificate-publisher-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
];

let folder: string;
let source: SmallCluster;
let target: SmallCluster;
let from: ApiClient;
let to: ApiClient;
let printed: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-objects-'));
  for (const name of ['source', 'target']) mkdirSync(join(folder, name));
  source = new SmallCluster(join(folder, 'source'), password);
  from = await source.start(newKey(), { 'authorization-mode': 'RBAC' });
  await fillTenant(from, hidden);
  target = new SmallCluster(join(folder, 'target'), password);
  to = await target.start(newKey(), {
    'authorization-mode': 'RBAC',
    'service-cluster-ip-range': '10.102.0.0/16',
  });
  target.startControllers(controllers);
  writeFileSync(join(folder, 'kubeconfig'), target.kubeconfig, { mode: 0o600 });
}, patience);

afterAll(async () => {
  await source.stop();
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
}, patience);

beforeEach(() => {
  printed = [];
});

async function bring(question: Partial<ObjectsQuestion> = {}): Promise<number> {
  const asked = { environment: 'prod', cluster: 'shop', target: 'prod.copy' };
  const flags = {
    isEmptyVolumes: false,
    isStopped: false,
    isPreview: false,
    isConfirmed: true,
  };
  const targetFile = join(folder, 'kubeconfig');
  const backup = { id: '4f2a91c0ffee', time: '2026-05-02T03:10:00.000Z' };
  const content = await readBackup(from);
  return bringObjects(
    {
      ...asked,
      ...flags,
      ...(question.out === undefined && { targetFile }),
      ...question,
    },
    { backup, content, ofStack: new Set() },
    {
      root: folder,
      env: process.env,
      signal: new AbortController().signal,
      tell: () => undefined,
      print: (text) => printed.push(...text.split('\n')),
      confirm: () => Promise.resolve(false),
      pause: 100,
      now: () => Date.parse('2026-05-02T04:00:00Z'),
    },
  );
}

async function until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  throw new Error(`not within a minute: ${what}`);
}

const namesOf = async (client: ApiClient, path: string) => {
  const { items } = await client.request<{ items: Manifest[] }>('GET', path);
  return items.map(({ metadata }) => metadata.name).sort();
};

const get = (client: ApiClient, path: string) => client.request<Manifest>('GET', path);

// Proves: backups.restore-objects
test(
  'a preview changes nothing, and nothing that starts pods is made without the claims that it had',
  async () => {
    const before = await namesOf(to, '/api/v1/namespaces');
    expect(await bring({ isPreview: true })).toBe(0);
    expect(printed[0]).toBe(
      'prod.shop: objects of the backup 4f2a91c0 of 2026-05-02T03:10:00.000Z (50 minutes old), into prod.copy',
    );
    expect(printed.slice(1, 14)).toEqual([
      '  14 new:',
      '    shop',
      '      namespaces: shop',
      '      serviceaccounts: default, robot',
      '      configmaps: settings',
      '      secrets: main-password, own, robot-token',
      '      rolebindings.rbac.authorization.k8s.io: team',
      '      services: shop-front, web',
      '      databases.example.org: main',
      '      deployments.apps: web',
      '    without a namespace',
      '      customresourcedefinitions.apiextensions.k8s.io: databases.example.org',
      '      validatingwebhookconfigurations.admissionregistration.k8s.io: example',
    ]);
    expect(printed).toEqual(
      expect.arrayContaining([
        "    Service shop/shop-front: without loadBalancerIP: that address may still be the former cluster's",
        '    pods (1), replicasets.apps (1): whoever owns it makes it anew',
        '    jobs.batch (1): had ended, and would run once more',
        '    shop/data: the volume pvc-1 of shop',
      ]),
    );
    expect(printed.join('\n')).not.toContain('refused by');
    expect(printed.join('\n')).not.toContain(hidden);
    await expect(bring()).rejects.toThrow(
      'Nothing is changed: programs would begin with empty volumes, for prod.copy does not have these claims: shop/data.',
    );
    expect(await namesOf(to, '/api/v1/namespaces')).toEqual(before);
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'another cluster gets what the tenant had, with its own addresses, tokens and owners, and its controllers keep it',
  async () => {
    expect(await bring({ isEmptyVolumes: true })).toBe(0);
    expect(printed.at(-1)).toMatch(/^prod\.copy: \d+ objects were made\.$/);
    const word = Buffer.from(hidden).toString('base64');
    expect(await get(to, `${shop}/secrets/own`)).toMatchObject({
      data: { word },
    });
    const { metadata } = await get(to, shop);
    expect(metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'baseline',
    });
    expect(await get(to, `${shop}/serviceaccounts/default`)).toMatchObject({
      imagePullSecrets: [{ name: 'registry' }],
    });
    const service = await get(to, `${shop}/services/web`);
    expect((service.spec as { clusterIP: string }).clusterIP).toMatch(/^10\.102\./);
    const front = await get(to, `${shop}/services/shop-front`);
    expect(front).not.toHaveProperty('spec.loadBalancerIP');
    expect(front).toMatchObject({ spec: { ports: [{ nodePort: 30_080 }, { name: 'tls' }] } });
    expect(await get(to, `${shop}/persistentvolumeclaims/data`)).not.toHaveProperty(
      'spec.volumeName',
    );
    expect(await namesOf(to, '/api/v1/nodes')).toEqual([]);
    expect(await namesOf(to, '/apis/batch/v1/namespaces/shop/jobs')).toEqual([]);
    // The controllers of this cluster make the pods anew.
    await until(async () => {
      const pods = await namesOf(to, `${shop}/pods`);
      return pods.length === 2 ? pods : undefined;
    }, 'two pods');
    expect(await namesOf(to, `${shop}/pods`)).not.toContain('web-1-a');
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'the token is that of the new ServiceAccount',
  async () => {
    const token = await until(async () => {
      const { data } = await get(to, `${shop}/secrets/robot-token`);
      return (data as { token?: string } | undefined)?.token;
    }, 'a token');
    const [, claims = ''] = Buffer.from(token, 'base64').toString().split('.');
    const account = await get(to, `${shop}/serviceaccounts/robot`);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      'kubernetes.io/serviceaccount/service-account.uid': account.metadata.uid,
    });
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'an object with the former uid of its owner is deleted by the garbage collector; what was brought stays',
  async () => {
    const path = '/apis/example.org/v1/namespaces/shop/databases/main';
    const [former, database] = await Promise.all([get(from, path), get(to, path)]);
    const owner = {
      apiVersion: 'example.org/v1',
      kind: 'Database',
      name: 'main',
    };
    const uid = former.metadata.uid ?? '';
    expect(database.metadata.uid).not.toBe(uid);
    await to.post(`${shop}/secrets`, {
      metadata: { name: 'as-it-was', ownerReferences: [{ ...owner, uid }] },
    });
    await until(
      async () => ((await to.get(`${shop}/secrets/as-it-was`)) === undefined ? true : undefined),
      'the garbage collector',
    );
    const kept = await get(to, `${shop}/secrets/main-password`);
    expect(kept.metadata.ownerReferences).toEqual([
      { ...owner, uid: database.metadata.uid, controller: true },
    ]);
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'the same command once more makes nothing, and changes nothing that somebody has changed since',
  async () => {
    await to.patch(`${shop}/configmaps/settings`, { data: { colour: 'blue' } });
    const before = await get(to, `${shop}/secrets/main-password`);
    expect(await bring({ isEmptyVolumes: true })).toBe(0);
    expect(printed).toContain('  nothing is new');
    expect(printed).toContain(
      "  1 there already with another content, and left as they are; to take the backup's, delete them first: ConfigMap shop/settings",
    );
    expect(await get(to, `${shop}/configmaps/settings`)).toMatchObject({
      data: { colour: 'blue' },
    });
    expect(await get(to, `${shop}/secrets/main-password`)).toEqual(before);
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'what was deleted in the cluster itself comes back, stopped, beside everything else',
  async () => {
    await to.delete('/apis/apps/v1/namespaces/shop/deployments/web');
    await to.delete(`${shop}/secrets/own`);
    const asked = {
      target: 'prod.shop',
      namespaces: ['shop'],
      kinds: ['secrets', 'deployments.apps'],
    };
    expect(await bring({ ...asked, isStopped: true })).toBe(0);
    expect(printed).toContain('    Deployment shop/web: 0 replicas instead of 2');
    expect(printed.at(-1)).toBe('prod.shop: 2 objects were made.');
    const deployment = await get(to, '/apis/apps/v1/namespaces/shop/deployments/web');
    expect(deployment).toMatchObject({
      spec: { replicas: 0 },
      metadata: { annotations: { 'strata.dev/replicas-of-backup': '2' } },
    });
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'files are those that the API takes',
  async () => {
    const out = join(folder, 'files');
    expect(await bring({ out, namespaces: ['shop'] })).toBe(0);
    const own = join(out, '05-secrets', 'shop.own.json');
    const secret = JSON.parse(readFileSync(own, 'utf8')) as object;
    expect(secret).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'own', namespace: 'shop' },
      type: 'Opaque',
      data: { word: Buffer.from(hidden).toString('base64') },
    });
    await to.delete(`${shop}/secrets/own`);
    await to.post(`${shop}/secrets`, secret);
    // Of the ports of nodes there is that which the tenant has chosen.
    const front = readFileSync(join(out, '09-services', 'shop.shop-front.json'), 'utf8');
    const tcp = { protocol: 'TCP' };
    expect(JSON.parse(front)).toMatchObject({
      spec: {
        ports: [
          { ...tcp, name: 'web', port: 80, targetPort: 80, nodePort: 30_080 },
          { ...tcp, name: 'tls', port: 443, targetPort: 443 },
        ],
      },
    });
    expect(front.match(/nodePort/g)).toHaveLength(1);
  },
  patience,
);
