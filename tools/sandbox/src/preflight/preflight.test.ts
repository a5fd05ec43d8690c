// SPDX-License-Identifier: Apache-2.0
import { describeChecks } from './describe-checks.ts';
import { checkGit, checkMemory } from './machine-checks.ts';
import { preflight } from './preflight.ts';
import { requireAll } from './require-all.ts';

const checks = [
  { what: 'system', found: 'linux' },
  { what: 'user namespaces', found: 'not allowed (unshare failed)', fix: 'run it with sudo' },
  { what: 'Go', found: 'missing', fix: 'install Go 1.26' },
];

test('lists every problem with its fix in one table', () => {
  expect(describeChecks(checks)).toEqual([
    '  ok     system           linux',
    '  WRONG  user namespaces  not allowed (unshare failed)',
    '         fix: run it with sudo',
    '  WRONG  Go               missing',
    '         fix: install Go 1.26',
  ]);
});

test('reports all problems in one error', () => {
  expect(() => requireAll(checks)).toThrow(
    new Error(
      [
        'This machine cannot run the sandbox as it is:',
        '  user namespaces: not allowed (unshare failed); run it with sudo',
        '  Go: missing; install Go 1.26',
      ].join('\n'),
    ),
  );
});

test('does not fail on a machine that lacks nothing', () => {
  expect(() => requireAll([{ what: 'Go', found: 'go1.26.8' }])).not.toThrow();
});

test.each([
  [3.9, { what: 'memory', found: '3.9 GB, about 4 GB are needed' }],
  [
    2,
    {
      what: 'memory',
      found: '2.0 GB, about 4 GB are needed',
      fix: 'give the machine, or the container, 4 GB',
    },
  ],
])('checks a machine with %d GB of memory', (gigabytes, check) => {
  expect(checkMemory(gigabytes * 1024 ** 3)).toEqual(check);
});

test('shows the version of git, and the fix when git is missing', () => {
  expect(checkGit()).toEqual({
    what: 'git',
    found: expect.stringMatching(/^\d+\.\d+/) as string,
  });
  expect(checkGit('/nowhere')).toEqual({
    what: 'git',
    found: 'missing',
    fix: 'install the package git',
  });
});

test('checks all that the machine must have', async () => {
  const { checks: found } = await preflight(['etcd']);
  // The disk is only asked for what is still to be built, routing only where there are namespaces.
  const asked = [...new Set(found.map(({ what }) => what))].filter(
    (what) => !['disk', 'routing'].includes(what),
  );
  expect(asked).toEqual(['system', 'commands', 'user namespaces', 'git', 'memory', 'Go']);
});
