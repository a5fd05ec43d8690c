// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from './credentials.ts';

/** JSON as the fake API server keeps it. */
export interface Stored {
  apiVersion?: string;
  kind?: string;
  metadata: Record<string, unknown> & { name: string };
  [key: string]: unknown;
}

interface Target {
  readonly collection: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly sub?: string;
}

interface Watcher {
  readonly target: Target;
  readonly selects: (object: Stored) => boolean;
  readonly response: ServerResponse;
}

/** Answers a request in the server's place; undefined leaves it to the server. */
export type Reaction = (
  method: string,
  path: string,
  body: unknown,
) => { readonly status: number; readonly body: unknown } | undefined;

const pathPattern =
  /^(?<group>\/api\/v1|\/apis\/[^/]+\/[^/]+)\/(?:namespaces\/(?<namespace>[^/]+)\/(?=.))?(?<resource>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<sub>.+))?$/;

/**
 * An API server in memory, for tests: objects of any kind with uids, versions, conflicts,
 * finalizers, merge and JSON patches, field selectors and watches. No admission, no defaults.
 */
export class TestApi {
  /** `METHOD path` of every request but events, in the order they came. */
  readonly requests: string[] = [];
  /** Bodies of what was sent, beside `requests`. */
  readonly bodies: unknown[] = [];
  /** How much later than the answer to a change its watchers hear of it, in milliseconds. */
  watchDelay = 0;
  private readonly objects = new Map<string, Stored>();
  private readonly watchers = new Set<Watcher>();
  private readonly reactions: Reaction[] = [];
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response);
  });
  private version = 100;

  /** Starts on a free port of the loopback. */
  async start(): Promise<Connection> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return { server: `http://127.0.0.1:${port}`, namespace: 'default' };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Ends all watches, as a server does that restarts. */
  breakWatches(): void {
    for (const { response } of this.watchers) response.destroy();
  }

  react(reaction: Reaction): void {
    this.reactions.unshift(reaction);
  }

  /** Puts an object there, or in the place of the one with its name. */
  put(collection: string, object: object): Stored {
    const { metadata } = object as Stored;
    const key = `${collection} ${(metadata.namespace as string | undefined) ?? ''}/${metadata.name}`;
    const now = this.objects.get(key);
    return this.save(collection, {
      ...structuredClone(object as Stored),
      metadata: { uid: randomUUID(), ...now?.metadata, ...metadata },
    });
  }

  get(path: string): Stored | undefined {
    return this.objects.get(keyOf(this.target(path)));
  }

  /** @throws Error when it is not there. */
  must(path: string): Stored {
    const object = this.get(path);
    if (object === undefined) throw new Error(`no ${path}`);
    return object;
  }

  list(collection: string): Stored[] {
    return [...this.objects]
      .filter(([key]) => key.startsWith(`${collection} `))
      .map(([, object]) => object);
  }

  /** Deletes as a client would: what has finalizers stays, marked. */
  delete(path: string): void {
    this.mark(this.target(path));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    if (!url.includes('/events')) {
      this.requests.push(`${method} ${url}`);
      this.bodies.push(body);
    }
    if (url.includes('watch=1')) {
      this.open(url, response);
      return;
    }
    for (const reaction of this.reactions) {
      const reply = reaction(method, url, body);
      if (reply !== undefined) {
        send(response, reply.status, reply.body);
        return;
      }
    }
    try {
      const type = request.headers['content-type'] ?? '';
      send(response, 200, this.handle(method, url, body as Stored, type));
    } catch (error) {
      const { status, message } = error as Refused;
      const code = error instanceof Refused ? status : 500;
      send(response, code, { kind: 'Status', code, message });
    }
  }

  private handle(method: string, url: string, body: Stored, type: string): unknown {
    const target = this.target(url);
    const { collection, namespace, name } = target;
    if (method === 'POST') {
      const { generateName } = body.metadata;
      const metadata = {
        ...(typeof generateName === 'string' && { name: `${generateName}${this.version}` }),
        ...body.metadata,
        ...(namespace !== undefined && { namespace }),
      };
      if (this.objects.has(keyOf({ ...target, name: metadata.name }))) throw new Refused(409);
      return this.put(collection, { ...body, metadata });
    }
    if (name === undefined) {
      const items = this.list(collection).filter(selects(target, url));
      return { metadata: { resourceVersion: String(this.version) }, items };
    }
    const object = this.objects.get(keyOf(target));
    if (object === undefined) throw new Refused(404);
    if (method === 'GET') return object;
    if (method === 'DELETE') return this.mark(target);
    const wanted = method === 'PUT' ? body : patched(object, body, type);
    const { resourceVersion } = wanted.metadata;
    const isStale = resourceVersion !== undefined;
    if (isStale && resourceVersion !== object.metadata.resourceVersion) throw new Refused(409);
    const { uid } = object.metadata;
    return this.save(collection, { ...wanted, metadata: { ...wanted.metadata, uid } });
  }

  private mark(target: Target): Stored {
    const object = this.objects.get(keyOf(target));
    if (object === undefined) throw new Refused(404);
    const deletionTimestamp = object.metadata.deletionTimestamp ?? '2026-01-01T00:00:00Z';
    return this.save(target.collection, {
      ...object,
      metadata: { ...object.metadata, deletionTimestamp },
    });
  }

  private save(collection: string, object: Stored): Stored {
    const { namespace, name, deletionTimestamp, finalizers } = object.metadata;
    const key = `${collection} ${(namespace as string | undefined) ?? ''}/${name}`;
    const isNew = !this.objects.has(key);
    object.metadata = { ...object.metadata, resourceVersion: String(++this.version) };
    const left = (finalizers as string[] | undefined)?.length ?? 0;
    const isGone = deletionTimestamp !== undefined && left === 0;
    if (isGone) this.objects.delete(key);
    else this.objects.set(key, object);
    const type = isGone ? 'DELETED' : isNew ? 'ADDED' : 'MODIFIED';
    for (const { target, selects: isSelected, response } of this.watchers) {
      if (target.collection !== collection || !isSelected(object)) continue;
      const event = `${JSON.stringify({ type, object })}\n`;
      if (this.watchDelay === 0) response.write(event);
      else setTimeout(() => response.write(event), this.watchDelay);
    }
    return object;
  }

  /** From now on; what changed since the list is told again, which does no harm. */
  private open(url: string, response: ServerResponse): void {
    const target = this.target(url);
    const watcher = { target, selects: selects(target, url), response };
    const since = Number(/resourceVersion=(\d+)/.exec(url)?.[1] ?? 0);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    for (const object of this.list(target.collection).filter(watcher.selects)) {
      if (Number(object.metadata.resourceVersion) <= since) continue;
      response.write(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
    }
    this.watchers.add(watcher);
    response.on('close', () => this.watchers.delete(watcher));
  }

  private target(url: string): Target {
    const groups = pathPattern.exec(url.split('?')[0] ?? '')?.groups;
    if (groups === undefined) throw new Refused(404);
    const { group = '', namespace, resource = '', name, sub } = groups;
    return { collection: `${group}/${resource}`, namespace, name, sub };
  }
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(status === 409 ? 'the object has been modified' : 'not found');
    this.status = status;
  }
}

