// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange, StackReport } from '../report/stack-report.ts';

/** Verb of each operation. */
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
 * Returns how a change differs from the approved preview; undefined if the preview had it. The
 * preview may have more, because a value that was unknown then may turn out to be unchanged.
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

/** Returns changes by the resource that they change. */
export function byResource(changes: readonly ReportedChange[]): Map<string, ReportedChange> {
  return new Map(changes.map((change) => [change.urn, change]));
}

/** Returns every operation of a preview that an earlier preview did not have. */
export function beyondPreview(
  changes: readonly ReportedChange[],
  earlier: readonly ReportedChange[],
): string[] {
  const previewed = byResource(earlier);
  return changes.flatMap((change) => unforeseen(change, previewed) ?? []);
}

/** Preview of a stack that people approved. */
export interface ApprovedPreview {
  readonly report: StackReport;
  /**
   * Whether a stack that it reads was changed after that preview, so that its values differ. Then
   * only replacements and deletes are compared.
   */
  readonly isOlderThanBelow: boolean;
}

/** Reason for skipping a stack whose preview could not know the outputs of the stacks below it. */
export const previewedTooEarly =
  'Its preview failed, and a stack that it reads was brought up after that. The next deployment previews it again and brings it up.';

/**
 * Returns whether a preview failed before a stack below was updated, such as that of a stack in a
 * new environment. Then nobody has seen what the stack would do, but nothing is known to be wrong.
 */
export function isTooEarly({ isOlderThanBelow, report }: ApprovedPreview): boolean {
  return isOlderThanBelow && report.outcome === 'failed';
}

const losses: readonly ReportedChange['operation'][] = ['replace', 'delete'];

/** Returns everything that a new preview plans and that the approved preview did not contain. */
export function compareWithPreview(
  changes: readonly ReportedChange[],
  { isOlderThanBelow, report }: ApprovedPreview,
): string[] {
  if (report.outcome !== 'changed' && report.outcome !== 'unchanged') {
    return [`its preview did not come to a good end (${report.outcome})`];
  }
  if (isOlderThanBelow) {
    return beyondPreview(
      changes.filter(({ operation }) => losses.includes(operation)),
      report.changes,
    );
  }
  const previewed = byResource(report.changes);
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
