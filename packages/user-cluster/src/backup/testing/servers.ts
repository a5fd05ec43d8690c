// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { etcdArguments, eventually, writeCertificates } from '../../bootstrap/scripts/test-etcd.ts';
import { ApiClient } from './api-client.ts';

/** Certificates in a folder, all of one authority, under the names of kubeadm. */
export async function writeClusterCertificates(folder: string): Promise<void> {
  const leaves = {
    server: { commonName: 'cp-0', addresses: ['127.0.0.1'], usages: ['server', 'client'] as const },
    client: { commonName: 'strata-backup', addresses: [], usages: ['client'] as const },
  };
  await writeCertificates([{ folder, leaves }]);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(folder, 'sa.key'), privateKey);
  writeFileSync(join(folder, 'sa.pub'), publicKey);
}

/** All that was started, whether it became ready or not. */
const started = new Set<Running>();

/** A program that runs until it is stopped, with what it has said. */
export class Running {
  readonly #process: ChildProcess;
  #said = '';

  constructor(program: string, args: readonly string[]) {
    this.#process = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    started.add(this);
    for (const output of [this.#process.stdout, this.#process.stderr]) {
      output?.on('data', (text: Buffer) => (this.#said += text.toString()));
    }
  }

  /** Asks until the answer is true. @throws Error with what the program said when it ends before. */
  async ready(ask: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await eventually(() => {
          if (this.#process.exitCode !== null) throw new Error(this.#said);
          return ask();
        });
        return;
      } catch (error) {
        if (this.#process.exitCode !== null || tries > 5) {
          throw new Error(this.#said.slice(-4_000), { cause: error });
        }
      }
    }
  }

  /** Returns what it has said, once it has ended by itself. */
  async end(): Promise<string> {
    await once(this.#process, 'close');
    return this.#said;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

/** Stops all that was started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map((server) => server.stop()));
}

/** Returns flags as arguments. */
export const flagsOf = (flags: Readonly<Record<string, string>>) =>
  Object.entries(flags).map(([name, value]) => `--${name}=${value}`);

/** Ports of a member of etcd. */
export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

/** Starts the real etcd, alone, with the flags that kubeadm gives it. */
export function startEtcd(data: string, pki: string, { client, peer }: EtcdPorts): Running {
  const [clients, peers] = [`https://127.0.0.1:${client}`, `https://127.0.0.1:${peer}`];
  const member = { name: 'cp-0', data, client: clients, peer: peers, pki };
  const args = etcdArguments(member, { 'initial-cluster': `cp-0=${peers}` });
  return new Running(builtTool('etcd-3.6.5', 'etcd'), args);
}

/** Starts the real S3 server, whose buckets are the folders of a folder. */
export async function startS3(folder: string, port: number, id: string, secret: string) {
  for (const name of ['buckets', 'attributes']) mkdirSync(join(folder, name), { recursive: true });
  const server = new Running(builtTool('versitygw-1.8.0', 'versitygw'), [
    ...flagsOf({ access: id, secret, port: `127.0.0.1:${port}` }),
    'posix',
    `--sidecar=${join(folder, 'attributes')}`,
    join(folder, 'buckets'),
  ]);
  await server.ready(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 403);
  return server;
}

type Flags = Readonly<Record<string, string>>;

/** What a test changes of the API server. */
interface ApiChange {
  /** Flags in addition to the test's own, or instead of them. */
  readonly flags?: Flags;
  /** A built version of Kubernetes. @default the newest */
  readonly kubernetes?: string;
}

const newest = 'kubernetes-1.35.4';

/** Token of an administrator, in the file of tokens that every API server here has. */
const adminToken = 'of-the-test';

/** Writes the files of an API server on an etcd into a folder, and returns its flags. */
function apiFlags(folder: string, pki: string, etcd: EtcdPorts, key: string): Flags {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.csv'), `${adminToken},admin,1,system:masters\n`);
  const secretbox = { keys: [{ name: 'strata', secret: key }] };
  writeFileSync(
    join(folder, 'encryption.yaml'),
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'EncryptionConfiguration',
      resources: [{ resources: ['secrets'], providers: [{ secretbox }, { identity: {} }] }],
    }),
  );
  return {
    'etcd-servers': `https://127.0.0.1:${etcd.client}`,
    'etcd-cafile': join(pki, 'ca.crt'),
    'etcd-certfile': join(pki, 'client.crt'),
    'etcd-keyfile': join(pki, 'client.key'),
    'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
    'service-account-signing-key-file': join(pki, 'sa.key'),
    'service-account-key-file': join(pki, 'sa.pub'),
    'service-cluster-ip-range': '10.101.0.0/16',
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'tls-cert-file': join(pki, 'server.crt'),
    'tls-private-key-file': join(pki, 'server.key'),
    'token-auth-file': join(folder, 'tokens.csv'),
    'authorization-mode': 'AlwaysAllow',
    'encryption-provider-config': join(folder, 'encryption.yaml'),
  };
}

/** Starts the real API server on an etcd, and returns it with a client when it is ready. */
export async function startApi(
  folder: string,
  pki: string,
  etcd: EtcdPorts,
  key: string,
  { flags = {}, kubernetes = newest }: ApiChange = {},
) {
  const port = await freePort();
  const server = new Running(
    builtTool(kubernetes, 'kube-apiserver'),
    flagsOf({ ...apiFlags(folder, pki, etcd, key), 'secure-port': `${port}`, ...flags }),
  );
  const client = new ApiClient(port, adminToken, join(pki, 'ca.crt'));
  await server.ready(async () => (await client.get('/readyz')) === 'ok');
  return { server, client, port };
}

/**
 * Starts the real controller manager with one of its controllers. The roles `view`, `edit` and `admin` are
 * empty until `clusterrole-aggregation-controller` has filled them.
 */
export function startController(folder: string, pki: string, port: number, name: string): void {
  const file = join(folder, 'controller-manager.kubeconfig');
  const server = `https://127.0.0.1:${port}`;
  writeFileSync(
    file,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server, 'certificate-authority': join(pki, 'ca.crt') } }],
      users: [{ name: 'u', user: { token: adminToken } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  const flags = {
    kubeconfig: file,
    controllers: name,
    'leader-elect': 'false',
    'secure-port': '0',
  };
  new Running(builtTool(newest, 'kube-controller-manager'), flagsOf(flags));
}

/** Returns what the real API server says when it ends by itself, which it does before it asks etcd. */
export async function apiRefusal(
  folder: string,
  pki: string,
  etcd: EtcdPorts,
  flags: Flags,
): Promise<string> {
  const key = Buffer.alloc(32).toString('base64');
  const all = { ...apiFlags(folder, pki, etcd, key), 'secure-port': `${await freePort()}` };
  const server = new Running(builtTool(newest, 'kube-apiserver'), flagsOf({ ...all, ...flags }));
  return server.end();
}
