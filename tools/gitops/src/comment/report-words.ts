// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from '../report/stack-report.ts';

type Outcome = StackReport['outcome'];
type Operation = StackReport['operation'];
type Change = 'replace' | 'delete' | 'create' | 'update';

/** Name of each operation in the title of a page. */
export const titles: Readonly<Record<Operation, string>> = {
  preview: 'preview',
  up: 'deployment',
  drift: 'drift check',
  destroy: 'destroy',
};

/** Words for changes of resources, before and after an operation; most serious change first. */
const changeWords: Readonly<Record<Change, { readonly planned: string; readonly done: string }>> = {
  replace: { planned: 'to replace', done: 'replaced' },
  delete: { planned: 'to delete', done: 'deleted' },
  update: { planned: 'to update', done: 'updated' },
  create: { planned: 'to create', done: 'created' },
};

/** Outcomes in the order in which people must look at them, and their words in a sum. */
export const outcomes: readonly { readonly outcome: Outcome; readonly words: string }[] = [
  { outcome: 'failed', words: 'failed' },
  { outcome: 'refused', words: 'refused' },
  { outcome: 'cancelled', words: 'cancelled' },
  { outcome: 'skipped', words: 'not begun' },
  { outcome: 'drifted', words: 'drifted' },
  { outcome: 'changed', words: 'with changes' },
  { outcome: 'unchanged', words: 'unchanged' },
];

/** Outcomes that need somebody. */
export const needsAttention: ReadonlySet<Outcome> = new Set(['failed', 'refused', 'cancelled']);

/** Whether what a report counts has not been done. */
function isPlanned({ operation, outcome }: StackReport): boolean {
  return operation === 'preview' || operation === 'drift' || outcome === 'refused';
}

/** `replace`: "to replace" of a preview, "replaced" of an update. */
export function changeWord(report: StackReport, change: Change): string {
  return changeWords[change][isPlanned(report) ? 'planned' : 'done'];
}

/** `1 to replace, 2 to create` */
export function countWords(report: StackReport): string {
  return (Object.keys(changeWords) as Change[])
    .filter((change) => report.counts[change] > 0)
    .map((change) => `${report.counts[change]} ${changeWord(report, change)}`)
    .join(', ');
}

/** `3 → 5 (+2)` */
export function machineWords({ after, before }: { before: number; after: number }): string {
  if (after === before) return `${after}`;
  return `${before} → ${after} (${after > before ? '+' : '−'}${Math.abs(after - before)})`;
}

/** How many machines there are before and after, of all stacks that have any; undefined: none has. */
export function sumMachines(
  reports: readonly StackReport[],
): { readonly before: number; readonly after: number } | undefined {
  const all = reports.flatMap((report) => report.machines ?? []);
  if (all.length === 0) return undefined;
  return {
    before: all.reduce((sum, one) => sum + one.before, 0),
    after: all.reduce((sum, one) => sum + one.after, 0),
  };
}

/** `prod / shop`, or `prod / kubevirt-stack` for what belongs to no user cluster. */
export function stackTitle({
  cluster,
  environment,
  program,
}: Pick<StackReport, 'cluster' | 'environment' | 'program'>): string {
  return `${environment} / ${cluster ?? program}`;
}

/** `1 line`, `2 lines`, `2 addresses` */
export function counted(count: number, one: string): string {
  if (count === 1) return `${count} ${one}`;
  return `${count} ${one}${one.endsWith('s') ? 'es' : 's'}`;
}
