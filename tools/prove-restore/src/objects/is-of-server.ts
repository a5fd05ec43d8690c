// SPDX-License-Identifier: Apache-2.0
import type { ApiError } from '@strata/cluster-client';

/** Statuses of an API server that is overloaded or has no etcd; 0 is no answer. */
const statuses: ReadonlySet<number> = new Set([0, 408, 429, 503, 504]);

/** Words in errors of an etcd that is gone or too slow, which have the status 500. */
const words = /etcdserver: |rpc error: |deadline exceeded|timed out/;

/** Returns whether an error is that of a server, and not of an object that it cannot read. */
export function isOfServer({ body, status }: Pick<ApiError, 'body' | 'status'>): boolean {
  return statuses.has(status) || words.test(body);
}
