// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { promisesScript, readJudgement } from './judgement.ts';

const lines = [
  'kept    healthz: /healthz says ok on the loopback address alone',
  'unasked udev_rules: udev takes the rules: Strata has no rules of udev here',
  'BROKEN  programs: the programs are there: missing: tar (played: a.ts; upstream: b c d)',
  'unasked mount_all: mount -a succeeds: it changes the machine for a moment: --act allows it',
];
const counts = '1 promises kept, 1 broken, 2 cannot be judged here';

test('promises are counted as kept, listed when broken, and named with the reason when not judged', () => {
  expect(readJudgement([...lines, counts, ''].join('\n'))).toEqual({
    kept: 1,
    broken: [lines[2]],
    unasked: { mount_all: '--act allows it', udev_rules: 'Strata has no rules of udev here' },
  });
});

test('a script that has not come to its end has judged nothing', () => {
  const text = lines.join('\n');
  expect(() => readJudgement(text)).toThrow(`it did not come to its end:\n${text}`);
  expect(() => readJudgement('')).toThrow('it did not come to its end:\n');
});

test('a line that is lost is noticed by the counts', () => {
  const text = [...lines.slice(1), counts].join('\n');
  expect(() => readJudgement(text)).toThrow(`its lines are 0, 1, 2, its counts 1, 1, 2:\n${text}`);
});

test('what the script itself says of a machine that is no node can be read', () => {
  const names = ['healthz', 'kernel_modules'];
  const { stdout } = spawnSync('sh', ['-s', '--', ...names], {
    input: `id() { echo 0; }\n${promisesScript()}`,
    encoding: 'utf8',
  });
  expect(readJudgement(stdout)).toEqual({
    kept: 0,
    broken: [],
    unasked: {
      healthz: 'this machine is no node',
      kernel_modules: 'Strata has not set this machine up',
    },
  });
});
