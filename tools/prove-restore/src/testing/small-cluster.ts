// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import {
  Programs,
  startApi,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { ApiClient } from '@strata/user-cluster/restored';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import { runProgram } from '../run-program.ts';

const clients = 'etcd-clients-3.6.5';
const restic = builtTool('restic-0.18.1', 'restic');

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { signal } = new AbortController();
  const ended = await runProgram(program, args, { env: { ...process.env, ...env }, signal });
  if (ended.code !== 0) throw new Error(ended.stderr);
  return ended.stdout;
}

/** The real etcd and API server of a cluster that is backed up to a folder. */
export class SmallCluster {
  readonly #folder: string;
  readonly #programs = new Programs();
  readonly #env: NodeJS.ProcessEnv;
  #endpoint = '';

  /** @param folder - of everything; the repository of the backups is `repository` in it. */
  constructor(folder: string, password: string) {
    this.#folder = folder;
    this.#env = { RESTIC_REPOSITORY: this.repository, RESTIC_PASSWORD: password };
  }

  get repository(): string {
    return join(this.#folder, 'repository');
  }

  /** Starts it. @returns a client that may do everything. */
  async start(encryptionKey: string): Promise<ApiClient> {
    const pki = join(this.#folder, 'pki');
    await writeClusterCertificates(pki);
    const { api: port, ...ports } = await freePorts();
    this.#endpoint = `https://127.0.0.1:${ports.client}`;
    const data = join(this.#folder, 'etcd');
    const etcd = builtTool('etcd-3.6.5', 'etcd');
    startEtcd(this.#programs, { program: etcd, data, pki, ports });
    const program = builtTool('kubernetes-1.35.4', 'kube-apiserver');
    const folder = join(this.#folder, 'api');
    const args = { program, folder, pki, etcd: ports, port, encryptionKey };
    const { client } = await startApi(this.#programs, args);
    await run(restic, ['init'], this.#env);
    return client;
  }

  /** Makes a backup. @returns its ID. */
  async backUp(name: string): Promise<string> {
    const pki = join(this.#folder, 'pki');
    const file = join(this.#folder, 'saved', name, 'etcd.db');
    await run('mkdir', ['-p', join(this.#folder, 'saved', name)]);
    await run(builtTool(clients, 'etcdctl'), [
      `--endpoints=${this.#endpoint}`,
      `--cacert=${pki}/ca.crt`,
      `--cert=${pki}/client.crt`,
      `--key=${pki}/client.key`,
      ...['snapshot', 'save', file],
    ]);
    const stored = ['--stdin-from-command', '--stdin-filename', 'etcd.db', '--tag', 'etcd'];
    const said = await run(
      restic,
      ['backup', '--json', '--quiet', ...stored, '--host', 'prod.shop', '--', 'cat', file],
      this.#env,
    );
    return /"snapshot_id":"([0-9a-f]+)"/.exec(said)?.[1] ?? '';
  }

  async stop(): Promise<void> {
    await this.#programs.stopAll();
  }
}
