// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Manifest } from '../object-restore/manifest.ts';

/** Kinds that the API serves, by their versions; each with its plural. */
const served: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1': {
    Namespace: 'namespaces',
    Secret: 'secrets',
    ConfigMap: 'configmaps',
    ServiceAccount: 'serviceaccounts',
    Pod: 'pods',
    PersistentVolumeClaim: 'persistentvolumeclaims',
  },
  '/apis/apps/v1': { Deployment: 'deployments' },
  '/apis/admissionregistration.k8s.io/v1': {
    ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  },
  '/apis/apiextensions.k8s.io/v1': { CustomResourceDefinition: 'customresourcedefinitions' },
};

/** The API of a cluster that gets objects: it keeps what is made, and refuses what a test says. */
export class PlayedTarget {
  /** Objects by their paths. */
  readonly objects: Record<string, Manifest> = {};
  /** Requests that were no questions, without those that change nothing. */
  readonly changes: string[] = [];
  /** Message of a refusal by the end of a path. */
  readonly refusals: Record<string, string> = {};
  /** Statuses and messages of answers, one after the other, by the end of a path, before the usual ones. */
  readonly answers: Record<string, (readonly [number, string])[]> = {};
  /** Whether {@link answers} are for changes of what is there only. */
  isAnsweringPatchesOnly = false;
  /** Kinds of more versions, as in {@link served}. */
  readonly kinds: Record<string, Readonly<Record<string, string>>> = {};
  /** Paths at which a controller makes an object just before anybody else does. */
  readonly races: Record<string, Manifest> = {};
  /** How often a new definition is looked at before its kind is served. */
  slowness = 1;
  #uids = 0;

  start(): Promise<TestCluster> {
    return answeringCluster((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#answer(request, response, Buffer.concat(chunks).toString()));
    });
  }

  /** Adds an object, as the API server would keep it. */
  add(path: string, manifest: Manifest): void {
    const uid = `uid ${(this.#uids += 1)}`;
    this.objects[path] = {
      ...manifest,
      metadata: { ...manifest.metadata, uid: manifest.metadata.uid ?? uid },
    };
  }

  #answer(
    { method = '', url = '' }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): void {
    const [path = '', query = ''] = url.split('?');
    const send = (code: number, object: unknown) => {
      response.writeHead(code).end(JSON.stringify(object));
    };
    const refuse = (code: number, message: string) => {
      send(code, { kind: 'Status', status: 'Failure', code, message });
    };
    if (method === 'GET') {
      const found = this.#resources(path) ?? this.#look(path);
      send(found === undefined ? 404 : 200, found ?? {});
      return;
    }
    const object = JSON.parse(body) as Manifest;
    const isPatch = method === 'PATCH';
    const own = isPatch ? path : `${path}/${object.metadata.name}`;
    const isAnswering = isPatch || !this.isAnsweringPatchesOnly;
    const answers = Object.entries(this.answers).find(([end]) => isAnswering && own.endsWith(end));
    const answer = answers?.[1].shift();
    if (answer !== undefined) {
      refuse(...answer);
      return;
    }
    const refusal = Object.entries(this.refusals).find(([end]) => own.endsWith(end))?.[1];
    if (refusal !== undefined) refuse(422, refusal);
    else if (query.includes('dryRun')) send(201, object);
    else if (isPatch) send(200, this.#patch(own, object));
    else if (this.#isThere(own)) refuse(409, 'already exists');
    else send(201, this.#make(own, object));
  }

  #resources(path: string): object | undefined {
    const kinds = served[path] ?? this.kinds[path] ?? this.#defined(path);
    if (kinds === undefined) return undefined;
    return { resources: Object.entries(kinds).map(([kind, name]) => ({ kind, name })) };
  }

  /** Kinds of `example.org`, once there is a definition that has been looked at often enough. */
  #defined(path: string): Record<string, string> | undefined {
    const isThere = Object.keys(this.objects).some((one) => one.endsWith('/carts.example.org'));
    return path === '/apis/example.org/v1' && isThere && this.slowness <= 0
      ? { Cart: 'carts' }
      : undefined;
  }

  #look(path: string): Manifest | undefined {
    const found = this.objects[path];
    if (found?.kind !== 'CustomResourceDefinition') return found;
    this.slowness -= 1;
    const status = this.slowness > 0 ? 'False' : 'True';
    return { ...found, status: { conditions: [{ type: 'Established', status }] } };
  }

  #isThere(path: string): boolean {
    const raced = this.races[path];
    if (raced !== undefined) this.add(path, raced);
    return this.objects[path] !== undefined;
  }

  #make(path: string, object: Manifest): Manifest {
    this.changes.push(`POST ${path}`);
    this.add(path, object);
    return object;
  }

  #patch(path: string, change: Manifest): Manifest {
    this.changes.push(`PATCH ${path}`);
    const found = this.objects[path];
    if (found === undefined) throw new Error(`${path} is not there`);
    const metadata = { ...found.metadata, ...change.metadata };
    const changed = { ...found, ...change, metadata };
    this.objects[path] = changed;
    return changed;
  }
}
