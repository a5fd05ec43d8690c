// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { builtTool, makeResticRepository } from '@strata/testing';
import {
  Programs,
  startApi,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type {
  ApiFlags,
  EncryptionKey,
  LoopbackApi,
  StartedApi,
} from '@strata/user-cluster/restored';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freePorts } from '../free-ports.ts';
import { runProgram } from '../run-program.ts';
import { loopbackKubeconfig, startControllers } from './controllers.ts';
import type { ReachableApi } from './controllers.ts';

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

  /**
   * Starts it, without controllers.
   *
   * @param flags - of the API server, in addition to those that it needs.
   * @returns a client that may do everything.
   */
  async start(encryptionKeys: readonly EncryptionKey[], flags: ApiFlags = {}): Promise<ApiClient> {
    makeResticRepository(this.repository, this.#password);
    const pki = join(this.#folder, 'pki');
    await writeClusterCertificates(pki);
    const { api: port, ...ports } = await freePorts();
    this.#endpoint = `https://127.0.0.1:${ports.client}`;
    const data = join(this.#folder, 'etcd');
    const etcd = builtTool('etcd-3.6.5', 'etcd');
    startEtcd(this.#programs, { program: etcd, data, pki, ports });
    const program = builtTool('kubernetes-1.35.4', 'kube-apiserver');
    const folder = join(this.#folder, 'api');
    return this.#startApi({ program, folder, pki, etcd: ports, port, encryptionKeys, flags });
  }

  /** Text of a kubeconfig that may do everything. */
  get kubeconfig(): string {
    return loopbackKubeconfig(this.#reachable());
  }

  /** Starts controllers of the real kube-controller-manager, by their names. */
  startControllers(names: readonly string[]): void {
    startControllers(this.#programs, this.#folder, this.#reachable(), names);
  }

  /** Starts its API server again, with other keys. @returns a client that may do everything. */
  async rotate(encryptionKeys: readonly EncryptionKey[]): Promise<ApiClient> {
    if (this.#args === undefined) throw new Error('it has not been started');
    await this.#api?.server.stop();
    return this.#startApi({ ...this.#args, encryptionKeys });
  }

  /** Makes a snapshot of etcd, instead of the last one. @returns its file. */
  async save(): Promise<string> {
    const file = join(this.#folder, 'saved', 'etcd.db');
    mkdirSync(dirname(file), { recursive: true });
    await this.#etcdctl('snapshot', 'save', file);
    return file;
  }

  /** Makes a Secret that is encrypted with a key that nobody has. @param path - `<namespace>/<name>`. */
  async lock(path: string): Promise<void> {
    await this.#etcdctl('put', `/registry/secrets/${path}`, 'k8s:enc:secretbox:v1:lost:gibberish');
  }

  /** Takes away what {@link lock} has made. */
  async unlock(path: string): Promise<void> {
    await this.#etcdctl('del', `/registry/secrets/${path}`);
  }

  /** Stores a snapshot as the job of the backups does. */
  async store(snapshot: string): Promise<void> {
    const args = [store, snapshot, 'prod.shop', '25200', '--keep-last', '9'];
    await this.#run('/bin/sh', args, dirname(builtTool('restic-0.18.1', 'restic')));
  }

  async stop(): Promise<void> {
    await this.#programs.stopAll();
  }

  #reachable(): ReachableApi {
    if (this.#api === undefined) throw new Error('it has not been started');
    const { port, token } = this.#api;
    return { port, token, pki: join(this.#folder, 'pki') };
  }

  async #startApi(args: LoopbackApi): Promise<ApiClient> {
    this.#args = args;
    this.#api = await startApi(this.#programs, args);
    return this.#api.client;
  }

  async #etcdctl(...command: readonly string[]): Promise<void> {
    const pki = join(this.#folder, 'pki');
    const tls = [`--cacert=${pki}/ca.crt`, `--cert=${pki}/client.crt`, `--key=${pki}/client.key`];
    const etcdctl = builtTool('etcd-clients-3.6.5', 'etcdctl');
    await this.#run(etcdctl, [`--endpoints=${this.#endpoint}`, ...tls, ...command]);
  }

  /** @param folder - with other programs that it runs. Default: none. */
  async #run(program: string, args: readonly string[], folder?: string): Promise<void> {
    const own = folder === undefined ? '' : `${folder}:`;
    const env = {
      PATH: `${own}/usr/local/bin:/usr/bin:/bin`,
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
