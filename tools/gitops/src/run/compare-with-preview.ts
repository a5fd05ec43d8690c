// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange } from '../report/stack-report.ts';

/** How each operation is said. */
const verbs: Readonly<Record<ReportedChange['operation'], string>> = {
  create: 'create',
  update: 'update',
  replace: 'replace',
  delete: 'delete',
};

function kindAndName({ name, type }: ReportedChange): string {
  return `${type.split(':').at(-1) ?? type} ${name}`;
}

/**
 * What is wrong with a change that comes now, after a preview that people saw; undefined: it was in
 * it. A preview may have more: what was not known then may turn out to be the same.
 */
export function unforeseen(
  change: ReportedChange,
  previewed: ReadonlyMap<string, ReportedChange>,
): string | undefined {
  const shown = previewed.get(change.urn);
  if (shown?.operation === change.operation) return undefined;
  const would = `would ${verbs[change.operation]} ${kindAndName(change)}`;
  return shown === undefined
    ? `${would}, which the preview left alone`
    : `${would}, which the preview said it would ${verbs[shown.operation]}`;
}

/** Changes by the resource that they change. */
export function byResource(changes: readonly ReportedChange[]): Map<string, ReportedChange> {
  return new Map(changes.map((change) => [change.urn, change]));
}

/** Everything that a new preview plans and the one that was approved did not say. */
export function compareWithPreview(
  changes: readonly ReportedChange[],
  approved: readonly ReportedChange[],
): string[] {
  const previewed = byResource(approved);
  return changes.flatMap((change) => {
    const surprise = unforeseen(change, previewed);
    if (surprise !== undefined) return [surprise];
    const shown = previewed.get(change.urn)?.fields ?? [];
    const more = change.fields.filter((field) => !shown.includes(field));
    return more.length === 0
      ? []
      : [`would change ${more.join(', ')} of ${kindAndName(change)}, which the preview left alone`];
  });
}
