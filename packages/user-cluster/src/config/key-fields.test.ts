// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { inspectConfig } from '@strata/contracts';
import { keys } from './key-fields.ts';

const inspect = (value: unknown) =>
  inspectConfig(z.strictObject({ keys }), {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: { 'user-cluster:keys': JSON.stringify(value) },
    secretKeys: [],
  });

// Proves: keys.token-key-rotation, keys.encryption-key-rotation, keys.authority-rotation, keys.control-plane-authority-rotation
test('by default, a cluster has the keys that it was made with', () => {
  expect(inspect({}).valid).toEqual({
    keys: {
      serviceAccount: { generation: 1, phase: 'finish' },
      encryption: { generation: 1, phase: 'finish' },
      authority: { generation: 1, phase: 'finish' },
      etcdAuthority: { generation: 1, phase: 'finish' },
      frontProxyAuthority: { generation: 1, phase: 'finish' },
    },
  });
});

test('a phase is one of three words, and a generation a number', () => {
  const { problems } = inspect({
    serviceAccount: { generation: 0, phase: 'rotate' },
    encryption: { generation: 101, phase: 'sign' },
    authority: { generation: 1.5, phase: 'read' },
    etcdAuthority: { generation: -1, phase: 'write' },
    frontProxyAuthority: { phase: '' },
  });
  expect(problems.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['keys.serviceAccount.generation', 'expected a whole number of 1 or more, got 0'],
    ['keys.serviceAccount.phase', 'expected one of "trust", "sign", "finish", got "rotate"'],
    ['keys.encryption.generation', 'expected a whole number from 1 to 100, got 101'],
    ['keys.encryption.phase', 'expected one of "read", "write", "finish", got "sign"'],
    ['keys.authority.generation', 'expected a whole number of 1 or more, got 1.5'],
    ['keys.authority.phase', 'expected one of "trust", "sign", "finish", got "read"'],
    ['keys.etcdAuthority.generation', 'expected a whole number of 1 or more, got -1'],
    ['keys.etcdAuthority.phase', 'expected one of "trust", "sign", "finish", got "write"'],
    ['keys.frontProxyAuthority.phase', 'expected one of "trust", "sign", "finish", got ""'],
  ]);
});
