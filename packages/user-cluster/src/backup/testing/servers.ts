// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptionKeyName } from '../../keys/encryption-key-name.ts';
import { launchApi, startApi as startAny } from '../../restored/api-server.ts';
import type { ApiFlags, LoopbackApi, StartedApi } from '../../restored/api-server.ts';
import { startEtcd as startAnyEtcd } from '../../restored/etcd.ts';
import type { EtcdPorts } from '../../restored/etcd.ts';
import { flagsOf } from '../../restored/flags.ts';
import type { Programs, RunningProgram } from '../../restored/programs.ts';

/** Starts the etcd of the toolchain. */
export function startEtcd(
  programs: Programs,
  data: string,
  pki: string,
  ports: EtcdPorts,
): RunningProgram {
  return startAnyEtcd(programs, { program: builtTool('etcd-3.6.5', 'etcd'), data, pki, ports });
}

const newest = 'kubernetes-1.35.4';

/** Settings that a test chooses for an API server of the toolchain. */
export interface TestApi extends Pick<LoopbackApi, 'folder' | 'pki' | 'etcd'> {
  /** Encrypts Secrets; 32 bytes in base64. */
  readonly encryptionKey: string;
  /** See {@link LoopbackApi}. */
  readonly flags?: ApiFlags;
  /** A built version of Kubernetes. @default the newest */
  readonly kubernetes?: string;
}

async function loopbackApi(test: TestApi): Promise<LoopbackApi> {
  const { encryptionKey, kubernetes = newest, ...more } = test;
  const encryptionKeys = [{ name: encryptionKeyName(1), secret: encryptionKey }];
  const program = builtTool(kubernetes, 'kube-apiserver');
  return { program, port: await freePort(), encryptionKeys, ...more };
}

/** Starts the API server of the toolchain on an etcd, and returns it with a client when it is ready. */
export async function startApi(programs: Programs, test: TestApi): Promise<StartedApi> {
  return startAny(programs, await loopbackApi(test));
}

/** Returns what the API server says when it ends by itself, which it does before it asks etcd. */
export async function apiRefusal(
  programs: Programs,
  test: Omit<TestApi, 'encryptionKey' | 'etcd'>,
): Promise<string> {
  const encryptionKey = Buffer.alloc(32).toString('base64');
  const etcd = { client: 1, peer: 1 };
  const { server } = launchApi(programs, await loopbackApi({ ...test, encryptionKey, etcd }));
  await server.ended;
  return server.said;
}

/**
 * Starts the controller manager of the toolchain with one of its controllers. The roles `view`, `edit` and
 * `admin` are empty until `clusterrole-aggregation-controller` has filled them.
 */
export function startController(
  programs: Programs,
  folder: string,
  pki: string,
  { port, token }: Pick<StartedApi, 'port' | 'token'>,
  name: string,
): RunningProgram {
  const file = join(folder, 'controller-manager.kubeconfig');
  const server = `https://127.0.0.1:${port}`;
  writeFileSync(
    file,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server, 'certificate-authority': join(pki, 'ca.crt') } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
    { mode: 0o600 },
  );
  const flags = {
    kubeconfig: file,
    controllers: name,
    'leader-elect': 'false',
    'secure-port': '0',
  };
  return programs.start(builtTool(newest, 'kube-controller-manager'), flagsOf(flags));
}

/** Starts the real S3 server, whose buckets are the folders of a folder. */
export async function startS3(
  programs: Programs,
  folder: string,
  port: number,
  id: string,
  secret: string,
): Promise<RunningProgram> {
  for (const name of ['buckets', 'attributes']) mkdirSync(join(folder, name), { recursive: true });
  const server = programs.start(builtTool('versitygw-1.8.0', 'versitygw'), [
    ...flagsOf({ access: id, secret, port: `127.0.0.1:${port}` }),
    'posix',
    `--sidecar=${join(folder, 'attributes')}`,
    join(folder, 'buckets'),
  ]);
  await server.ready(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 403);
  return server;
}
