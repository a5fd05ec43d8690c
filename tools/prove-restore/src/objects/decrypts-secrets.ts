// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { listObjects } from './list-objects.ts';

const secrets = { label: 'secrets', kind: 'Secret', apiVersion: 'v1', path: '/api/v1/secrets' };

/**
 * Returns whether an API server can decrypt every Secret; undefined when the server does not say, because it is too
 * busy or its etcd is.
 *
 * @see https://github.com/kubernetes/apiserver/blob/v0.35.4/pkg/storage/etcd3/store.go (GetList: "unable to transform key")
 */
export async function decryptsSecrets(client: ApiClient): Promise<boolean | undefined> {
  try {
    await listObjects(client, secrets);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.statusMessage?.includes('unable to transform key ') === true ? false : undefined;
  }
}
