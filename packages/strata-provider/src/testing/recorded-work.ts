// SPDX-License-Identifier: Apache-2.0
import type { Work } from '../lifecycle/index.ts';

/** Work whose clock moves only by sleeps, and that records all messages. */
export interface RecordedWork extends Work {
  readonly statuses: string[];
  readonly infos: string[];
  readonly interrupt: (reason: Error) => void;
}

/** Returns work for tests that starts at a given time. */
export function recordedWork(start = '2026-01-01T00:00:00Z'): RecordedWork {
  const abort = new AbortController();
  let now = Date.parse(start);
  const statuses: string[] = [];
  const infos: string[] = [];
  return {
    urn: 'urn:pulumi:dev::try::strata:cluster:Thing::thing',
    clock: {
      now: () => new Date(now),
      sleep: (milliseconds, signal) => {
        signal.throwIfAborted();
        now += milliseconds;
        return Promise.resolve();
      },
    },
    signal: abort.signal,
    status: (message) => statuses.push(message),
    info: (message) => infos.push(message),
    statuses,
    infos,
    interrupt: (reason) => abort.abort(reason),
  };
}
