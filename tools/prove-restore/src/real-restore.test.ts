// SPDX-License-Identifier: Apache-2.0
import { proofFile, restoreProof } from '@strata/contracts/restore-proof';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from './command-line.ts';
import { prove } from './prove.ts';
import { SmallCluster } from './testing/small-cluster.ts';
import { stateText } from './testing/state-text.ts';
import type { StateFacts } from './testing/state-text.ts';

// The real etcd, API server, etcdutl and restic, on loopback; the repository is a folder.
const patience = 600_000;
const root = resolve(import.meta.dirname, '../../..');
const password = 'correct horse battery staple';
const encryptionKey = randomBytes(32).toString('base64');
const hidden = 'words-that-only-the-cluster-may-read';
const authorityPem = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n';

let folder: string;
let cluster: SmallCluster;
let calls = 0;
const listener = createServer((socket) => {
  calls += 1;
  socket.destroy();
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-restore-'));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  cluster = new SmallCluster(folder, password);
  const client = await cluster.start(encryptionKey);
  const make = (path: string, name: string, more: object = {}) =>
    client.create(path, { metadata: { name }, ...more });
  for (const name of ['kube-node-lease', 'strata-system', 'shop']) {
    await make('/api/v1/namespaces', name).catch(() => undefined);
  }
  for (const name of ['cp-0', 'web-0', 'web-1']) await make('/api/v1/nodes', name);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
  await make(leases, 'web-0', {
    spec: { renewTime: new Date().toISOString().replace('Z', '000Z') },
  });
  const system = '/api/v1/namespaces/kube-system';
  await make(`${system}/configmaps`, 'kube-root-ca.crt', { data: { 'ca.crt': authorityPem } });
  for (const name of ['one', 'two']) {
    await make('/api/v1/namespaces/shop/secrets', name, { stringData: { word: hidden } });
  }
  // What a tenant may have: a webhook for everything, an API of its own, and a kind of its own.
  const url = `https://127.0.0.1:${port}/`;
  const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
  const hook = { name: 'all.example.org', rules: [rule], clientConfig: { url } };
  await make(hooks, 'all', {
    webhooks: [{ ...hook, admissionReviewVersions: ['v1'], sideEffects: 'None' }],
  });
  const services = '/apis/apiregistration.k8s.io/v1/apiservices';
  const service = { namespace: 'shop', name: 'metrics' };
  const priorities = { groupPriorityMinimum: 100, versionPriority: 100 };
  await make(services, 'v1beta1.metrics.example.org', {
    spec: { group: 'metrics.example.org', version: 'v1beta1', service, ...priorities },
  });
  const names = { plural: 'carts', singular: 'cart', kind: 'Cart', listKind: 'CartList' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema });
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { url }, conversionReviewVersions: ['v1'] },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const versions = [version('v2', false), version('v1', true)];
  const spec = { group: 'example.org', scope: 'Namespaced', names, versions, conversion };
  await make(definitions, 'carts.example.org', { spec });
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      const cart = { apiVersion: 'example.org/v1', kind: 'Cart' };
      await make('/apis/example.org/v1/namespaces/shop/carts', 'one', cart);
      break;
    } catch {
      await sleep(200);
    }
  }
  await cluster.backUp('first');
}, patience);

afterAll(async () => {
  await cluster.stop();
  listener.close();
  rmSync(folder, { recursive: true, force: true });
}, patience);

const inside = ['v1 Namespace strata-system', 'v1 ConfigMap kube-system/kube-root-ca.crt'];

let states = 0;

/** Writes the state of the cluster. */
function stateFile(change: Partial<StateFacts> = {}): string {
  const { repository } = cluster;
  const made = '2026-01-01T00:00:00Z';
  const facts = {
    repository,
    password,
    encryptionKey,
    authorityPem,
    pools: { web: 2 },
    inside,
    made,
  };
  states += 1;
  const file = join(folder, `state-${states}.json`);
  writeFileSync(file, stateText({ ...facts, ...change }), { mode: 0o600 });
  return file;
}

const signal = new AbortController().signal;
const ask = (change: Partial<Question> = {}) =>
  prove(
    {
      environment: 'prod',
      cluster: 'shop',
      isStateless: false,
      isJson: false,
      stateFile: stateFile(),
      ...change,
    },
    { root, env: process.env, signal },
  );

const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('strata-restore-'));

/** Starts the tool as people do. */
function start(...args: readonly string[]) {
  const main = join(import.meta.dirname, 'main.ts');
  const tmp = join(folder, 'tmp');
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: tmp };
  const child = spawn(process.execPath, [main, 'prod', 'shop', ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (said += part.toString()));
  }
  return { child, tmp, said: () => said };
}

/** Processes whose command line names a path. */
function processesOf(path: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path);
    } catch {
      return false;
    }
  });
}

