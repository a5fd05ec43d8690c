// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Fields that an object needs so that {@link ListFollower} can follow it. */
export interface ListedObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion?: string;
  };
}

/** Milliseconds between a failure and the next try. */
const retryDelay = 1_000;

/** Seconds after which the server ends a watch. */
const watchSeconds = 300;

interface ObjectList<T> {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly T[] | null;
}

/** A list to follow, and who hears of it. */
export interface FollowOptions<T> {
  readonly api: ApiClient;
  /** Path of the list, with its selectors. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called with each object that was added or changed. */
  readonly onChange: (object: T) => void;
  /** Called with each object that is gone. */
  readonly onGone: (object: T) => void;
  /** Called with an error, and with undefined once it works again. @default nobody hears of it */
  readonly report?: (error: Error | undefined) => void;
}

/** Returns `namespace/name`, which is unique among the objects of one kind. */
export function keyOf({ metadata }: Pick<ListedObject, 'metadata'>): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

/**
 * Keeps a copy of the objects of one list up to date: lists them once, then watches what changes.
 * Goes on across restarts of the API server, and waits for a kind that does not exist yet.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export class ListFollower<T extends ListedObject> {
  readonly #objects = new Map<string, T>();
  readonly #options: FollowOptions<T>;

  constructor(options: FollowOptions<T>) {
    this.#options = options;
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** @param key - see {@link keyOf}. */
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** Follows the list until the signal ends it. */
  async run(): Promise<void> {
    const { report, signal } = this.#options;
    const ended = () => signal.aborted;
    while (!ended()) {
      try {
        const version = await this.#list();
        report?.(undefined);
        await this.#follow(version);
      } catch (error) {
        if (ended()) return;
        // 410: the server has forgotten the changes since then; a new list is all that is needed.
        if (!(error instanceof ApiError && error.status === 410)) report?.(error as Error);
        await sleep(retryDelay, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #list(): Promise<string> {
    const { api, path } = this.#options;
    const { items, metadata } = await api.request<ObjectList<T>>('GET', path);
    const present = new Set((items ?? []).map(keyOf));
    for (const [key, object] of this.#objects) if (!present.has(key)) this.#remove(object);
    for (const item of items ?? []) this.#set(item);
    return metadata.resourceVersion;
  }

  async #follow(from: string): Promise<void> {
    const { api, path, signal } = this.#options;
    let version = from;
    while (!signal.aborted) {
      const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}&resourceVersion=${version}`;
      const watched = `${path}${path.includes('?') ? '&' : '?'}${query}`;
      await api.watch<T>(watched, signal, ({ object, type }) => {
        if (type === 'ERROR') {
          const { code = 500, message = '' } = object as { code?: number; message?: string };
          throw new ApiError(api.server, message, code);
        }
        version = object.metadata.resourceVersion ?? version;
        if (type === 'DELETED') this.#remove(object);
        else if (type !== 'BOOKMARK') this.#set(object);
      });
    }
  }

  #set(object: T): void {
    const known = this.#objects.get(keyOf(object));
    if (known !== undefined) {
      const { resourceVersion, uid } = known.metadata;
      // Another object of this name has taken its place.
      if (uid !== object.metadata.uid) this.#options.onGone(known);
      else if (resourceVersion === object.metadata.resourceVersion) return;
    }
    this.#objects.set(keyOf(object), object);
    this.#options.onChange(object);
  }

  #remove(object: T): void {
    this.#objects.delete(keyOf(object));
    this.#options.onGone(object);
  }
}
