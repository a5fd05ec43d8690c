// SPDX-License-Identifier: Apache-2.0
import { asRemediation, asValidation, sealed, unknownText } from '../test-pulumi-values.ts';
import { readProperties, readSealed, secretValue, unknownValue } from './index.ts';

const inputs = {
  metadata: { name: unknownText, labels: { a: 'b' } },
  data: sealed({ password: 'x' }),
  list: [1, unknownText, { token: sealed('y') }],
};

test('reads the other values if a preview does not know one', () => {
  expect(readProperties(asValidation(inputs))).toEqual({
    metadata: { name: unknownValue, labels: { a: 'b' } },
    data: { password: 'x' },
    list: [1, unknownValue, { token: 'y' }],
  });
});

test('shows a remediation which inputs are secrets', () => {
  expect(readSealed(asRemediation(inputs))).toEqual({
    metadata: { name: unknownValue, labels: { a: 'b' } },
    data: secretValue,
    list: [1, unknownValue, { token: secretValue }],
  });
});
