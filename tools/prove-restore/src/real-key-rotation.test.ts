// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import {
  launchApi,
  Programs,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { StartedApi } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { runProgram } from './run-program.ts';
import { rotationCommands } from './testing/rotation-commands.ts';

// A control plane of the infra cluster as far as the rotation of its encryption key concerns it: the real etcd and
// API server on loopback, and the keys that the runbook's own commands make. No kubelet starts the API server again
// here, but the test itself.
const patience = 300_000;
const secret = '/api/v1/namespaces/default/secrets/kept';
const hidden = 'words-that-only-the-cluster-may-read';

let root: string;
let programs: Programs;
let ports: Awaited<ReturnType<typeof freePorts>>;
let api: StartedApi;

const file = (name: string) => join(root, name);

/** Writes the configuration of encryption that KubeOne makes at the installation. */
function writeOldKey(): void {
  const key = { name: 'kubeone-old', secret: randomBytes(32).toString('base64') };
  const config = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [
      { providers: [{ aescbc: { keys: [key] } }, { identity: {} }], resources: ['secrets'] },
    ],
  };
  writeFileSync(file('old.json'), JSON.stringify(config));
}

/** Puts a configuration in the place that the flag of the API server names. */
const put = (name: string) => copyFileSync(file(name), file('encryption-providers.yaml'));

/** Starts the API server, which reads the configuration only now. */
function start(): void {
  api = launchApi(programs, {
    program: builtTool('kubernetes-1.35.4', 'kube-apiserver'),
    folder: file('api'),
    pki: file('pki'),
    etcd: ports,
    port: ports.api,
    encryptionKeys: [],
    flags: { 'encryption-provider-config': file('encryption-providers.yaml') },
  });
}

const ready = () => api.server.ready(async () => (await api.client.text('/readyz')) === 'ok');

async function stop(): Promise<void> {
  api.client.close();
  await api.server.stop();
}

/** Gives the host a configuration and restarts its API server, as the runbook's `give` does. */
async function give(name: string): Promise<void> {
  put(name);
  await stop();
  start();
  await ready();
}

/** Runs commands of a shell in the folder of the keys. @returns their output. */
async function run(command: string): Promise<string> {
  const { signal } = new AbortController();
  const ended = await runProgram('/bin/sh', ['-ec', command], {
    cwd: root,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      ETCDCTL_ENDPOINTS: `https://127.0.0.1:${ports.client}`,
      ETCDCTL_CACERT: file('pki/ca.crt'),
      ETCDCTL_CERT: file('pki/client.crt'),
      ETCDCTL_KEY: file('pki/client.key'),
    },
    signal,
  });
  if (ended.code !== 0) throw new Error(`${command}\n${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** Returns how often etcd has which key, as `uniq -c` prints it. */
async function storedKeys(): Promise<string> {
  const etcdctl = builtTool('etcd-clients-3.6.5', 'etcdctl');
  await run(`${etcdctl} get --prefix /registry/secrets/ > stored`);
  return (await run(rotationCommands().countKeys)).trim();
}

async function readSecret(): Promise<string> {
  const found = await api.client.get<{ readonly data: { readonly word: string } }>(secret);
  return Buffer.from(found?.data.word ?? '', 'base64').toString();
}

/** Writes the Secret again as it is, as `kubectl replace` and KubeOne do. */
async function rewrite(): Promise<void> {
  const found = await api.client.get<object>(secret);
  await api.client.request('PUT', secret, { body: found ?? {} });
}

/** Returns the name of the new key. */
const newKey = () =>
  /"name": "(kubeone-[0-9a-f]{6})"/.exec(readFileSync(file('only-new.json'), 'utf8'))?.[1] ?? '';

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'key-rotation-'));
  programs = new Programs();
  ports = await freePorts();
  await writeClusterCertificates(file('pki'));
  writeOldKey();
  put('old.json');
  const program = builtTool('etcd-3.6.5', 'etcd');
  startEtcd(programs, { program, data: file('etcd'), pki: file('pki'), ports });
  start();
  await ready();
  await api.client.post('/api/v1/namespaces/default/secrets', {
    metadata: { name: 'kept' },
    stringData: { word: hidden },
  });
  await run(rotationCommands().makeKey);
}, patience);

afterEach(async () => {
  api.client.close();
  await programs.stopAll();
  rmSync(root, { recursive: true, force: true });
}, patience);

test(
  'after each restart of the runbook Secrets are read, and in the end etcd has only the new key',
  async () => {
    await give('read-new.json');
    expect(await readSecret()).toBe(hidden);
    await give('write-new.json');
    expect(await readSecret()).toBe(hidden);
    expect(await storedKeys()).toBe('1 k8s:enc:aescbc:v1:kubeone-old');
    await rewrite();
    expect(await storedKeys()).toBe(`1 k8s:enc:aescbc:v1:${newKey()}`);
    await give('only-new.json');
    expect(await readSecret()).toBe(hidden);
  },
  patience,
);

test(
  "in the order of KubeOne's own rotation, without restarts, no Secret is read after the next one, until a backup gives the old key back",
  async () => {
    put('write-new.json');
    await rewrite();
    put('only-new.json');
    expect(await readSecret()).toBe(hidden);
    expect(await storedKeys()).toBe('1 k8s:enc:aescbc:v1:kubeone-old');

    await stop();
    start();
    const answer = async (path: string) => (await api.client.send('GET', path)).body;
    await api.server.ready(async () => (await answer('/readyz')).includes('[+]etcd ok'));
    expect(await answer(secret)).toContain('no matching key was found');

    await give('read-new.json');
    expect(await readSecret()).toBe(hidden);
  },
  patience,
);
