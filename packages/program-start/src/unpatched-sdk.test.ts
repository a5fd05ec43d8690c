// SPDX-License-Identifier: Apache-2.0
// What the SDK does by itself, which is why it is patched. Where one of these fails with a newer SDK,
// the patch of the same name may have nothing to do any more: take it out, or see what it missed.
import {
  promiseStacks,
  runNode,
  sentMessages,
  sentPositions,
  unusedImports,
  writtenAnswers,
} from './test-node.ts';

test('skip-unused-modules: the SDK and its runner load modules that no program here needs', () => {
  expect(runNode(unusedImports, { patched: false })).toEqual([
    './automation',
    './helm',
    './kustomize',
    './yaml',
    '@npmcli/arborist',
    '@opentelemetry/exporter-zipkin',
    '@opentelemetry/instrumentation',
    '@opentelemetry/instrumentation-grpc',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
    '@opentelemetry/sdk-trace-node',
    'normalize-package-data',
    'source-map-support/register',
    'typescript',
  ]);
});

test('no-debug-lines: the SDK sends each debug line to the engine', () => {
  expect(runNode(sentMessages, { patched: false })).toEqual(['hush', 'aloud']);
});

test('no-source-positions: the SDK sends paths of the machine with each resource', () => {
  expect(runNode(sentPositions, { patched: false })).toEqual([['thing', true, true]]);
});

test('no-response-texts: the SDK writes out each answer of the engine for a debug line', () => {
  expect(runNode(writtenAnswers, { patched: false })).toEqual([
    true,
    'urn:pulumi:stack::project::some:kind:Thing::thing',
  ]);
});

test('no-promise-stacks: the SDK writes down where each of its promises was made', () => {
  expect(runNode(promiseStacks, { patched: false })).toEqual(['Error', 'at debuggablePromise', 1]);
});
