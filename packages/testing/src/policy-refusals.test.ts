// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from './policy-refusals.ts';

const policy = {
  matchConstraints: { resourceRules: [{ operations: ['CREATE', 'UPDATE'], resources: ['cups'] }] },
  matchConditions: [{ expression: "request.userInfo.username.startsWith('tenant:')" }],
  variables: [
    { name: 'subject', expression: 'dyn(object == null ? oldObject : object)' },
    { name: 'size', expression: 'variables.subject.spec.size' },
    { name: 'unread', expression: 'variables.subject.spec.missing' },
  ],
  validations: [
    {
      expression: 'variables.size <= 3',
      messageExpression: "'too big: ' + string(variables.size)",
    },
    { expression: "request.namespace != 'kitchen'", message: 'not in the kitchen' },
  ],
};

const write = (size: number, more: object = {}) =>
  policyRefusals(policy, {
    user: 'tenant:a',
    resource: 'cups',
    object: { spec: { size } },
    ...more,
  });

test('says nothing of a request that the policy lets pass', () => {
  expect(write(3)).toEqual([]);
});

test('says each message of a refusal', () => {
  expect(write(4, { namespace: 'kitchen' })).toEqual(['too big: 4', 'not in the kitchen']);
});

test('says nothing of requests that the policy does not match', () => {
  expect(write(4, { user: 'admin' })).toEqual([]);
  expect(write(4, { resource: 'pots' })).toEqual([]);
  expect(write(4, { operation: 'DELETE' })).toEqual([]);
});

test('an expression that fails throws', () => {
  expect(() => write(1, { object: { spec: {} } })).toThrow('No such key: size');
});
