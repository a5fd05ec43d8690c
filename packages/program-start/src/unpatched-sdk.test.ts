// SPDX-License-Identifier: Apache-2.0
// Behaviour of the SDK without patches, which is the reason for each patch. If one of these tests
// fails with a newer SDK, the patch of the same name may no longer be needed: remove it, or find
// out which case it misses.
import {
  debuggerSessions,
  promiseStacks,
  runNode,
  sameStructs,
  sentMessages,
  sentPositions,
  sentStructs,
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
    'js-yaml',
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

test('quick-structs: google-protobuf makes a message of each value that is sent and read', () => {
  expect(runNode(sentStructs, { patched: false })).toEqual({ ...sameStructs, messages: 26 });
});

test('no-promise-stacks: the SDK writes down where each of its promises was made', () => {
  expect(runNode(promiseStacks, { patched: false })).toEqual(['Error', 'at debuggablePromise', 1]);
});

test('no-inspector: the SDK connects each program to V8’s debugger', () => {
  expect(runNode(debuggerSessions, { patched: false })).toBe(1);
});
