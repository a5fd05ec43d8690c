// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import {
  Programs,
  startApi,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { ReadObject } from '../translate/read-objects.ts';

const kubernetes = 'kubernetes-1.35.4';

/** Folder of the real kubectl. */
export const kubectlFolder = dirname(builtTool(kubernetes, 'kubectl'));

/** A kind of objects of another product. */
export interface LabKind {
  readonly kind: string;
  readonly plural: string;
  readonly scope?: 'Cluster' | 'Namespaced';
}

/** Renders the definition of a kind; its objects may have any key, as those of Rancher may. */
function definitionOf(
  { kind, plural, scope = 'Namespaced' }: LabKind,
  group: string,
  version: string,
) {
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    // Groups of Kubernetes itself ask for it, such as cluster.k8s.io.
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, of a test' },
    },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [
        { name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } },
      ],
    },
  };
}

/** The real etcd and API server, with kinds and objects of other products. */
export class LabApi {
  readonly #programs: Programs;
  readonly #folder: string;
  readonly kubeconfig: string;

  private constructor(programs: Programs, folder: string) {
    this.#programs = programs;
    this.#folder = folder;
    this.kubeconfig = join(folder, 'lab.kubeconfig');
  }

  /** @param folder - of everything. */
  static async start(folder: string): Promise<LabApi> {
    const programs = new Programs();
    const lab = new LabApi(programs, folder);
    const pki = join(folder, 'pki');
    await writeClusterCertificates(pki);
    const etcd = { client: await freePort(), peer: await freePort() };
    startEtcd(programs, {
      program: builtTool('etcd-3.6.5', 'etcd'),
      data: join(folder, 'etcd'),
      pki,
      ports: etcd,
    });
    const { port, token } = await startApi(programs, {
      program: builtTool(kubernetes, 'kube-apiserver'),
      port: await freePort(),
      encryptionKeys: [],
      folder: join(folder, 'api'),
      pki,
      etcd,
    });
    const cluster = {
      server: `https://127.0.0.1:${port}`,
      'certificate-authority': join(pki, 'ca.crt'),
    };
    const text = stringify({
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    });
    writeFileSync(lab.kubeconfig, text, { mode: 0o600 });
    return lab;
  }

  /** Runs a script of the shell with kubectl; returns what it prints. */
  run(script: string, more: NodeJS.ProcessEnv = {}): string {
    const env = {
      PATH: `${kubectlFolder}:${process.env.PATH ?? ''}`,
      HOME: this.#folder,
      KUBECONFIG: this.kubeconfig,
      ...more,
    };
    return execFileSync('sh', ['-ec', script], { cwd: this.#folder, encoding: 'utf8', env });
  }

  /** Makes objects of these kinds, with their definitions and namespaces; others are left away. */
  create(objects: readonly ReadObject[], kinds: readonly LabKind[]): void {
    const known = objects.flatMap((object) => {
      const kind = kinds.find((one) => one.kind === object.kind);
      const [group = '', version] = String(object.apiVersion).split('/');
      return kind === undefined || version === undefined ? [] : [{ object, kind, group, version }];
    });
    const definitions = known.map(({ group, kind, version }) => definitionOf(kind, group, version));
    const namespaces = known.flatMap(({ object }) => {
      const { namespace } = (object.metadata ?? {}) as { readonly namespace?: string };
      return namespace === undefined ? [] : [namespace];
    });
    mkdirSync(join(this.#folder, 'made'), { recursive: true });
    this.#apply('definitions', definitions);
    this.run('kubectl wait --for=condition=Established crd --all --timeout=120s');
    const spaces = [...new Set(namespaces)].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }));
    this.#apply('namespaces', spaces);
    this.#apply(
      'objects',
      known.map(({ object }) => object),
    );
  }

  #apply(name: string, items: readonly object[]): void {
    const file = join(this.#folder, 'made', `${name}.json`);
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    this.run(`kubectl apply --server-side --validate=false -f ${file}`);
  }

  /** Stops all programs. */
  async stop(): Promise<void> {
    await this.#programs.stopAll();
  }
}
