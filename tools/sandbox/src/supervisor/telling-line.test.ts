// SPDX-License-Identifier: Apache-2.0
import { tellingLine } from './telling-line.ts';

test('finds a full disk before the panic that it causes', () => {
  const log = 'started\nwrite wal: no space left on device\npanic: failed to write\n\tmain.go:31';
  expect(tellingLine(log)).toBe('write wal: no space left on device');
});

test('finds the cause above its stack trace', () => {
  expect(tellingLine('panic: address in use\ngoroutine 1\n\tmain.go:31 +0x28\n')).toBe(
    'panic: address in use',
  );
});

test('returns the last line when no line looks like a cause', () => {
  expect(tellingLine('starting\nbye\n')).toBe('bye');
  expect(tellingLine('')).toBe('');
});