// Proves: clusters.restore-proof
test(
  'a good backup is restorable: it is restored by the real programs and has all that the state names',
  async () => {
    const proof = await ask();
    expect(proof).toMatchObject({
      verdict: 'restorable',
      mismatches: [],
      notes: ['metrics.example.org is served by a program of the cluster, not from etcd'],
      nodes: { cp: { expected: 1, found: 1 }, web: { expected: 2, found: 2 } },
      versions: { apiServer: '1.35.4', kubernetes: '1.35.4', etcd: '3.6.5', restic: '0.18.1' },
    });
    expect(proof.objects).toMatchObject({ secrets: 2, nodes: 3, 'carts.example.org': 1 });
    const age = Date.parse(proof.backup.time) - Date.parse(proof.newest ?? '');
    expect(age).toBeLessThan(300_000);
    expect(ownFolders()).toEqual([]);
  },
  patience,
);

// Proves: clusters.restore-proof
test('no program that the objects of a tenant name is called', () => {
  expect(calls).toBe(0);
});

// Proves: clusters.restore-proof
test(
  'with another key no Secret can be read, and the proof says so',
  async () => {
    const other = randomBytes(32).toString('base64');
    const proof = await ask({ stateFile: stateFile({ encryptionKey: other }) });
    expect(proof.verdict).toBe('broken');
    expect(proof.mismatches).toContainEqual(
      expect.stringMatching(/^secrets cannot be read: .*(no matching key|unable to transform)/),
    );
  },
  patience,
);

// Proves: clusters.restore-proof
test(
  'each thing that is not as the state has it is named',
  async () => {
    const state = stateFile({
      pools: { web: 3, gpu: 1 },
      authorityPem: authorityPem.replace('a test', 'another'),
      inside: [...inside, 'apps/v1 DaemonSet strata-system/kubevirt-csi-node'],
    });
    const { mismatches, verdict } = await ask({ stateFile: state });
    expect(verdict).toBe('broken');
    expect(mismatches).toEqual([
      'DaemonSet strata-system/kubevirt-csi-node is missing',
      "the backup is of a cluster with another authority than the stack's",
      'web has 2 of 3 nodes',
      'gpu has 0 of 1 nodes',
    ]);
  },
  patience,
);

// Proves: clusters.restore-proof
test(
  'the tool writes a proof without secrets, ends well, and leaves nothing behind',
  async () => {
    rmSync(join(root, proofFile('prod', 'shop')), { force: true });
    const tmp = join(folder, 'tmp');
    rmSync(tmp, { recursive: true, force: true });
    mkdirSync(tmp);
    const { child, said } = start('--state', stateFile());
    const [code] = (await once(child, 'close')) as [number];
    const file = join(root, proofFile('prod', 'shop'));
    const written = readFileSync(file, 'utf8');
    rmSync(file);
    expect(said()).toMatch(/^prod\.shop: backup [0-9a-f]{8} of \S+Z is restorable\n/);
    expect(code).toBe(0);
    expect(restoreProof.parse(JSON.parse(written)).verdict).toBe('restorable');
    for (const secret of [password, encryptionKey, hidden, 'of a test']) {
      expect(`${said()}${written}`).not.toContain(secret);
    }
    expect(readdirSync(tmp)).toEqual([]);
  },
  patience,
);

// Proves: clusters.restore-proof
test.each(['SIGINT', 'SIGKILL'] as const)(
  'after %s in the middle no program runs on; the folder goes at once, or with the next run',
  async (how) => {
    const tmp = join(folder, 'tmp');
    rmSync(tmp, { recursive: true, force: true });
    mkdirSync(tmp);
    const { child } = start('--state', stateFile());
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    while (processesOf(`${tmp}/strata-restore-`).length < 2) await sleep(50);
    const [own = ''] = readdirSync(tmp);
    expect(statSync(join(tmp, own)).mode & 0o777).toBe(0o700);
    for (const pid of processesOf(tmp)) {
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password);
    }
    child.kill(how);
    const [code] = await ended;
    expect(code).toBe(how === 'SIGINT' ? 130 : null);
    await sleep(how === 'SIGINT' ? 0 : 2_000);
    expect(processesOf(`${tmp}/strata-restore-`)).toEqual([]);
    expect(readdirSync(tmp)).toHaveLength(how === 'SIGINT' ? 0 : 1);
  },
  patience,
);

// Proves: clusters.restore-proof
test(
  'a backup whose data is damaged is broken, and another password opens nothing',
  async () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'wrong', { mode: 0o600 });
    const own = { repository: cluster.repository, passwordFile: file };
    await expect(ask(own)).rejects.toThrow(
      'The repository of prod.shop cannot be opened: the password is wrong.',
    );
    const data = join(cluster.repository, 'data');
    const packs = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(data, name))
      .filter((name) => statSync(name).isFile());
    const largest = packs.sort((one, other) => statSync(other).size - statSync(one).size)[0] ?? '';
    const content = readFileSync(largest);
    content.fill(0, 0, Math.floor(content.length / 2));
    rmSync(largest, { force: true });
    writeFileSync(largest, content);
    const { mismatches, verdict } = await ask();
    expect(verdict).toBe('broken');
    expect(mismatches[0]).toMatch(/^the backup cannot be read: /);
  },
  patience,
);
