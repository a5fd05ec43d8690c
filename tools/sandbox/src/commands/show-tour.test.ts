// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showTour, whatFollows } from './show-tour.ts';

const go = { what: 'Go', found: 'go1.26.8' };
const machine = {
  checks: [go],
  missingTools: [],
  downloads: [],
  duration: 'about 1 min',
} as const;

test.each([
  [
    { ...machine, missingTools: ['etcd', 'kwok'], duration: 'about 2 min' },
    '2 Go tools will be built: about 2 min on this machine, if it does nothing else. First, what needs none of them:',
  ],
  [
    { ...machine, missingTools: ['etcd'] },
    '1 Go tool will be built: about 1 min on this machine, if it does nothing else. First, what needs none of them:',
  ],
  [
    {
      ...machine,
      missingTools: ['pulumi', 'kubernetes', 'etcd'],
      downloads: ['pulumi', 'kubernetes'],
    },
    '2 tools will be downloaded and 1 Go tool will be built: about 1 min on this machine, if it does nothing else. First, what needs none of them:',
  ],
  [
    { ...machine, missingTools: ['kubernetes'], downloads: ['kubernetes'] },
    '1 tool will be downloaded. First, what needs none of them:',
  ],
  [machine, 'All tools are there.'],
  [
    { ...machine, checks: [{ ...go, found: 'missing', fix: 'install it' }] },
    'Mend what is WRONG, then run this again. What follows needs none of it.',
  ],
] as const)('one line says what follows the tour: %#', (found, line) => {
  expect(whatFollows(found)).toBe(line);
});

test('shows the tour of a checkout once, and again when it is asked for', async () => {
  const root = mkdtempSync(join(tmpdir(), 'strata-show-tour-'));
  const shown = async (isAsked: boolean) => {
    const lines: string[] = [];
    const line = (text: string) => void lines.push(text);
    await showTour(machine, { line, status: line }, isAsked, root);
    return lines;
  };
  try {
    const first = await shown(false);
    expect(first.slice(0, 4)).toEqual([
      '==> What this machine has',
      '  ok     Go  go1.26.8',
      'All tools are there.',
      '\n==> The files under stacks/, held against each other',
    ]);
    expect(await shown(false)).toEqual([]);
    expect(await shown(true)).toHaveLength(first.length);
  } finally {
    rmSync(root, { recursive: true });
  }
});