function keyOf({ collection, namespace = '', name = '' }: Target): string {
  return `${collection} ${namespace}/${name}`;
}

function selects({ namespace }: Target, url: string): (object: Stored) => boolean {
  const selector = new URL(url, 'http://x').searchParams.get('fieldSelector');
  const [path = '', value] = selector?.split('=') ?? [];
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    (value === undefined || read(object, path.split('.')) === value);
}

function read(object: unknown, path: readonly string[]): unknown {
  return path.reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], object);
}

function patched(object: Stored, patch: unknown, type: string): Stored {
  const copy = structuredClone(object);
  delete copy.metadata.resourceVersion;
  if (type.includes('json-patch')) {
    for (const { path, value } of patch as { path: string; value: unknown }[]) {
      const keys = path.split('/').slice(1);
      const last = keys.pop() ?? '';
      (read(copy, keys) as Record<string, unknown>)[last] = value;
    }
    return copy;
  }
  const body = structuredClone(patch) as { metadata?: Record<string, unknown> };
  if (type.includes('strategic') && body.metadata !== undefined) {
    const deletion = '$deleteFromPrimitiveList/finalizers';
    const now = (copy.metadata.finalizers ?? []) as string[];
    const gone = (body.metadata[deletion] ?? []) as string[];
    const added = (body.metadata.finalizers ?? []) as string[];
    const kept = now.filter((entry) => !gone.includes(entry));
    body.metadata = { finalizers: [...new Set([...kept, ...added])] };
  }
  return merged(copy, body) as Stored;
}

function merged(base: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = { ...(typeof base === 'object' ? base : undefined) } as Record<string, unknown>;
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = merged(result[key], value);
  }
  return result;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
