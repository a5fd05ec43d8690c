// SPDX-License-Identifier: Apache-2.0
import { parts } from '../trace/parts.ts';
import type { OperationTrace } from '../trace/operation-trace.ts';
import { table } from './tables.ts';

/** Returns a share in whole percent; what is less than one is not nothing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? 'below 1 %' : `${rounded} %`;
}

/** Returns a table of the shares of each operation, and of what it did most. */
export function traceTable(operations: readonly OperationTrace[]): string {
  const shown = parts.toReversed();
  const rows = operations.map(({ calls, operation, requests, shares, writes }) => [
    operation,
    ...shown.map((part) => percent(shares[part])),
    String(requests),
    String(writes),
    calls.map(({ name, share }) => `${name} ${percent(share)}`).join(', '),
  ]);
  const counts = ['requests', 'files of the state', 'longest calls, of the whole'];
  return table(['operation', ...shown, ...counts], rows);
}
