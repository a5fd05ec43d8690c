// SPDX-License-Identifier: Apache-2.0
import type { Answer, ApiClient, Method } from '@strata/cluster-client';
import { builtTool, freePort } from '@strata/testing';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { controlPlaneFiles } from '../../bootstrap/control-plane-files.ts';
import type { ControlPlaneKeys } from '../../bootstrap/index.ts';
import { kubeadmConfigs } from '../../bootstrap/kubeadm-config.ts';
import { testControlPlane } from '../../bootstrap/test-bootstrap.ts';
import { launchApi } from '../../restored/api-server.ts';
import type { EtcdPorts } from '../../restored/etcd.ts';
import { flagsOf } from '../../restored/flags.ts';
import type { Programs, RunningProgram } from '../../restored/programs.ts';

const kubernetes = 'kubernetes-1.35.4';

/**
 * Flags about keys that kubeadm itself gives the control plane.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/controlplane/manifests.go getAPIServerCommand, getControllerManagerCommand
 */
const kubeadmFlags = {
  api: {
    'service-account-key-file': '/etc/kubernetes/pki/sa.pub',
    'service-account-signing-key-file': '/etc/kubernetes/pki/sa.key',
  },
  manager: { 'service-account-private-key-file': '/etc/kubernetes/pki/sa.key' },
} as const;

/** Programs, certificates, etcd ports and folder that all machines of a lab share. */
export interface SharedParts {
  readonly programs: Programs;
  /** Folder with the certificates of etcd and of the API servers. */
  readonly pki: string;
  readonly etcd: EtcdPorts;
  readonly folder: string;
}

/**
 * A control-plane VM as far as keys concern it: the real API server and the real controller manager, with
 * the files and flags that the VM's user data gives them.
 */
export class LabMachine {
  readonly name: string;
  readonly #lab: SharedParts;
  readonly #port: number;
  #client: ApiClient | undefined;
  #running: RunningProgram[] = [];
  /** Token of an administrator, which no rotation concerns. */
  #token = '';
  /** Number of times that it was taken away; odd while it is not ready. */
  changes = 1;

  private constructor(name: string, lab: SharedParts, port: number) {
    this.name = name;
    this.#lab = lab;
    this.#port = port;
  }

  static async prepare(name: string, lab: SharedParts): Promise<LabMachine> {
    return new LabMachine(name, lab, await freePort());
  }

  get isUp(): boolean {
    return this.changes % 2 === 0;
  }

  /**
   * Takes the machine away as a loss of power would, and makes another one with these keys.
   *
   * @param until - `without Secrets`: only until the API server answers. It never gets ready when it cannot
   * read Secrets. @default until it is ready
   */
  async replace(keys: ControlPlaneKeys, until?: 'without Secrets'): Promise<void> {
    if (this.isUp) this.changes += 1;
    await Promise.all(this.#running.map((program) => program.stop()));
    rmSync(this.#root, { recursive: true, force: true });
    for (const { path, content } of controlPlaneFiles({ ...testControlPlane(), keys }))
      this.#write(path, content);
    const { etcd, pki, programs } = this.#lab;
    const { client, server, token } = launchApi(programs, {
      program: builtTool(kubernetes, 'kube-apiserver'),
      folder: join(this.#root, 'api'),
      pki,
      etcd,
      port: this.#port,
      encryptionKeys: [],
      flags: this.#inside({ ...kubeadmFlags.api, ...strataFlags(keys) }),
    });
    this.#running = [server];
    this.#client = client;
    this.#token = token;
    this.#write('kubeconfig', this.kubeconfig);
    const isEnough = (body: string) =>
      body === 'ok' || (until !== undefined && body.includes('[+]etcd'));
    await server.ready(async () => isEnough((await this.ask('GET', '/readyz')).body));
    const manager = builtTool(kubernetes, 'kube-controller-manager');
    this.#running.push(programs.start(manager, flagsOf(await this.#managerFlags())));
    this.changes += 1;
  }

  /**
   * Returns the answer to a request.
   *
   * @param token - bearer token. @default the administrator's
   * @throws Error when there is no answer.
   */
  async ask(method: Method, path: string, body?: object, token = this.#token): Promise<Answer> {
    if (this.#client === undefined) throw new Error(`${this.name} does not run yet`);
    return this.#client.send(method, path, { token, ...(body && { body }) });
  }

  get #root(): string {
    return join(this.#lab.folder, this.name);
  }

  #write(path: string, content: string): void {
    const file = join(this.#root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Returns flags with their files below the folder of this machine. */
  #inside(flags: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(flags).map(([name, path]) => [name, join(this.#root, path)]);
    return Object.fromEntries(entries) as Record<string, string>;
  }

  async #managerFlags(): Promise<Record<string, string>> {
    const { pki } = this.#lab;
    return {
      'bind-address': '127.0.0.1',
      'secure-port': `${await freePort()}`,
      'tls-cert-file': join(pki, 'server.crt'),
      'tls-private-key-file': join(pki, 'server.key'),
      'root-ca-file': join(pki, 'ca.crt'),
      controllers: 'serviceaccount-token-controller',
      // The one that leads is killed, and nobody waits for its lease here.
      'leader-elect-lease-duration': '8s',
      'leader-elect-renew-deadline': '6s',
      'leader-elect-retry-period': '1s',
      ...this.#inside({ kubeconfig: 'kubeconfig', ...kubeadmFlags.manager }),
    };
  }

  /** Kubeconfig of the administrator at this machine's API server. */
  get kubeconfig(): string {
    const server = `https://127.0.0.1:${this.#port}`;
    const cluster = { server, 'certificate-authority': join(this.#lab.pki, 'ca.crt') };
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: { token: this.#token } }],
    });
  }
}

/** Returns the flags about keys that Strata adds to those of kubeadm. */
function strataFlags(keys: ControlPlaneKeys): Record<string, string> {
  const text = kubeadmConfigs({ ...testControlPlane(), keys })['kubeadm.yaml'] ?? '';
  interface Cluster {
    readonly kind: string;
    readonly apiServer?: {
      readonly extraArgs: { readonly name: string; readonly value: string }[];
    };
  }
  const documents = text.split('---\n').map((document) => JSON.parse(document) as Cluster);
  const cluster = documents.find(({ kind }) => kind === 'ClusterConfiguration');
  const flags = (cluster?.apiServer?.extraArgs ?? []).filter(({ name }) =>
    /^(service-account|encryption)/.test(name),
  );
  return Object.fromEntries(flags.map(({ name, value }) => [name, value]));
}
