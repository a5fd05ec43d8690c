// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import {
  createFolders,
  ensurePki,
  instanceAt,
  renderKubeconfig,
  SupervisedProcess,
  writeFileAtomically,
} from '@strata/sandbox/parts';
import type { Instance } from '@strata/sandbox/parts';
import { freePort } from '@strata/testing/free-port';
import type { Toolchain } from '@strata/toolchain';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { auditArgs } from './audit.ts';
import { apiServerArgs, controllerManagerArgs, etcdArgs } from './control-plane.ts';
import type { ControlPlaneAt, ServingFiles } from './control-plane.ts';
import { prepareKwok } from './kwok.ts';
import { issueServing } from './serving-certificate.ts';
import type { KeyPair } from './serving-certificate.ts';

/** Options to start a cluster of the yard. */
export interface YardClusterOptions {
  readonly name: string;
  /** Folder of its own. */
  readonly folder: string;
  readonly toolchain: Toolchain;
  readonly env: Readonly<Record<string, string>>;
  /** @default 127.0.0.1, at a free port */
  readonly at?: { readonly address: string; readonly port: number };
  /** File to which the API server writes its requests. @default it writes none */
  readonly auditLog?: string | undefined;
}

/** Seconds that an API server may take to start. */
const patience = 60;

/** Real control plane on loopback: etcd, an API server, and the controllers that clean up. */
export class YardCluster {
  readonly address: string;
  /** `https://<address>:<port>`. */
  readonly url: string;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  readonly api: ApiClient;
  readonly #instance: Instance;
  readonly #serving: ServingFiles;
  readonly #start: Starter;
  /** Processes that serve this cluster, and those that simulate its hosts. */
  readonly #processes: Record<'servers' | 'hosts', SupervisedProcess[]>;

  private constructor(
    api: ApiClient,
    instance: Instance,
    at: ControlPlaneAt,
    serving: ServingFiles,
    start: Starter,
    servers: SupervisedProcess[],
  ) {
    this.address = at.address;
    this.url = urlOf(at);
    this.kubeconfig = instance.kubeconfig;
    this.api = api;
    this.#instance = instance;
    this.#serving = serving;
    this.#start = start;
    this.#processes = { servers, hosts: [] };
  }

  /** Starts a cluster, and waits until its API answers. */
  static async start(options: YardClusterOptions): Promise<YardCluster> {
    const instance = instanceAt(options.name, options.folder);
    createFolders(instance);
    await ensurePki(instance);
    const { address, port } = options.at ?? { address: '127.0.0.1', port: await freePort() };
    const at = { address, port, etcdPort: await freePort(), etcdPeerPort: await freePort() };
    const serving = prepareServing(instance);
    writeKubeconfig(instance, at);
    const access = await readKubeconfig(readFileSync(instance.kubeconfig, 'utf8'));
    const api = new ApiClient(access, { connections: 'kept' });
    const start = starter(instance, options);
    const servers = [
      start('etcd', 'etcd', etcdArgs(instance, at)),
      start('kubernetes', 'kube-apiserver', [
        ...apiServerArgs(instance, at, serving),
        ...(options.auditLog === undefined ? [] : auditArgs(instance, options.auditLog)),
      ]),
    ];
    const cluster = new YardCluster(api, instance, at, serving, start, servers);
    try {
      await cluster.untilReady();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    const manager = controllerManagerArgs(instance);
    servers.push(start('kubernetes', 'kube-controller-manager', manager));
    return cluster;
  }

  /** Process ids of the servers, whose work counts for the clients of this cluster. */
  get pids(): readonly number[] {
    return this.#processes.servers.flatMap(({ state }) => state.pid ?? []);
  }

  /** Content of the kubeconfig. */
  get kubeconfigText(): string {
    return readFileSync(this.kubeconfig, 'utf8');
  }

  /** Waits until the API is ready. */
  async untilReady(): Promise<void> {
    const end = Date.now() + patience * 1_000;
    for (;;) {
      try {
        await this.api.text('/readyz?verbose');
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await setTimeout(200);
      }
    }
  }

  /**
   * Becomes the cluster of this certificate authority: serves a certificate of it, and accepts
   * those of its clients. In effect, a VM of that cluster, except that nothing boots.
   */
  async adopt(authority: KeyPair): Promise<void> {
    const { certificatePem, keyPem } = await issueServing(authority, this.address);
    const own = readFileSync(join(this.#instance.pkiDir, 'ca.crt'), 'utf8');
    writeFileSync(this.#serving.clients, `${own}\n${authority.certificatePem}`);
    writeFileSync(this.#serving.key, keyPem);
    writeFileSync(this.#serving.certificate, certificatePem);
  }

  /** Starts kwok, which keeps every Node Ready from now on. */
  keepNodes(): void {
    this.#processes.hosts.push(this.#start('kwok', 'kwok', prepareKwok(this.#instance)));
  }

  /** Ends its processes, the API server before etcd. */
  async stop(): Promise<void> {
    const { hosts, servers } = this.#processes;
    for (const process of [...servers, ...hosts].toReversed()) await process.stop();
  }
}

const urlOf = ({ address, port }: ControlPlaneAt) => `https://${address}:${port}`;

function prepareServing({ dir, pkiDir }: Instance): ServingFiles {
  const serving = {
    certificate: join(dir, 'serving.crt'),
    key: join(dir, 'serving.key'),
    clients: join(dir, 'clients.crt'),
  };
  copyFileSync(join(pkiDir, 'apiserver.crt'), serving.certificate);
  copyFileSync(join(pkiDir, 'apiserver.key'), serving.key);
  copyFileSync(join(pkiDir, 'ca.crt'), serving.clients);
  return serving;
}

/**
 * Writes a kubeconfig for clients in the yard. They verify the server by a fixed name, whatever
 * certificate it serves at its address.
 */
function writeKubeconfig(instance: Instance, at: ControlPlaneAt): void {
  const config = parse(renderKubeconfig(instance, 'admin', urlOf(at))) as {
    readonly clusters: readonly { readonly cluster: Record<string, string> }[];
  };
  for (const { cluster } of config.clusters) cluster['tls-server-name'] = 'localhost';
  writeFileAtomically(instance.kubeconfig, stringify(config));
}

type Starter = ReturnType<typeof starter>;

function starter({ dir, logsDir }: Instance, { toolchain, env }: YardClusterOptions) {
  return <T extends 'etcd' | 'kubernetes' | 'kwok'>(
    tool: T,
    binary: Parameters<typeof toolchain.get<T>>[1],
    args: readonly string[],
  ) => {
    const { path } = toolchain.get(tool, binary);
    const process = new SupervisedProcess({
      name: binary,
      command: [path, ...args],
      env,
      cwd: dir,
      logFile: join(logsDir, `${binary}.log`),
      stopGraceSeconds: 10,
    });
    process.start();
    return process;
  };
}
