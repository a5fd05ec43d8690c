// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';

const namespaces = ['shop', 'office'] as const;

/** Kinds that tenants write, by the path of their lists. */
const kinds = {
  configmaps: { root: '/api/v1', content: (word: string) => ({ data: { word } }) },
  secrets: { root: '/api/v1', content: (word: string) => ({ stringData: { word } }) },
  serviceaccounts: { root: '/api/v1', content: (word: string) => ({ annotations: { word } }) },
  persistentvolumeclaims: {
    root: '/api/v1',
    content: () => ({
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
  },
  deployments: {
    root: '/apis/apps/v1',
    content: (word: string) => ({
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: `registry.example.org/web:${word}` }] },
        },
      },
    }),
  },
} as const;

/** Number of names in each list: few, so that objects are changed and deleted as often as made. */
const namesInList = 12;

/** Calls of the API that tenants make at the same time. */
const writers = 4;

/**
 * Makes, changes and deletes objects of tenants, one call after another by each of a few writers, until it is
 * stopped.
 */
export class BusyTenants {
  readonly #client: ApiClient;
  readonly #random: () => number;
  readonly #running: Promise<void>[];
  #isStopped = false;
  /** Calls that have changed something. */
  written = 0;

  /** @param random - decides which object is written, and how. */
  constructor(client: ApiClient, random: () => number) {
    this.#client = client;
    this.#random = random;
    this.#running = Array.from({ length: writers }, () => this.#write());
  }

  /** @throws ApiError if one of the calls has failed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  #oneOf<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)];
    if (found === undefined) throw new Error('the list is empty');
    return found;
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      const kind = this.#oneOf(Object.keys(kinds) as (keyof typeof kinds)[]);
      const { content, root } = kinds[kind];
      const list = `${root}/namespaces/${this.#oneOf(namespaces)}/${kind}`;
      const name = `object-${Math.floor(this.#random() * namesInList)}`;
      const word = `w${Math.floor(this.#random() * 1e9)}`;
      if (await this.#change(list, name, { word, content: content(word) })) this.written += 1;
    }
  }

  /** Does one random thing to an object. @returns whether the object was there for it. */
  async #change(
    list: string,
    name: string,
    { content, word }: { readonly word: string; readonly content: object },
  ): Promise<boolean> {
    const part = this.#random();
    if (part < 0.2) {
      const { status } = await this.#client.send('DELETE', `${list}/${name}`);
      return status === 200;
    }
    const metadata = { name, labels: { word } };
    if (part < 0.6) {
      const { status } = await this.#client.send('POST', list, { body: { metadata, ...content } });
      return status === 201;
    }
    const { status } = await this.#client.send('PATCH', `${list}/${name}`, { body: { metadata } });
    return status === 200;
  }
}
