// SPDX-License-Identifier: Apache-2.0
import { LoopbackHttps } from '@strata/testing';
import { text } from 'node:stream/consumers';

/**
 * Fields of a record of the audit log that tests read.
 *
 * @see https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/
 */
export interface AuditRecord {
  readonly objectRef?: { readonly name?: string };
}

/** A server on loopback that receives the audit logs of API servers. */
export interface AuditReceiver {
  readonly server: LoopbackHttps;
  readonly records: readonly AuditRecord[];
  /** Method, path and credentials of all requests. */
  readonly seen: ReadonlySet<string>;
}

/**
 * Starts a receiver.
 *
 * @param pki - see {@link LoopbackHttps.start}.
 */
export async function startAuditReceiver(pki: string): Promise<AuditReceiver> {
  const records: AuditRecord[] = [];
  const seen = new Set<string>();
  const server = await LoopbackHttps.start(pki, (request, response) => {
    const { headers, method = '', url = '' } = request;
    seen.add(`${method} ${url} ${headers.authorization ?? ''}`);
    void text(request).then((body) => {
      records.push(...(JSON.parse(body) as { items: AuditRecord[] }).items);
      response.end();
    });
  });
  return { server, records, seen };
}
