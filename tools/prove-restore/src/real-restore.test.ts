// SPDX-License-Identifier: Apache-2.0
import { proofFile, restoreProof } from '@strata/contracts/restore-proof';
import { encryptionKeyName } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
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
import { findBackup } from './find-backup.ts';
import { prove } from './prove.ts';
import { ProveError } from './prove-error.ts';
import { Restic } from './restic.ts';
import { fillCluster } from './testing/fill-cluster.ts';
import { SmallCluster } from './testing/small-cluster.ts';
import { processesOf, startTool } from './testing/started-tool.ts';
import { stateText } from './testing/state-text.ts';
import type { StateFacts } from './testing/state-text.ts';
import { toolsOf } from './tools-of.ts';
import { tryBackup } from './try-backup.ts';

// The real etcd, API server, etcdutl and restic, on loopback; the repository is a folder, and backups are
// stored in it by the script of their job.
const patience = 600_000;
const root = resolve(import.meta.dirname, '../../..');
const password = 'correct horse battery staple';
/** The key of the first Secrets, and the one that has replaced it. */
const encryptionKeys = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const hidden = 'words-that-only-the-cluster-may-read';
const authorityPem = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n';
const signal = new AbortController().signal;

let folder: string;
let cluster: SmallCluster;
let snapshot: string;
let calls = 0;
const tenant = createServer((socket) => {
  calls += 1;
  socket.destroy();
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-restore-'));
  await once(tenant.listen(0, '127.0.0.1'), 'listening');
  const { port: tenantPort } = tenant.address() as AddressInfo;
  cluster = new SmallCluster(folder, password);
  const [first, second] = encryptionKeys.map((secret, index) => ({
    name: encryptionKeyName(index + 1),
    secret,
  }));
  if (first === undefined || second === undefined) throw new Error('there are no two keys');
  await fillCluster(await cluster.start([first]), { hidden, authorityPem, tenantPort });
  // The backup is made while the key is rotated.
  const client = await cluster.rotate([second, first]);
  const rotated = { metadata: { name: 'rotated' }, stringData: { word: hidden } };
  await client.post('/api/v1/namespaces/shop/secrets', rotated);
  snapshot = await cluster.save();
  await cluster.store(snapshot);
  // Calls up to this point come from the cluster itself, not from a restore.
  calls = 0;
}, patience);

afterAll(async () => {
  await cluster.stop();
  tenant.close();
  rmSync(folder, { recursive: true, force: true });
}, patience);

let states = 0;

/** Writes the state of the cluster. */
function stateFile(change: Partial<StateFacts> = {}): string {
  const facts: StateFacts = {
    repository: cluster.repository,
    password,
    encryptionKeys,
    authorityPem,
    pools: { web: 2 },
    inside: ['v1 Namespace strata-system', 'v1 ConfigMap kube-system/kube-root-ca.crt'],
    made: '2026-01-01T00:00:00Z',
    ...change,
  };
  states += 1;
  const file = join(folder, `state-${states}.json`);
  writeFileSync(file, stateText(facts), { mode: 0o600 });
  return file;
}

async function proofOf(change: Partial<StateFacts> = {}) {
  const asked = { environment: 'prod', cluster: 'shop', timeout: 30 };
  const proof = await prove(
    { ...asked, isIfConfigured: false, isJson: false, stateFile: stateFile(change) },
    { root, env: process.env, signal, tell: () => undefined },
  );
  return restoreProof.parse(proof);
}

const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('strata-restore-'));

