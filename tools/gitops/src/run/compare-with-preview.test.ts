// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange, StackReport } from '../report/stack-report.ts';
import { compareWithPreview, isTooEarly } from './compare-with-preview.ts';
import type { ApprovedPreview } from './compare-with-preview.ts';

const change = (
  name: string,
  operation: ReportedChange['operation'],
  fields: string[] = [],
): ReportedChange => ({
  urn: `urn:${name}`,
  type: 'kubernetes:core/v1:Service',
  name,
  operation,
  fields,
  protected: false,
});

const seen = (
  changes: readonly ReportedChange[],
  { isOlderThanBelow = false, outcome = 'changed' }: Partial<ApprovedPreview & StackReport> = {},
): ApprovedPreview => ({ isOlderThanBelow, report: { outcome, changes } as StackReport });

test('accepts less than was approved', () => {
  const approved = seen([change('a', 'update', ['x', 'y']), change('b', 'delete')]);
  expect(compareWithPreview([change('a', 'update', ['x'])], approved)).toEqual([]);
});

test('after a change of a stack below, accepts new values, but no replacement and no delete', () => {
  const approved = seen([change('a', 'update', ['x'])], { isOlderThanBelow: true });
  const now = [change('a', 'update', ['y']), change('b', 'create'), change('c', 'replace')];
  expect(compareWithPreview(now, approved)).toEqual([
    'would replace Service c, which the preview left alone',
  ]);
});

test('a preview that failed approves nothing', () => {
  expect(compareWithPreview([], seen([], { outcome: 'failed' }))).toEqual([
    'its preview did not come to a good end (failed)',
  ]);
});

test('a preview that failed before a stack below was updated came too early', () => {
  const early = (more: Partial<ApprovedPreview & StackReport>) => isTooEarly(seen([], more));
  expect(early({ outcome: 'failed', isOlderThanBelow: true })).toBe(true);
  expect(early({ outcome: 'failed' })).toBe(false);
  expect(early({ outcome: 'refused', isOlderThanBelow: true })).toBe(false);
  expect(early({ outcome: 'changed', isOlderThanBelow: true })).toBe(false);
});

test('names what nobody approved', () => {
  const approved = seen([change('a', 'update', ['x']), change('c', 'update', ['x'])]);
  const now = [
    change('a', 'replace', ['x']),
    change('b', 'delete'),
    change('c', 'update', ['x', 'z']),
  ];
  expect(compareWithPreview(now, approved)).toEqual([
    'would replace Service a, which the preview said it would update',
    'would delete Service b, which the preview left alone',
    'would change z of Service c, which the preview left alone',
  ]);
});
