// SPDX-License-Identifier: Apache-2.0
import { clusterStackName, environmentOf } from './stack-names.ts';

test('takes the whole name of an infra stack as its environment', () => {
  expect(environmentOf('infra', 'sandbox')).toBe('sandbox');
});

test("splits the name of a user cluster's stack at the dot", () => {
  expect(clusterStackName('user-cluster', 'sandbox.demo-2')).toEqual({
    environment: 'sandbox',
    cluster: 'demo-2',
  });
});

test.each(['sandbox.demo', 'Sandbox', '9lives', 'a'.repeat(41), 'dash-'])(
  'rejects %s as an environment',
  (stack) => {
    expect(() => environmentOf('infra', stack)).toThrow(
      `stack "${stack}" of infra has an unusable name: it must be an environment, that is ` +
        'lower-case letters, digits and dashes, at most 40, starting with a letter. ' +
        `Rename stacks/infra/Pulumi.${stack}.yaml.`,
    );
  },
);

test.each(['sandbox', 'sandbox.', '.demo', 'sandbox.demo.two', 'sandbox.Demo'])(
  'rejects %s as the stack of a user cluster',
  (stack) => {
    expect(() => clusterStackName('user-cluster', stack)).toThrow(
      `stack "${stack}" of user-cluster has an unusable name: it must be <environment>.<cluster>, ` +
        'each lower-case letters, digits and dashes, at most 40, starting with a letter. ' +
        `Rename stacks/user-cluster/Pulumi.${stack}.yaml.`,
    );
  },
);
