// SPDX-License-Identifier: Apache-2.0

/** Record of one request, as far as these tests read it. */
interface AuditRecord {
  readonly verb: string;
  readonly user: { readonly username?: string; readonly groups?: readonly string[] };
  readonly objectRef?: { readonly resource?: string; readonly namespace?: string };
  readonly responseStatus?: { readonly code?: number };
}

/** One request of somebody, and its answer. */
export interface Asked {
  /** Verb, resource and namespace: `create configmaps shop`. */
  readonly what: string;
  /** Status of HTTP. */
  readonly code: number | undefined;
  /** Groups that the person was in. */
  readonly groups: readonly string[];
}

/** Returns what a person asked for, from lines of an audit log, a record in JSON each. */
export function askedBy(username: string, lines: readonly string[]): Asked[] {
  return lines
    .map((line) => JSON.parse(line) as AuditRecord)
    .filter(({ user }) => user.username === username)
    .map(({ objectRef: { namespace = '', resource = '' } = {}, responseStatus, user, verb }) => ({
      what: [verb, resource, namespace].join(' '),
      code: responseStatus?.code,
      groups: user.groups ?? [],
    }));
}
