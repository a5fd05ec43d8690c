// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, type ApiClient } from './api-client.ts';
import { messageOf, type Log } from './log.ts';
import { keyOf, type KubeObject } from './objects.ts';

interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: T & { readonly code?: number; readonly message?: string };
}

/** Called with the object as it is and as it was; undefined before it came and after it went. */
export type ChangeHandler<T> = (now: T | undefined, before: T | undefined) => void;

/** Pauses before a list or watch that failed is tried again, in milliseconds. */
const retry = { first: 500, most: 15_000 };

/** The server ends a watch after this long, in seconds; the next one goes on where it ended. */
const watchSeconds = 300;

/**
 * A live copy of a collection: one list, then plain watches from its version on, and a new list
 * whenever the server no longer knows that version. Objects that went in between are noticed.
 */
export class ObjectCache<T extends KubeObject> {
  /** Settles once the first list is in. */
  readonly ready: Promise<void>;
  private readonly client: ApiClient;
  private readonly path: string;
  private readonly log: Log;
  private readonly onChange: ChangeHandler<T>;
  private readonly objects = new Map<string, T>();
  private readonly stopping = new AbortController();
  private becomeReady: () => void = () => undefined;
  private version = '';

  /** @param path - Of the collection, for example `/api/v1/nodes`. */
  constructor(client: ApiClient, path: string, log: Log, onChange: ChangeHandler<T>) {
    this.client = client;
    this.path = path;
    this.log = log;
    this.onChange = onChange;
    this.ready = new Promise((resolve) => (this.becomeReady = resolve));
  }

  /** Begins; handlers may be called from here on. */
  start(): this {
    void this.run();
    return this;
  }

  stop(): void {
    this.stopping.abort();
  }

  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  list(): readonly T[] {
    return [...this.objects.values()];
  }

  /** Takes in an answer of the API server, so that what follows does not act on an older copy. */
  learn(object: T): void {
    const known = this.objects.get(keyOf(object));
    if (known?.metadata.uid === object.metadata.uid) this.objects.set(keyOf(object), slim(object));
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let pause = retry.first;
    for (;;) {
      try {
        if (this.version === '') await this.relist();
        const began = Date.now();
        await this.follow();
        if (signal.aborted) return;
        // A server that ends watches as they begin is not asked in a tight loop.
        if (Date.now() - began < retry.first) await this.pause(retry.first);
        pause = retry.first;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        if (error instanceof ApiRefusal && error.status === 410) {
          this.version = '';
          continue;
        }
        this.log.warning(`watch of ${this.path} failed: ${messageOf(error)}`);
        await this.pause(pause);
        pause = Math.min(pause * 2, retry.most);
      }
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private async relist(): Promise<void> {
    const list = await this.client.get<{
      readonly metadata: { readonly resourceVersion: string };
      readonly items: readonly T[];
    }>(this.path);
    const gone = new Set(this.objects.keys());
    for (const item of list.items) {
      gone.delete(keyOf(item));
      this.set(item);
    }
    for (const key of gone) this.drop(key);
    this.version = list.metadata.resourceVersion;
    this.becomeReady();
  }

  private async follow(): Promise<void> {
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}`;
    const mark = this.path.includes('?') ? '&' : '?';
    const path = `${this.path}${mark}${query}&resourceVersion=${this.version}`;
    await this.client.watch(path, (line) => this.take(line), this.stopping.signal);
  }

  private take(line: string): void {
    const { type, object } = JSON.parse(line) as WatchEvent<T>;
    if (type === 'ERROR') throw new ApiRefusal(object.code ?? 0, object.message ?? 'watch failed');
    this.version = object.metadata.resourceVersion ?? this.version;
    if (type === 'DELETED') this.drop(keyOf(object));
    else if (type !== 'BOOKMARK') this.set(object);
  }

  private set(raw: T): void {
    const object = slim(raw);
    const before = this.objects.get(keyOf(object));
    if (before?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.objects.set(keyOf(object), object);
    this.onChange(object, before);
  }

  private drop(key: string): void {
    const before = this.objects.get(key);
    this.objects.delete(key);
    if (before !== undefined) this.onChange(undefined, before);
  }
}

/** Without what is often the larger part of an object and is never read. */
function slim<T extends KubeObject>(object: T): T {
  const metadata = { ...object.metadata, managedFields: undefined };
  return { ...object, metadata };
}
