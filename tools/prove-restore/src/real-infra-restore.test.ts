// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { backupCommands } from '@strata/infra/testing';
import { builtTool } from '@strata/testing';
import {
  launchApi,
  Programs,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { StartedApi } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { runProgram } from './run-program.ts';
import { allLostCommands } from './testing/runbook-commands.ts';

// The infra cluster as far as its backup concerns it: the real etcd, API server, etcdctl, etcdutl and restic, on
// loopback. The commands of the backup are those of the addon, those of the restore are the runbook's own; only
// their paths, names and addresses are changed. KubeOne's part, a new control plane around the data, is played, as far
// as the key is concerned: here the certificates of the servers are those of before.
const patience = 300_000;
const programs = new Programs();
const hidden = 'words-that-only-the-cluster-may-read';
const secrets = '/api/v1/namespaces/default/secrets';
const serviceAccounts = '/api/v1/namespaces/default/serviceaccounts';

let root: string;
let ports: Awaited<ReturnType<typeof freePorts>>;

const host = (path: string) => join(root, path);
const pki = () => host('servers');
const hostKeys = 'etc/kubernetes/encryption-providers/encryption-providers.yaml';
const manifest = 'etc/kubernetes/manifests/kube-apiserver.yaml';

/** Writes the configuration of a new encryption key, as KubeOne does at the installation. */
function writeEncryptionKey(path: string): void {
  const name = `kubeone-${randomBytes(3).toString('hex')}`;
  const key = { name, secret: randomBytes(32).toString('base64') };
  const config = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [
      { resources: ['secrets'], providers: [{ secretbox: { keys: [key] } }, { identity: {} }] },
    ],
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
}

/**
 * Puts a key where KubeOne puts one of `customEncryptionConfiguration`, and names it in the manifest of the API
 * server, of which it writes no more here than the command that says so.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/state/context.go (customEncryptionProvidersFile)
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/features/activate.go (apiServerEncryptionProviderCustomConfigPath)
 */
function installAsKubeOne(saved: string): void {
  const key = host('etc/kubernetes/encryption-providers/custom-encryption-providers.yaml');
  for (const path of [key, host(manifest)]) mkdirSync(dirname(path), { recursive: true });
  cpSync(saved, key);
  chmodSync(key, 0o600);
  const command = `    - --encryption-provider-config=${key}\n`;
  writeFileSync(
    host(manifest),
    `spec:\n  containers:\n  - command:\n    - kube-apiserver\n${command}`,
  );
}

/** Returns the file of keys that the manifest of the API server names. */
function namedKeys(): string {
  const text = readFileSync(host(manifest), 'utf8');
  return /--encryption-provider-config=(.*)/.exec(text)?.[1] ?? '';
}

/** Starts etcd and the API server of the control plane with this configuration of keys. */
function launch(encryption: string): StartedApi {
  const etcd = builtTool('etcd-3.6.5', 'etcd');
  startEtcd(programs, { program: etcd, data: host('var/lib/etcd'), pki: pki(), ports });
  return launchApi(programs, {
    program: builtTool('kubernetes-1.35.4', 'kube-apiserver'),
    folder: host('api'),
    pki: pki(),
    etcd: ports,
    port: ports.api,
    encryptionKeys: [],
    flags: {
      'encryption-provider-config': encryption,
      'service-account-signing-key-file': host('etc/kubernetes/pki/sa.key'),
      'service-account-key-file': host('etc/kubernetes/pki/sa.pub'),
    },
  });
}

/** Starts the control plane. @returns a client that may do everything, when all is ready. */
async function startControlPlane(encryption: string): Promise<ApiClient> {
  const { client, server } = launch(encryption);
  await server.ready(async () => (await client.text('/readyz')) === 'ok');
  return client;
}

/** Returns the word of the Secret that was made before the backup. */
async function keptWord(client: ApiClient): Promise<string> {
  const kept = await client.get<{ readonly data: { readonly word: string } }>(`${secrets}/kept`);
  return Buffer.from(kept?.data.word ?? '', 'base64').toString();
}

/** Runs a command on the host. */
async function run(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const tools = [
    builtTool('etcd-clients-3.6.5', 'etcdctl'),
    builtTool('restic-0.18.1', 'restic'),
  ].map(dirname);
  const [file = '', ...args] = argv;
  const { signal } = new AbortController();
  const { code, stderr, stdout } = await runProgram(file, args, {
    env: {
      PATH: [...tools, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: root,
      RESTIC_PASSWORD: 'correct horse battery staple',
      RESTIC_CACHE_DIR: host('cache'),
      ETCD_HOSTNAME: 'metal-0',
      ...env,
    },
    signal,
  });
  if (code !== 0) throw new Error(`${argv.join(' ')}\n${stdout}${stderr}`);
}

/** Backs up the control plane as the addon does every 30 minutes. */
async function backUp(): Promise<void> {
  const { snapshot, snapshotEnv, upload } = backupCommands(root);
  mkdirSync(host('backup'));
  const endpoint = { ETCDCTL_ENDPOINTS: `https://127.0.0.1:${ports.client}` };
  await run(['etcdctl', ...snapshot], { ...snapshotEnv, ...endpoint });
  await run(['/bin/sh', '-c', upload], { RESTIC_REPOSITORY: host('repository') });
  rmSync(host('backup'), { recursive: true });
}

/** Runs the steps of the runbook on a host that has nothing. */
async function restore(): Promise<void> {
  const { fetch, putBack } = allLostCommands();
  // Below the folder of this test, and not at the root of this machine.
  const target = host('fetched');
  await run([
    '/bin/sh',
    '-c',
    fetch.replace('<repository>', host('repository')).replace(/--target \/$/, `--target ${target}`),
  ]);
  const changed = putBack
    .replaceAll('/backup', join(target, root, 'backup'))
    .replaceAll('/etc/kubernetes', host('etc/kubernetes'))
    .replaceAll('/var/lib/etcd', host('var/lib/etcd'))
    .replaceAll('https://10.0.0.10:2380', `https://127.0.0.1:${ports.peer}`)
    .replaceAll('metal-0', 'cp-0');
  await run(['/bin/sh', '-ec', changed]);
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'infra-restore-'));
  ports = await freePorts();
  await writeClusterCertificates(pki());
  const put = (from: string, to: string) => {
    mkdirSync(dirname(host(to)), { recursive: true });
    cpSync(join(pki(), from), host(to));
  };
  for (const name of ['sa.key', 'sa.pub', 'ca.crt']) put(name, `etc/kubernetes/pki/${name}`);
  put('ca.crt', 'etc/kubernetes/pki/etcd/ca.crt');
  put('client.crt', 'etc/kubernetes/pki/etcd/healthcheck-client.crt');
  put('client.key', 'etc/kubernetes/pki/etcd/healthcheck-client.key');
  // Nothing here is signed with them; they must only come back.
  for (const name of ['ca.key', 'front-proxy-ca.crt', 'front-proxy-ca.key', 'etcd/ca.key']) {
    writeFileSync(host(`etc/kubernetes/pki/${name}`), randomBytes(32).toString('hex'));
  }
  writeEncryptionKey(host(hostKeys));
}, patience);

