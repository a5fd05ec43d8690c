// SPDX-License-Identifier: Apache-2.0
import {
  makeInformer,
  type KubernetesListObject,
  type KubernetesObject,
} from '@kubernetes/client-node';
import type { Api } from './api.ts';
import { keyOf, type ApiObject } from './objects.ts';

/** Milliseconds before a broken watch is opened again. */
const reconnectDelay = 1_000;

/** A live copy of all objects at one API path. */
export interface Watched<T extends ApiObject> {
  list(): readonly T[];
  get(key: string): T | undefined;
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
  api: Api,
  path: string,
  onChange: (object: T) => void,
): Watched<T> {
  const objects = new Map<string, T>();
  let stopped = false;
  const list = () => api.request<KubernetesListObject<KubernetesObject>>('GET', path);
  const informer = makeInformer(api.kubeconfig, path, list);
  const set = (raw: KubernetesObject) => {
    const object = raw as unknown as T;
    objects.set(keyOf(object), object);
    onChange(object);
  };
  const start = () => {
    if (stopped) return;
    informer.start().catch(() => retry());
  };
  const retry = () => {
    setTimeout(start, reconnectDelay).unref();
  };
  informer.on('add', set);
  informer.on('update', set);
  informer.on('delete', (raw) => {
    const object = raw as unknown as T;
    objects.delete(keyOf(object));
    onChange(object);
  });
  informer.on('error', retry);
  start();
  return {
    list: () => [...objects.values()],
    get: (key) => objects.get(key),
    stop: () => {
      stopped = true;
      void informer.stop();
    },
  };
}
