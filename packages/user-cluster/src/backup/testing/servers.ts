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

/** Starts the real API server on an etcd, and returns it with a client when it is ready. */
export async function startApi(folder: string, pki: string, etcd: EtcdPorts, key: string) {
  const port = await freePort();
  const token = 'of-the-test';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.csv'), `${token},admin,1\n`);
  const secretbox = { keys: [{ name: 'strata', secret: key }] };
  writeFileSync(
    join(folder, 'encryption.yaml'),
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'EncryptionConfiguration',
      resources: [{ resources: ['secrets'], providers: [{ secretbox }, { identity: {} }] }],
    }),
  );
  const server = new Running(
    builtTool('kubernetes-1.35.4', 'kube-apiserver'),
    flagsOf({
      'etcd-servers': `https://127.0.0.1:${etcd.client}`,
      'etcd-cafile': join(pki, 'ca.crt'),
      'etcd-certfile': join(pki, 'client.crt'),
      'etcd-keyfile': join(pki, 'client.key'),
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-signing-key-file': join(pki, 'sa.key'),
      'service-account-key-file': join(pki, 'sa.pub'),
      'service-cluster-ip-range': '10.101.0.0/16',
      'bind-address': '127.0.0.1',
      'advertise-address': '127.0.0.1',
      'secure-port': `${port}`,
      'tls-cert-file': join(pki, 'server.crt'),
      'tls-private-key-file': join(pki, 'server.key'),
      'token-auth-file': join(folder, 'tokens.csv'),
      'authorization-mode': 'AlwaysAllow',
      'encryption-provider-config': join(folder, 'encryption.yaml'),
    }),
  );
  const client = new ApiClient(port, token, join(pki, 'ca.crt'));
  await server.ready(async () => (await client.get('/readyz')) === 'ok');
  return { server, client };
}
