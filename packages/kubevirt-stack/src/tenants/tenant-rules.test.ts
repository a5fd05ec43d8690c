// SPDX-License-Identifier: Apache-2.0
import { celText, celTexts, renderTenantPolicy } from './tenant-rules.ts';
import type { TenantRules } from './tenant-rules.ts';

const rules = (resource: string): TenantRules => ({
  group: 'example.org',
  resource,
  operations: ['CREATE'],
  asked: { name: `ask-for-${resource}`, expression: 'a || b' },
  variables: [{ name: resource, expression: 'object' }],
  validations: [{ expression: 'c || d', message: 'no' }],
});

test('an expression holds for its own kind alone', () => {
  expect(renderTenantPolicy([rules('cups'), rules('pots')])).toEqual({
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: ['cups', 'pots'].map((resource) => ({
        apiGroups: ['example.org'],
        apiVersions: ['*'],
        operations: ['CREATE'],
        resources: [resource],
      })),
    },
    matchConditions: [
      { name: 'ask-for-cups', expression: "request.resource.resource != 'cups' || (a || b)" },
      { name: 'ask-for-pots', expression: "request.resource.resource != 'pots' || (a || b)" },
    ],
    variables: [
      { name: 'cups', expression: 'object' },
      { name: 'pots', expression: 'object' },
    ],
    validations: ['cups', 'pots'].map((resource) => ({
      expression: `request.resource.resource != '${resource}' || (c || d)`,
      message: 'no',
      reason: 'Forbidden',
    })),
  });
});

test('a text keeps its quotes and backslashes', () => {
  expect(celText(String.raw`it's \d`)).toBe(String.raw`'it\'s \\d'`);
});

test('a list of texts has commas between them', () => {
  expect(celTexts(['a', "it's"])).toBe(String.raw`['a', 'it\'s']`);
});
