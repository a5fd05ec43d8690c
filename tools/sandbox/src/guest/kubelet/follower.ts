// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ApiClient } from './api-client.ts';
import type { ApiObject } from './objects.ts';

/** Milliseconds between a failure and the next try. */
const retryDelay = 1_000;

/** Seconds after which the server ends a watch. */
const watchSeconds = 300;

interface ObjectList<T> {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly T[] | null;
}

export interface FollowerOptions<T> {
  readonly api: ApiClient;
  /** Path of the list, with its selectors. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onChange: (object: T) => void;
  readonly onGone: (object: T) => void;
  /** Called with an error, and with undefined once it works again. */
  readonly report: (error: Error | undefined) => void;
}

/** Keeps a copy of the objects of one list up to date, until the signal ends it. */
export class Follower<T extends ApiObject> {
  readonly objects = new Map<string, T>();
  private readonly options: FollowerOptions<T>;

  constructor(options: FollowerOptions<T>) {
    this.options = options;
  }

  async run(): Promise<void> {
    const { signal, report } = this.options;
    const ended = () => signal.aborted;
    while (!ended()) {
      try {
        const version = await this.list();
        report(undefined);
        await this.follow(version);
      } catch (error) {
        if (ended()) return;
        // 410: the server has forgotten the changes since then; a new list is all that is needed.
        if (!(error instanceof ApiError && error.status === 410)) report(error as Error);
        await sleep(retryDelay, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async list(): Promise<string> {
    const { api, path, onChange, onGone } = this.options;
    const list = await api.request<ObjectList<T>>('GET', path);
    const items = list.items ?? [];
    const present = new Set(items.map(({ metadata }) => metadata.uid));
    for (const [uid, object] of this.objects) {
      if (present.has(uid)) continue;
      this.objects.delete(uid);
      onGone(object);
    }
    for (const item of items) {
      this.objects.set(item.metadata.uid, item);
      onChange(item);
    }
    return list.metadata.resourceVersion;
  }

  private async follow(from: string): Promise<void> {
    const { api, path, signal, onChange, onGone } = this.options;
    let version = from;
    while (!signal.aborted) {
      const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}&resourceVersion=${version}`;
      await api.watch<T>(`${path}${path.includes('?') ? '&' : '?'}${query}`, signal, (event) => {
        if (event.type === 'ERROR') {
          const { code = 500, message = '' } = event.object as { code?: number; message?: string };
          throw new ApiError(code, message);
        }
        version = event.object.metadata.resourceVersion ?? version;
        if (event.type === 'BOOKMARK') return;
        if (event.type === 'DELETED') {
          this.objects.delete(event.object.metadata.uid);
          onGone(event.object);
        } else {
          this.objects.set(event.object.metadata.uid, event.object);
          onChange(event.object);
        }
      });
    }
  }
}
