// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram } from '@strata/testing';
import { z } from 'zod';
import {
  field,
  listOf,
  objectName,
  oneOf,
  secretField,
  text,
  wholeNumber,
} from '../config/fields.ts';
import { inspectConfig } from '../config/index.ts';
import { parseConfig, rawConfig, rejectProblems } from './read-config.ts';

const rootDisk = field(
  z.strictObject({ image: text('an image'), sizeGiB: wholeNumber(1) }),
  'a mapping with image and sizeGiB',
);

/** A schema with one key, which is enough to test how problems are reported. */
const poolsAlone = z.strictObject({
  pools: listOf(
    field(
      z.strictObject({
        name: objectName(),
        instancetype: text('the name of an instancetype').optional(),
        rootDisk,
        replicas: wholeNumber(0),
      }),
      'a mapping with name, rootDisk and replicas',
    ),
    'a list of pools',
  ),
});

/** A schema with a secret. */
const withSecret = z.strictObject({
  existing: field(
    z.strictObject({
      kubeconfigEnv: text('the name of an environment variable, such as KUBECONFIG').optional(),
      kubeconfig: secretField(z.string().min(1), 'the text of a kubeconfig').optional(),
    }),
    'a mapping with kubeconfigEnv or kubeconfig',
  ).optional(),
  kubeone: field(
    z.strictObject({ token: secretField(z.string(), 'a token') }),
    'a mapping with token',
  ).optional(),
  provisioner: oneOf(['existing', 'kubeone']),
  label: objectName().optional(),
});

const pool = {
  name: 'md-a',
  replicas: 2,
  instancetype: 'standard-2',
  rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', sizeGiB: 20 },
};

function userCluster(values: Record<string, string>) {
  return parseConfig(poolsAlone, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values,
    secretKeys: [],
  });
}

function infra(existing: object, secretKeys: string[] = []) {
  const values = {
    'infra:provisioner': 'existing',
    'infra:existing': JSON.stringify(existing),
  };
  return parseConfig(withSecret, { project: 'infra', stack: 'sandbox', values, secretKeys });
}

test('lists every problem with its path in the YAML file', () => {
  const wrong = {
    ...pool,
    replicas: 'two',
    rootDisk: { image: 'ubuntu', sizeGiB: 1.5, size: 2 },
  };
  expect(() =>
    userCluster({
      'user-cluster:pools': JSON.stringify([wrong, { name: 'md-b' }]),
      'user-cluster:polls': '[]',
    }),
  ).toThrow(
    new pulumi.RunError(
      [
        'stacks/user-cluster/Pulumi.sandbox.demo.yaml has 6 problems:',
        '  config.user-cluster:pools[0].rootDisk.sizeGiB: expected a whole number of 1 or more, got 1.5',
        '  config.user-cluster:pools[0].rootDisk.size: unknown key; did you mean "sizeGiB"?',
        '  config.user-cluster:pools[0].replicas: expected a whole number of 0 or more, got "two"',
        '  config.user-cluster:pools[1].rootDisk: missing; expected a mapping with image and sizeGiB',
        '  config.user-cluster:pools[1].replicas: missing; expected a whole number of 0 or more',
        '  config.user-cluster:polls: unknown key; did you mean "pools"?',
      ].join('\n'),
    ),
  );
});

test.each([
  ['a text', 'two', '"two"'],
  ['a mapping', '{"a":1}', 'a mapping'],
  ['a long text', 'x'.repeat(80), `"${'x'.repeat(56)}..."`],
])('shows %s if a list is expected', (_, value, shown) => {
  expect(() => userCluster({ 'user-cluster:pools': value })).toThrow(
    `  config.user-cluster:pools: expected a list of pools, got ${shown}`,
  );
});

test('says what is expected if a rule has no message of its own', () => {
  const host = z.strictObject({
    publicAddress: field(
      z.string().refine((value) => value.startsWith('10.')),
      'an IP address',
    ),
  });
  const hosts = listOf(host, 'a list of hosts');
  const raw = {
    project: 'infra',
    stack: 'lab',
    values: { 'infra:hosts': JSON.stringify([{ publicAddress: 'here' }]) },
    secretKeys: [],
  };
  expect(() => parseConfig(z.strictObject({ hosts }), raw)).toThrow(
    'config.infra:hosts[0].publicAddress: expected an IP address, got "here"',
  );
});

test('rejects keys of other projects, which no program would read', () => {
  const pools = JSON.stringify([pool]);
  expect(() =>
    userCluster({ 'user-cluster:pools': pools, 'usercluster:pools': pools, 'aws:region': 'x' }),
  ).toThrow(
    [
      'has 2 problems:',
      '  config.usercluster:pools: unknown key; did you mean "user-cluster:pools"?',
      '  config.aws:region: unknown key; this program reads "user-cluster:" keys only',
    ].join('\n'),
  );
});

