// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  debuggerSessions,
  loadedPackages,
  promiseStacks,
  runNode,
  sameStructs,
  sentMessages,
  sentPositions,
  sentStructs,
  writtenAnswers,
} from './test-node.ts';

const packages = join(import.meta.dirname, '../..');

const programs = readdirSync(packages).filter((name) =>
  existsSync(join(packages, name, 'program.ts')),
);

/** A trace that Pulumi asks a program to take part in. */
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('there are programs', () => {
  expect(programs).toEqual(['addons', 'infra', 'kubevirt-stack', 'user-cluster']);
});

test.each(programs)('Pulumi.yaml of %s makes Node import program-start first', (name) => {
  expect(readFileSync(join(packages, name, 'Pulumi.yaml'), 'utf8')).toContain(`
  options:
    # Node strips the types itself.
    typescript: false
    # Leaves out what no program here needs of Pulumi's SDK.
    nodeargs: --import=@strata/program-start
    packagemanager: npm
`);
});

test('a program has plain stack traces, and loads no part of the SDK that it does not use', () => {
  expect(runNode(loadedPackages, { patched: true })).toEqual([
    '@pulumi/pulumi',
    '@opentelemetry/api',
  ]);
});

test('a traced program loads the whole SDK', () => {
  expect(runNode(loadedPackages, { patched: true, env: { TRACEPARENT } })).toEqual([
    '@pulumi/pulumi',
    '@opentelemetry/api',
    '@opentelemetry/sdk-trace-node',
    '@pulumi/pulumi/automation',
    '@npmcli/arborist',
    'typescript',
    'source-map',
    'js-yaml',
    '@pulumi/kubernetes/helm',
  ]);
});

test('a program whose own spans nobody wants loads no more than without traces', () => {
  const env = { OTEL_SDK_DISABLED: 'true', TRACEPARENT };
  expect(runNode(loadedPackages, { patched: true, env })).toEqual([
    '@pulumi/pulumi',
    '@opentelemetry/api',
  ]);
});

test('no debug line of the SDK leaves a program', () => {
  expect(runNode(sentMessages, { patched: true })).toEqual(['aloud']);
});

test('no path of the machine that runs a program is sent with its resources', () => {
  expect(runNode(sentPositions, { patched: true })).toEqual([['thing', false, false]]);
});

test('answers of the engine are not written out', () => {
  expect(runNode(writtenAnswers, { patched: true })).toEqual([false, '[message]']);
});

test('properties are sent and read without a message of each value, and their fields remain', () => {
  expect(runNode(sentStructs, { patched: true })).toEqual({ ...sameStructs, messages: 4 });
});

test('where a promise was made is not written down, but promises that do not end are known', () => {
  expect(runNode(promiseStacks, { patched: true })).toEqual(['Error', '', 1]);
});

test('PULUMI_DEBUG_PROMISE_LEAKS shows where a promise was made', () => {
  const env = { PULUMI_DEBUG_PROMISE_LEAKS: '1' };
  const found = runNode(promiseStacks, { patched: true, env });
  expect(found).toEqual(['Error', 'at debuggablePromise', 1]);
});

test('a program runs without V8’s debugger', () => {
  expect(runNode(debuggerSessions, { patched: true })).toBe(0);
});
