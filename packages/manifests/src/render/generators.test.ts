// SPDX-License-Identifier: Apache-2.0
import { toolFor } from './generators.ts';

test.each([
  ['manifest-templator', 'v1.8.4', 'kubevirt'],
  ['manifest-templator', 'v1.9.0', 'kubevirt-1.9'],
  ['manifest-generator', 'v1.65.0', 'cdi'],
  ['manifest-generator', 'v1.64.0', 'cdi-1.64'],
])('%s of %s is built from %s', (binary, version, tool) => {
  expect(toolFor(binary, version)).toBe(tool);
});

test('names a generator that the toolchain lacks, and the file to change', () => {
  expect(() => toolFor('manifest-templator', 'v0.1.0')).toThrow(
    'the toolchain has no manifest-templator of v0.1.0: add it to tools/toolchain/src/tools.ts',
  );
});
