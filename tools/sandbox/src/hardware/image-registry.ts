// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { createHash } from 'node:crypto';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';

/**
 * Annotation in which CDI's poller writes the digest that it found, for CDI's controller to read.
 */
const digestAnnotation = 'cdi.kubevirt.io/storage.import.sourceDesiredDigest';

interface DataImportCron extends ApiObject {
  readonly spec: {
    readonly template?: {
      readonly spec?: {
        readonly source?: { readonly registry?: { readonly url?: string } };
      };
    };
  };
}

/**
 * Plays the registries that golden images come from, as far as CDI's poller sees them: every tag
 * has a digest, which never changes. The poller itself cannot run, because no traffic leaves the
 * rack.
 */
export class ImageRegistry {
  private readonly api: ApiClient;
  private readonly reconciler: Reconciler;
  private readonly crons: Watched<DataImportCron>;

  constructor(api: ApiClient, log: (message: string) => void) {
    this.api = api;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`image registry: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.crons = watchObjects(api, '/apis/cdi.kubevirt.io/v1beta1/dataimportcrons', trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.crons.stop();
  }

  private async pass(): Promise<void> {
    for (const { metadata, spec } of this.crons.list()) {
      const url = spec.template?.spec?.source?.registry?.url;
      if (url === undefined || metadata.annotations?.[digestAnnotation] !== undefined) continue;
      const path = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${metadata.namespace ?? ''}/dataimportcrons/${metadata.name}`;
      await this.api.request('PATCH', path, {
        body: { metadata: { annotations: { [digestAnnotation]: digestOf(url) } } },
      });
    }
  }
}

/** Returns the digest of the image under a tag. */
export function digestOf(url: string): string {
  return `sha256:${createHash('sha256').update(url).digest('hex')}`;
}
