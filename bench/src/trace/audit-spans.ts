// SPDX-License-Identifier: Apache-2.0
import type { Interval } from './intervals.ts';

/** Event of an audit log, as far as it is read. */
interface AuditEvent {
  readonly verb: string;
  readonly userAgent?: string;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

/** Start of the name that the Kubernetes provider gives itself. */
const provider = 'pulumi-kubernetes/';

/** Verbs of reads: those of the program and the waits, which have no name. */
const reads = ['get', 'list'];

/**
 * Returns whether a request is the operation's. The yard's hand has no name either; it writes, and
 * reads a machine's data now and then, which counts, too.
 */
const isOwn = ({ userAgent, verb }: AuditEvent) =>
  userAgent === undefined ? reads.includes(verb) : userAgent.startsWith(provider);

/** Returns the milliseconds of a time with microseconds, which Date would cut off. */
function momentOf(time: string): number {
  const [, whole = time, fraction = '0'] = /^(.*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
  return Date.parse(`${whole}Z`) + Number(`0.${fraction}`) * 1_000;
}

/**
 * Returns the operation's requests, from their receipt to the end of their answer.
 *
 * @param text - audit log of an API server, one event a line; the last one may be incomplete.
 */
export function readAuditSpans(text: string): readonly Interval[] {
  const lines = text.split('\n').slice(0, -1);
  return lines
    .map((line) => JSON.parse(line) as AuditEvent)
    .filter(isOwn)
    .map(({ requestReceivedTimestamp, stageTimestamp }) => ({
      begin: momentOf(requestReceivedTimestamp),
      end: momentOf(stageTimestamp),
    }));
}