test("ignores the engine's own keys", () => {
  const values = { 'user-cluster:pools': '[]', 'pulumi:tags': '{}' };
  expect(userCluster(values)).toEqual({ pools: [] });
});

test('tells numbers from texts by the schema', () => {
  const schema = z.strictObject({ count: z.int(), word: z.string(), on: z.boolean() });
  const values = { 'x:count': '2', 'x:word': '2', 'x:on': 'true' };
  expect(parseConfig(schema, { project: 'x', stack: 's', values, secretKeys: [] })).toEqual({
    count: 2,
    word: '2',
    on: true,
  });
});

test('rejects a secret in plain text and says how to encrypt it', () => {
  expect(() => infra({ kubeconfig: 'hush' })).toThrow(
    'has 1 problem:\n  config.infra:existing.kubeconfig: a secret in plain text; remove it, then ' +
      "pulumi -C packages/infra config set --stack sandbox --secret --path 'existing.kubeconfig'",
  );
  expect(infra({ kubeconfig: 'hush' }, ['infra:existing'])).toMatchObject({
    provisioner: 'existing',
    existing: { kubeconfig: 'hush' },
  });
});

test('never prints anything of an encrypted key', () => {
  const attempt = () => infra({ kubeconfig: 5001, kubeconfigEnv: 7007 }, ['infra:existing']);
  expect(attempt).toThrow(
    [
      'stacks/infra/Pulumi.sandbox.yaml has 2 problems:',
      '  config.infra:existing.kubeconfigEnv: expected the name of an environment variable, such as KUBECONFIG, got a secret value that is not shown',
      '  config.infra:existing.kubeconfig: expected the text of a kubeconfig, got a secret value that is not shown',
    ].join('\n'),
  );
  expect(attempt).not.toThrow(/5001|7007/);
});

test('reads the running stack and knows which keys are encrypted', async () => {
  const config = { 'infra:provisioner': 'existing', 'infra:existing': '{"kubeconfig":"hush"}' };
  const world = { project: 'infra', stack: 'sandbox', config };
  const { result } = await recordProgram(() => parseConfig(withSecret, rawConfig()), {
    ...world,
    secretKeys: ['infra:existing'],
  });
  expect(result.existing?.kubeconfig).toBe('hush');
  await expect(recordProgram(() => parseConfig(withSecret, rawConfig()), world)).rejects.toThrow(
    'a secret in plain text',
  );
});

test('stops without a stack trace, and only if there is a problem', () => {
  const identity = { project: 'infra', stack: 'sandbox' };
  expect(() => rejectProblems(identity, [])).not.toThrow();
  try {
    rejectProblems(identity, [{ path: ['a', 0, 'b'], message: 'is odd' }]);
    throw new Error('nothing was thrown');
  } catch (error) {
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect((error as Error).message).toBe(
      'stacks/infra/Pulumi.sandbox.yaml has 1 problem:\n  config.infra:a[0].b: is odd',
    );
  }
});

test.each(['__proto__', 'constructor', 'toString'])(
  'reports a key called %s like any other unknown key',
  (key) => {
    const values = { 'user-cluster:pools': '[]', [`user-cluster:${key}`]: '{}' };
    expect(() => userCluster(Object.fromEntries(Object.entries(values)))).toThrow(
      new pulumi.RunError(
        'stacks/user-cluster/Pulumi.sandbox.demo.yaml has 1 problem:' +
          `\n  config.user-cluster:${key}: unknown key; known: pools`,
      ),
    );
  },
);

test('prints each problem on one line, whatever a key or a value contains', () => {
  const wrong = { ...pool, name: 'a\u009b2J', 'replicas\n': 2 };
  expect(() => userCluster({ 'user-cluster:pools': JSON.stringify([wrong]) })).toThrow(
    new pulumi.RunError(
      [
        'stacks/user-cluster/Pulumi.sandbox.demo.yaml has 2 problems:',
        '  config.user-cluster:pools[0].name: expected a name of at most 63 lower-case letters, ' +
          'digits and dashes, got "a\\u009b2J"',
        '  config.user-cluster:pools[0]["replicas\\n"]: unknown key; did you mean "replicas"?',
      ].join('\n'),
    ),
  );
});

test('rejects an encrypted value that would not be kept secret, and does not print it', () => {
  const config = { 'infra:provisioner': 'kubeone', 'infra:label': 'hush' };
  const raw = { project: 'infra', stack: 'sandbox', values: config };
  const { problems, valid } = inspectConfig(withSecret, {
    ...raw,
    secretKeys: ['infra:label'],
  });
  expect(problems).toEqual([
    {
      path: ['label'],
      message:
        'is encrypted, but nothing in it is kept secret: it will be readable in the state and in ' +
        'messages; write it in plain text',
    },
  ]);
  expect(valid).not.toHaveProperty('label');
  expect(inspectConfig(withSecret, { ...raw, secretKeys: ['infra:kubeone'] }).problems).toEqual([]);
});
