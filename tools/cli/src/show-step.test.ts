// SPDX-License-Identifier: Apache-2.0
import { showCommand, showStep, showSteps } from './show-step.ts';

test('programs of node_modules are called by npx, words with spaces are quoted', () => {
  expect(showCommand(['node', 'a.ts', "it's", 'a b'])).toBe("npx node a.ts 'it'\\''s' 'a b'");
  expect(showCommand(['kubectl', 'get', 'nodes', '-o', 'wide'])).toBe('kubectl get nodes -o wide');
});

test.each([
  [{ argv: ['a'], into: '/x/y' }, 'a > /x/y'],
  [{ argv: ['a'], into: '/x/y', errorsInto: '/x/z' }, 'a > /x/y 2> /x/z'],
  [{ argv: ['a'], unless: ['b', 'c'] }, 'b c > /dev/null 2>&1 || a'],
  [{ argv: ['a'], when: ['b'] }, 'if b > /dev/null 2>&1; then a; fi'],
  [
    { argv: ['a'], when: ['b'], otherwise: ['nx', 'c'] },
    'if b > /dev/null 2>&1; then a; else npx nx c; fi',
  ],
])('%j is a line for a shell', (step, line) => {
  expect(showStep(step)).toBe(line);
});

test('in another folder the lines begin with the way to the root, and a folder of their own is deleted last', () => {
  const steps = [{ argv: ['a'], into: '/tmp/s/out' }, { argv: ['b', '/tmp/s/out'] }];
  const places = { folder: '/root/sub', root: '/root', scratch: '/tmp/s' };
  expect(showSteps(steps, places, ['# end'])).toEqual([
    'cd /root',
    'd=$(mktemp -d)',
    'a > "$d"/out',
    'b "$d"/out',
    '# end',
    'rm -rf "$d"',
  ]);
  expect(showSteps([{ argv: ['a'] }], { ...places, folder: '/root' })).toEqual(['a']);
});

test('commands of a real environment leave their temporary files in the folder that is deleted', () => {
  const environment = 'production';
  const steps = [
    { argv: ['pulumi', 'up'], environment },
    { argv: ['a'], when: ['b'], otherwise: ['nx', 'c'], environment },
    { argv: ['a'], unless: ['b'], environment },
    { argv: ['kubectl', 'get'] },
  ];
  const places = { folder: '/root', root: '/root', scratch: '/tmp/s' };
  expect(showSteps(steps, places)).toEqual([
    'd=$(mktemp -d)',
    'TMPDIR="$d" pulumi up',
    'if TMPDIR="$d" b > /dev/null 2>&1; then TMPDIR="$d" a; else TMPDIR="$d" npx nx c; fi',
    'TMPDIR="$d" b > /dev/null 2>&1 || TMPDIR="$d" a',
    'kubectl get',
    'rm -rf "$d"',
  ]);
});
