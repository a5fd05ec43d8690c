// SPDX-License-Identifier: Apache-2.0
import { ListFollower, type ApiClient } from '@strata/cluster-client';
import type { ApiObject } from './objects.ts';

/** A live copy of all objects at one API path. */
export interface Watched<T extends ApiObject> extends Pick<ListFollower<T>, 'get' | 'list'> {
  stop(): void;
}

/**
 * Keeps a live copy of all objects at an API path, across restarts of the API server, and also
 * before the path's CustomResourceDefinition exists.
 *
 * @param path - For example `/api/v1/pods`.
 * @param onChange - Called after each change with the object that was added, changed or removed.
 */
export function watchObjects<T extends ApiObject>(
  api: ApiClient,
  path: string,
  onChange: (object: T) => void,
): Watched<T> {
  const end = new AbortController();
  const { signal } = end;
  const follower = new ListFollower<T>({ api, path, signal, onChange, onGone: onChange });
  void follower.run();
  return {
    list: () => follower.list(),
    get: (key) => follower.get(key),
    stop: () => end.abort(),
  };
}
