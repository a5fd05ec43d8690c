// SPDX-License-Identifier: Apache-2.0
import type { Answer, ApiClient, Method } from '@strata/cluster-client';
import { builtTool, freePort } from '@strata/testing';
import { join } from 'node:path';
import { controlPlaneFiles } from '../../bootstrap/control-plane-files.ts';
import type { ControlPlaneKeys } from '../../bootstrap/index.ts';
import { testControlPlane } from '../../bootstrap/test-bootstrap.ts';
import { launchApi } from '../../restored/api-server.ts';
import type { EtcdPorts } from '../../restored/etcd.ts';
import { clusterConfiguration } from './kubeadm-documents.ts';
import { kubernetes, managerArguments, RotatedMachine } from './rotated-machine.ts';
import type { LabParts } from './rotated-machine.ts';

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

/** An etcd that all machines of a lab share, and its certificates. */
export interface SharedParts extends LabParts {
  /** Folder with the certificates of etcd and of the API servers. */
  readonly pki: string;
  readonly etcd: EtcdPorts;
}

/**
 * A control-plane VM as far as keys concern it: the real API server and the real controller manager, with
 * the files and flags that the VM's user data gives them.
 */
export class LabMachine extends RotatedMachine {
  readonly #lab: SharedParts;
  readonly #port: number;
  #client: ApiClient | undefined;
  /** Token of an administrator, which no rotation concerns. */
  #token = '';

  private constructor(name: string, lab: SharedParts, port: number) {
    super(name, lab);
    this.#lab = lab;
    this.#port = port;
  }

  static async prepare(name: string, lab: SharedParts): Promise<LabMachine> {
    return new LabMachine(name, lab, await freePort());
  }

  /**
   * Takes the machine away as a loss of power would, and makes another one with these keys.
   *
   * @param until - `without Secrets`: only until the API server answers. It never gets ready when it cannot
   * read Secrets. @default until it is ready
   */
  async replace(keys: ControlPlaneKeys, until?: 'without Secrets'): Promise<void> {
    await this.takeAway();
    for (const { path, content } of controlPlaneFiles({ ...testControlPlane(), keys }))
      this.write(path, content);
    const { etcd, pki, programs } = this.#lab;
    const { client, server, token } = launchApi(programs, {
      program: builtTool(kubernetes, 'kube-apiserver'),
      folder: this.path('api'),
      pki,
      etcd,
      port: this.#port,
      encryptionKeys: [],
      flags: this.inside({ ...kubeadmFlags.api, ...strataFlags(keys) }),
    });
    this.runs(server);
    this.#client = client;
    this.#token = token;
    this.write('kubeconfig', this.kubeconfig);
    const isEnough = (body: string) =>
      body === 'ok' || (until !== undefined && body.includes('[+]etcd'));
    await server.ready(async () => isEnough((await this.ask('GET', '/readyz')).body));
    const manager = builtTool(kubernetes, 'kube-controller-manager');
    this.start(manager, await this.#managerArguments());
    this.isReady();
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

  async #managerArguments(): Promise<readonly string[]> {
    const { pki } = this.#lab;
    return managerArguments({
      'tls-cert-file': join(pki, 'server.crt'),
      'tls-private-key-file': join(pki, 'server.key'),
      'root-ca-file': join(pki, 'ca.crt'),
      controllers: 'serviceaccount-token-controller',
      ...this.inside({ kubeconfig: 'kubeconfig', ...kubeadmFlags.manager }),
    });
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
  const { apiServer } = clusterConfiguration({ ...testControlPlane(), keys });
  const flags = apiServer.extraArgs.filter(({ name }) =>
    /^(service-account|encryption)/.test(name),
  );
  return Object.fromEntries(flags.map(({ name, value }) => [name, value]));
}
