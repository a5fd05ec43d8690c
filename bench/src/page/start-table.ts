// SPDX-License-Identifier: Apache-2.0
import type { Wait } from '../start/start-waits.ts';
import { table } from './tables.ts';

/** Returns a table of what a start waited for. */
export function startTable(waits: readonly Wait[]): string {
  const rows = waits.map(({ begin, end, name, running }) => [
    name,
    begin.toFixed(1),
    running?.toFixed(1) ?? '',
    end.toFixed(1),
    (end - begin).toFixed(1),
  ]);
  return table(['s after the first process', 'made', 'runs', 'ready', 's in all'], rows);
}