// Proves: backups.restore-proof
test(
  'a good backup is restorable: the real programs restore it, and it has all that the state names',
  async () => {
    const before = ownFolders();
    const proof = await proofOf();
    expect(proof).toMatchObject({
      verdict: 'restorable',
      mismatches: [],
      notes: ['metrics.example.org is served by a program of the cluster, not from etcd'],
      nodes: { cp: { expected: 1, found: 1 }, web: { expected: 2, found: 2 } },
      versions: { apiServer: '1.35.4', kubernetes: '1.35.4', etcd: '3.6.5', restic: '0.18.1' },
    });
    expect(proof.objects).toMatchObject({ secrets: 3, nodes: 3, 'carts.example.org': 1 });
    const age = Date.parse(proof.backup.time) - Date.parse(proof.newest ?? '');
    expect(age).toBeLessThan(300_000);
    expect(ownFolders()).toEqual(before);
    expect(calls).toBe(0);
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'with other encryption keys, or without one of them, the proof says which Secrets cannot be read',
  async () => {
    const [first = '', second = ''] = encryptionKeys;
    const other = randomBytes(32).toString('base64');
    for (const [keys, secret] of [
      [[other, second], 'one'],
      [[first], 'rotated'],
    ] as const) {
      const { mismatches, verdict } = await proofOf({ encryptionKeys: keys });
      expect(verdict).toBe('broken');
      expect(mismatches).toContainEqual(
        expect.stringMatching(
          `^secrets cannot be read with the encryption keys of the stack's state: .*/registry/secrets/shop/${secret}`,
        ),
      );
    }
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'each thing that is not as the state has it is named',
  async () => {
    const { mismatches, verdict } = await proofOf({
      pools: { web: 3, gpu: 1 },
      authorityPem: authorityPem.replace('a test', 'another'),
      inside: ['apps/v1 DaemonSet strata-system/kubevirt-csi-node', 'v1 Namespace strata-lost'],
    });
    expect(verdict).toBe('broken');
    expect(mismatches).toEqual([
      'DaemonSet strata-system/kubevirt-csi-node is missing',
      'Namespace strata-lost is missing',
      "the backup is of a cluster with another authority than the stack's",
      'web has 2 of 3 nodes',
      'gpu has 0 of 1 nodes',
    ]);
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'the tool writes a proof without secrets, says what it does, and leaves nothing behind',
  async () => {
    const file = join(root, proofFile('prod', 'shop'));
    rmSync(file, { force: true });
    const tmp = join(folder, 'tmp');
    const { code, stderr, stdout } = await startTool(tmp, '--state', stateFile()).ended();
    const written = readFileSync(file, 'utf8');
    rmSync(file);
    expect(stdout).toMatch(/^prod\.shop: backup [0-9a-f]{8} of \S+Z is restorable\n/);
    expect(stderr.split('\n').filter((line) => line.endsWith(' ...'))).toEqual([
      'reading the state of prod.shop ...',
      'opening the repository of prod.shop ...',
      expect.stringMatching(/^restoring the backup of \S+Z \.\.\.$/),
      'starting etcd 3.6.5 and kube-apiserver 1.35.4 ...',
      'listing all objects ...',
    ]);
    expect(code).toBe(0);
    expect(restoreProof.parse(JSON.parse(written)).verdict).toBe('restorable');
    for (const secret of [password, ...encryptionKeys, hidden, 'of a test']) {
      expect(`${stdout}${stderr}${written}`).not.toContain(secret);
    }
    expect(readdirSync(tmp)).toEqual([]);
  },
  patience,
);

// Proves: backups.restore-proof
test.each([
  ['SIGINT', 130, 'Stopped while starting etcd 3.6.5 and kube-apiserver 1.35.4.\n'],
  ['SIGKILL', null, ''],
] as const)(
  'after %s in the middle no program runs on; the folder goes at once, or with the next run',
  async (how, code, words) => {
    const tmp = join(folder, 'tmp');
    const tool = startTool(tmp, '--state', stateFile());
    await tool.begun();
    const [own = ''] = readdirSync(tmp);
    expect(statSync(join(tmp, own)).mode & 0o777).toBe(0o700);
    const lines = [...processesOf(tmp).values()].join('\n');
    for (const secret of [password, ...encryptionKeys]) expect(lines).not.toContain(secret);
    tool.child.kill(how);
    const ended = await tool.ended();
    expect(ended.code).toBe(code);
    expect(ended.stderr.endsWith(words)).toBe(true);
    // Whoever watches a killed run needs a moment.
    if (how === 'SIGKILL') await sleep(2_000);
    expect(processesOf(`${tmp}/strata-restore-`)).toEqual(new Map());
    expect(readdirSync(tmp)).toHaveLength(how === 'SIGINT' ? 0 : 1);
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'a run that takes longer than it may says where it was, and leaves nothing behind',
  async () => {
    const tmp = join(folder, 'tmp');
    const limits = ['--timeout', '0.01', '--state', stateFile()];
    const { code, stderr } = await startTool(tmp, ...limits).ended();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\nNot done after 0\.01 minutes, while .+: give it longer with --timeout\.\n$/,
    );
    expect(processesOf(`${tmp}/strata-restore-`)).toEqual(new Map());
    expect(readdirSync(tmp)).toEqual([]);
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'a repository that is not there, another password and another cluster are told apart',
  async () => {
    await expect(proofOf({ repository: join(folder, 'none') })).rejects.toThrow(
      'The repository of prod.shop cannot be opened: there is none. No backup has ended well yet, or user-cluster:backup.target has changed since.',
    );
    await expect(proofOf({ password: 'wrong' })).rejects.toThrow(
      'The repository of prod.shop cannot be opened: the password is wrong.',
    );
    const { restic } = await toolsOf('1.35.4', process.env);
    const access = { repository: cluster.repository, password };
    const opened = new Restic(restic.path, access, { env: process.env, signal });
    await expect(findBackup(opened, 'prod.cart')).rejects.toThrow(
      'The repository has no backup of prod.cart, only of prod.shop.',
    );
  },
  patience,
);

// Proves: backups.restore-proof
test(
  'an etcd that does not run on what was restored is named with its last words',
  async () => {
    const tools = await toolsOf('1.35.4', process.env);
    const access = { repository: cluster.repository, password };
    const restic = new Restic(tools.restic.path, access, { env: process.env, signal });
    const backup = await findBackup(restic, 'prod.shop');
    const failing = join(folder, 'failing-etcd');
    writeFileSync(failing, '#!/bin/sh\necho starting\necho the disk is broken >&2\nexit 1\n', {
      mode: 0o700,
    });
    const own = mkdtempSync(join(folder, 'trial-'));
    const etcd = { ...tools.etcd, path: failing };
    const context = { folder: own, env: process.env, signal, tell: () => undefined };
    const trial = { restic, backup, tools: { ...tools, etcd }, encryptionKeys: [], ...context };
    await expect(tryBackup(trial)).rejects.toThrow(
      new ProveError(
        'The backup could not be tried, which says nothing of it: etcd: the disk is broken. Mend that, and run it again.',
      ),
    );
  },
  patience,
);

/** Overwrites the middle of a file. */
function damage(file: string): void {
  const content = readFileSync(file);
  const middle = Math.floor(content.length / 2);
  content.fill(0xaa, middle, Math.min(middle + 4_096, content.length));
  rmSync(file, { force: true });
  writeFileSync(file, content);
}

// Proves: backups.restore-proof
test(
  'a damaged snapshot, and one that is damaged in the repository, are refused',
  async () => {
    const damaged = join(folder, 'damaged.db');
    copyFileSync(snapshot, damaged);
    damage(damaged);
    await cluster.store(damaged);
    expect(await proofOf()).toMatchObject({
      verdict: 'broken',
      mismatches: ['etcd cannot restore the snapshot: its checksum is wrong'],
      objects: {},
    });
    const data = join(cluster.repository, 'data');
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(data, name)).isFile()) damage(join(data, name));
    }
    expect(await proofOf()).toMatchObject({
      verdict: 'broken',
      mismatches: [
        expect.stringMatching(
          /^the backup cannot be read from the repository: .*ciphertext verification failed$/,
        ),
      ],
    });
  },
  patience,
);
