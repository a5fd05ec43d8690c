// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { findRelease } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import { freePort } from '@strata/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, startEtcd } from '../../../backup/testing/servers.ts';
import type { FluxConfig, UserClusterConfig } from '../../../config/index.ts';
import type { StartedApi } from '../../../restored/api-server.ts';
import { Programs } from '../../../restored/programs.ts';
import type { RunningProgram } from '../../../restored/programs.ts';
import { writeClusterCertificates } from '../../../restored/write-certificates.ts';
import { deliveryName, fluxApis, fluxControllers, fluxNamespace } from '../flux-names.ts';
import { gitRepositorySpec, kustomizationSpec, repositorySecret } from '../render-delivery.ts';
import { renderFlux } from '../render-flux.ts';

const toolchain = join(import.meta.dirname, '../../../../../../tools/toolchain/src/main.ts');
const building = 3_600_000;

/** Finds the controllers through the toolchain's command line: code of programs does not import tools. */
async function findControllers(): Promise<string> {
  const ask = async (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [toolchain, '--only', 'flux-controllers', ...args], {
      timeout: building,
    });
  // Takes minutes if the tools have not been built yet.
  await ask();
  const { stdout } = await ask('--list');
  const [, , , where = ''] = stdout.trim().split(/ {2,}/);
  return where;
}

const groups: Readonly<Record<string, string>> = { v1: '/api/v1' };

/** Returns the path at which objects of a kind are made. */
function listPath({ apiVersion, kind, metadata }: KubernetesObject): string {
  const root = groups[apiVersion] ?? `/apis/${apiVersion}`;
  const plural = kind.toLowerCase().replace(/y$/, 'ie');
  const { namespace } = metadata;
  const place = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${root}${place}/${plural}s`;
}

interface Workload extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
  };
}

/**
 * The real etcd and API server with RBAC, and the real controllers of Flux, each with its own account and
 * with the arguments of its pod; what only a pod has is replaced.
 */
export class FluxLab {
  readonly programs = new Programs();
  readonly #folder: string;
  readonly #objects: readonly KubernetesObject[];
  #api: StartedApi | undefined;

  constructor(folder: string, config: UserClusterConfig) {
    this.#folder = folder;
    const version = findRelease('v1.8')?.tenant.flux.version ?? '';
    this.#objects = renderFlux(loadManifest('flux', version), config).objects;
  }

  get pki(): string {
    return join(this.#folder, 'pki');
  }

  get client(): ApiClient {
    if (this.#api === undefined) throw new Error('the API server does not run');
    return this.#api.client;
  }

  /** Starts an API server with all objects of Flux in it, and then Flux. */
  async start(): Promise<readonly RunningProgram[]> {
    const controllers = await findControllers();
    await writeClusterCertificates(this.pki);
    const etcd = { client: await freePort(), peer: await freePort() };
    startEtcd(this.programs, join(this.#folder, 'etcd'), this.pki, etcd);
    this.#api = await startApi(this.programs, {
      folder: join(this.#folder, 'api'),
      pki: this.pki,
      etcd,
      encryptionKey: randomBytes(32).toString('base64'),
      flags: { 'authorization-mode': 'RBAC' },
    });
    for (const object of this.#objects) await this.client.post(listPath(object), object);
    await this.#api.server.ready(async () => this.#hasKinds());
    const ports = { storage: await freePort() };
    return Promise.all(
      fluxControllers.map(async (name) => this.#startController(controllers, name, ports.storage)),
    );
  }

  /** Returns whether the API server serves all kinds of Flux; the controllers end where it does not. */
  async #hasKinds(): Promise<boolean> {
    const definitions = this.#objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
    const found = await Promise.all(
      definitions.map(async (definition) => {
        const path = `${listPath(definition)}/${definition.metadata.name}`;
        return this.client.get<{
          readonly status?: { readonly conditions?: readonly { type: string; status: string }[] };
        }>(path);
      }),
    );
    return found.every(
      (one) =>
        one?.status?.conditions?.some(
          ({ status, type }) => type === 'Established' && status === 'True',
        ) === true,
    );
  }

  /** Makes the objects of a delivery, as the program does. */
  async deliver(flux: FluxConfig): Promise<void> {
    const metadata = { name: deliveryName, namespace: fluxNamespace };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata };
    await this.client.post(listPath(secret), { ...secret, stringData: repositorySecret(flux) });
    const specs = {
      GitRepository: gitRepositorySpec(flux),
      Kustomization: kustomizationSpec(flux),
    };
    for (const kind of ['GitRepository', 'Kustomization'] as const) {
      const object = { apiVersion: fluxApis[kind], kind, metadata };
      await this.client.post(listPath(object), { ...object, spec: specs[kind] });
    }
  }

  /** Path of one of the objects of a delivery. */
  pathOf(kind: 'GitRepository' | 'Kustomization' | 'Secret'): string {
    const apiVersion = kind === 'Secret' ? 'v1' : fluxApis[kind];
    const metadata = { name: deliveryName, namespace: fluxNamespace };
    return `${listPath({ apiVersion, kind, metadata })}/${deliveryName}`;
  }

  /** Has source-controller ask the repository now, as `flux reconcile source git` does. */
  async reconcile(): Promise<void> {
    const annotations = { 'reconcile.fluxcd.io/requestedAt': `${Date.now()}` };
    await this.client.patch(this.pathOf('GitRepository'), { metadata: { annotations } });
  }

  async #startController(folder: string, name: string, storagePort: number) {
    const found = this.#objects.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
    ) as Workload | undefined;
    const own = join(this.#folder, name);
    for (const part of ['data', 'tmp']) mkdirSync(join(own, part), { recursive: true });
    const served = `127.0.0.1:${storagePort}`;
    const isSource = name === 'source-controller';
    const args = [
      ...(found?.spec.template.spec.containers[0]?.args ?? []),
      // Who leads is a question of pods.
      '--enable-leader-election=false',
      '--metrics-addr=0',
      '--health-addr=0',
      ...(isSource
        ? [
            `--storage-path=${join(own, 'data')}`,
            `--storage-addr=${served}`,
            `--storage-adv-addr=${served}`,
          ]
        : []),
    ];
    const variables = [
      `RUNTIME_NAMESPACE=${fluxNamespace}`,
      `KUBECONFIG=${await this.#kubeconfig(name)}`,
      `TMPDIR=${join(own, 'tmp')}`,
    ];
    return this.programs.start('/usr/bin/env', [...variables, join(folder, name), ...args]);
  }

  /** Writes a kubeconfig with a token of the controller's own ServiceAccount. */
  async #kubeconfig(name: string): Promise<string> {
    const accounts = `/api/v1/namespaces/${fluxNamespace}/serviceaccounts`;
    const answer = await this.client.request<{ readonly status: { readonly token: string } }>(
      'POST',
      `${accounts}/${name}/token`,
      { body: { spec: { expirationSeconds: 3_600 } } },
    );
    const file = join(this.#folder, `${name}.kubeconfig`);
    const cluster = {
      server: this.client.server,
      'certificate-authority': join(this.pki, 'ca.crt'),
    };
    const content = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: { token: answer.status.token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: fluxNamespace } }],
      'current-context': 'x',
    };
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    return file;
  }
}
