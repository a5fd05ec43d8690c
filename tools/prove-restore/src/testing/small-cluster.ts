// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { builtTool } from '@strata/testing';
import {
  Programs,
  startApi,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { EncryptionKey, LoopbackApi, StartedApi } from '@strata/user-cluster/restored';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freePorts } from '../free-ports.ts';
import { runProgram } from '../run-program.ts';

const etcdctl = builtTool('etcd-clients-3.6.5', 'etcdctl');
const restic = builtTool('restic-0.18.1', 'restic');

/** Script with which the Job of the backups stores them. */
const store = resolve(
  import.meta.dirname,
  '../../../../packages/user-cluster/src/backup/scripts/store.sh',
);

/** The real etcd and API server of the cluster `prod.shop`, which is backed up to a folder. */
export class SmallCluster {
  /** Of the backups. */
  readonly repository: string;
  readonly #folder: string;
  readonly #password: string;
  readonly #programs = new Programs();
  #endpoint = '';
  #args: LoopbackApi | undefined;
  #api: StartedApi | undefined;

  /** @param folder - of everything. */
  constructor(folder: string, password: string) {
    this.#folder = folder;
    this.#password = password;
    this.repository = join(folder, 'repository');
  }

  /** Starts it. @returns a client that may do everything. */
  async start(encryptionKeys: readonly EncryptionKey[]): Promise<ApiClient> {
    const pki = join(this.#folder, 'pki');
    await writeClusterCertificates(pki);
    const { api: port, ...ports } = await freePorts();
    this.#endpoint = `https://127.0.0.1:${ports.client}`;
    const data = join(this.#folder, 'etcd');
    const etcd = builtTool('etcd-3.6.5', 'etcd');
    startEtcd(this.#programs, { program: etcd, data, pki, ports });
    const program = builtTool('kubernetes-1.35.4', 'kube-apiserver');
    const folder = join(this.#folder, 'api');
    return this.#startApi({ program, folder, pki, etcd: ports, port, encryptionKeys });
  }

  /** Starts its API server again, with other keys. @returns a client that may do everything. */
  async rotate(encryptionKeys: readonly EncryptionKey[]): Promise<ApiClient> {
    if (this.#args === undefined) throw new Error('it has not been started');
    await this.#api?.server.stop();
    return this.#startApi({ ...this.#args, encryptionKeys });
  }

  /** Makes a snapshot of etcd, instead of the last one. @returns its file. */
  async save(): Promise<string> {
    const pki = join(this.#folder, 'pki');
    const file = join(this.#folder, 'saved', 'etcd.db');
    mkdirSync(dirname(file), { recursive: true });
    const tls = [`--cacert=${pki}/ca.crt`, `--cert=${pki}/client.crt`, `--key=${pki}/client.key`];
    await this.#run(etcdctl, `--endpoints=${this.#endpoint}`, ...tls, 'snapshot', 'save', file);
    return file;
  }

  /** Stores a snapshot as the job of the backups does. */
  async store(snapshot: string): Promise<void> {
    await this.#run('/bin/sh', store, snapshot, 'prod.shop', '25200', '--keep-last', '9');
  }

  async stop(): Promise<void> {
    await this.#programs.stopAll();
  }

  async #startApi(args: LoopbackApi): Promise<ApiClient> {
    this.#args = args;
    this.#api = await startApi(this.#programs, args);
    return this.#api.client;
  }

  async #run(program: string, ...args: readonly string[]): Promise<void> {
    const env = {
      PATH: `${dirname(restic)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: this.#folder,
      RESTIC_REPOSITORY: this.repository,
      RESTIC_PASSWORD: this.#password,
      RESTIC_CACHE_DIR: join(this.#folder, 'cache'),
    };
    const { signal } = new AbortController();
    const ended = await runProgram(program, args, { env, signal });
    if (ended.code !== 0) throw new Error(`${ended.stdout}\n${ended.stderr}`);
  }
}