afterAll(async () => {
  await programs.stopAll();
  rmSync(root, { recursive: true, force: true });
}, patience);

// Proves: infra-cluster.backup
test(
  'of an infra cluster that has lost all control planes, the backup brings back Secrets, tokens and authorities',
  async () => {
    const before = await startControlPlane(host(hostKeys));
    await before.post(secrets, { metadata: { name: 'kept' }, stringData: { word: hidden } });
    await before.post(serviceAccounts, { metadata: { name: 'web' } });
    const issued = await before.request<{ readonly status: { readonly token: string } }>(
      'POST',
      `${serviceAccounts}/web/token`,
      { body: { spec: { expirationSeconds: 86_400 } } },
    );
    const authority = readFileSync(host('etc/kubernetes/pki/ca.key'), 'utf8');
    await backUp();
    const later = await before.request<{ readonly metadata: { readonly resourceVersion: string } }>(
      'POST',
      serviceAccounts,
      { body: { metadata: { name: 'later' } } },
    );
    await programs.stopAll();
    for (const lost of ['etc', 'var', 'api']) rmSync(host(lost), { recursive: true });

    await restore();
    expect(readFileSync(host('etc/kubernetes/pki/ca.key'), 'utf8')).toBe(authority);
    expect(existsSync(host('etc/kubernetes/pki/etcd/ca.key'))).toBe(true);
    const saved = join(
      host('fetched'),
      root,
      'backup/encryption-providers/encryption-providers.yaml',
    );
    installAsKubeOne(saved);
    const after = await startControlPlane(namedKeys());
    expect(await keptWord(after)).toBe(hidden);
    // Whoever has seen objects of after the backup is sent back to the list.
    const since = `resourceVersion=${later.metadata.resourceVersion}`;
    const watched = await after.text(`${serviceAccounts}?watch=1&timeoutSeconds=5&${since}`);
    expect(JSON.parse(watched)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    const { status } = await after.send('GET', secrets, { token: issued.status.token });
    expect(status).toBe(200);
    await programs.stopAll();

    const { renameKey } = allLostCommands();
    await run(['/bin/sh', '-ec', renameKey.replaceAll('/etc/kubernetes', host('etc/kubernetes'))]);
    expect(namedKeys()).toBe(host(hostKeys));
    expect(statSync(host(hostKeys)).mode & 0o777).toBe(0o600);
    expect(await keptWord(await startControlPlane(namedKeys()))).toBe(hidden);
    await programs.stopAll();

    // KubeOne makes another key where it finds none, and an API server that cannot read Secrets never gets ready.
    writeEncryptionKey(host('other/encryption-providers.yaml'));
    const { client, server } = launch(host('other/encryption-providers.yaml'));
    const answer = async (path: string) => (await client.send('GET', path)).body;
    await server.ready(async () => (await answer('/readyz')).includes('[+]etcd ok'));
    expect(await answer(`${secrets}/kept`)).toContain('no matching key was found');
  },
  patience,
);
