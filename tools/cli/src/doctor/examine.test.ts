// SPDX-License-Identifier: Apache-2.0
import { checkMemory } from './checks.ts';
import { describeFindings, examine } from './examine.ts';

const refuse = (text: string) => () => {
  throw new Error(text);
};

test('all that is wrong is told at once', async () => {
  const checks = [
    { subject: 'go', look: refuse('Go is missing: install it.') },
    { subject: 'memory', look: () => '8.0 GB free' },
    { subject: 'namespaces', look: refuse('ip is missing.\nunshare is missing.') },
  ];
  const findings = await examine(checks, {});
  expect(findings).toEqual([
    { subject: 'go', isRight: false, text: 'Go is missing: install it.' },
    { subject: 'memory', isRight: true, text: '8.0 GB free' },
    { subject: 'namespaces', isRight: false, text: 'ip is missing.\nunshare is missing.' },
  ]);
  expect(describeFindings(findings)).toBe(
    [
      'go          WRONG Go is missing: install it.',
      'memory      ok    8.0 GB free',
      'namespaces  WRONG ip is missing.',
      '                  unshare is missing.',
      '',
      '2 of 3 are wrong.',
    ].join('\n'),
  );
});

test('a machine with everything lacks nothing', () => {
  const findings = [{ subject: 'go', isRight: true, text: 'go1.26.8' }];
  expect(describeFindings(findings)).toBe('go  ok    go1.26.8\n\nNothing is missing.');
});

test('less than four GB of memory is too little', () => {
  expect(checkMemory(4 * 1024 ** 3)).toBe('4.0 GB free');
  expect(() => checkMemory(4 * 1024 ** 3 - 1024 ** 2 * 60)).toThrow(
    '3.9 GB free, and the sandbox needs about 4 GB: end other programs first.',
  );
});
