// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange } from '../report/stack-report.ts';
import { compareWithPreview } from './compare-with-preview.ts';

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

test('less than was approved is fine', () => {
  const approved = [change('a', 'update', ['x', 'y']), change('b', 'delete')];
  expect(compareWithPreview([change('a', 'update', ['x'])], approved)).toEqual([]);
});

test('says what nobody approved', () => {
  const approved = [change('a', 'update', ['x']), change('c', 'update', ['x'])];
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
