// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange, StackReport } from '../report/stack-report.ts';

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

/** Every operation of a preview that an earlier one did not have. */
export function beyondPreview(
  changes: readonly ReportedChange[],
  earlier: readonly ReportedChange[],
): string[] {
  const previewed = byResource(earlier);
  return changes.flatMap((change) => unforeseen(change, previewed) ?? []);
}

/** The preview of a stack that people saw. */
export interface ApprovedPreview {
  readonly report: StackReport;
  /**
   * A stack that it reads was changed after that preview, so its values are other ones. Then only what
   * would replace or delete something is compared.
   */
  readonly isOlderThanBelow: boolean;
}

/** Why a stack is left alone whose preview could not know what the stacks below it say. */
export const previewedTooEarly =
  'Its preview failed, and a stack that it reads was brought up after that. The next deployment previews it again and brings it up.';

/**
 * Whether a preview failed before a stack below was brought up, such as that of a stack in a new
 * environment: nobody has seen what it would do, and nothing is known to be wrong.
 */
export function isTooEarly({ isOlderThanBelow, report }: ApprovedPreview): boolean {
  return isOlderThanBelow && report.outcome === 'failed';
}

const losses: readonly ReportedChange['operation'][] = ['replace', 'delete'];

/** Everything that a new preview plans and the one that was approved did not say. */
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
