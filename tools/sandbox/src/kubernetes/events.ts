// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { createHash } from 'node:crypto';
import type { ApiObject } from './objects.ts';

/** Type, reason and message of an event. */
export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Component that reports an event. */
export interface EventSource {
  readonly component: string;
  readonly host: string | undefined;
  /** Token of a ServiceAccount. @default the sandbox's own credentials */
  readonly token?: string;
}

/** Writes an event about an object; ignores a refusal. */
export async function writeEvent(
  api: ApiClient,
  about: ApiObject & { readonly apiVersion: string; readonly kind: string },
  text: EventText,
  { component, host, token }: EventSource,
): Promise<void> {
  const { apiVersion, kind, metadata } = about;
  const { name, uid, namespace = '' } = metadata;
  const now = new Date().toISOString();
  const id = createHash('sha256').update(`${uid}${text.reason}${text.message}${now}`);
  const body = {
    metadata: { name: `${name}.${id.digest('hex').slice(0, 16)}`, namespace },
    involvedObject: { apiVersion, kind, name, namespace, uid },
    ...text,
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component, host },
  };
  await api
    .request('POST', `/api/v1/namespaces/${namespace}/events`, {
      body,
      ...(token !== undefined && { token }),
    })
    .catch(() => undefined);
}
