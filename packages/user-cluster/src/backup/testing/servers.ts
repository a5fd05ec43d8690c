// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApi as startAny } from '../../restored/api-server.ts';
import type { StartedApi } from '../../restored/api-server.ts';
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

/** Starts the API server of the toolchain on an etcd, and returns it with a client when it is ready. */
export async function startApi(
  programs: Programs,
  folder: string,
  pki: string,
  etcd: EtcdPorts,
  encryptionKey: string,
): Promise<StartedApi> {
  const program = builtTool('kubernetes-1.35.4', 'kube-apiserver');
  const port = await freePort();
  return startAny(programs, { program, folder, pki, etcd, port, encryptionKey });
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
