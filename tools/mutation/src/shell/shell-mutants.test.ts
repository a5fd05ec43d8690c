// SPDX-License-Identifier: Apache-2.0
import { shellMutants } from './shell-mutants.ts';

const changes = (script: string) =>
  shellMutants(script).map(({ after, before, line }) => `${line}: ${before} -> ${after}`);

test('a command is left out, unless it goes on in another line', () => {
  expect(changes('set -u\n  log done\n')).toEqual(['1: set -u -> :', '2: log done -> :']);
  expect(changes('curl "$url" |\n  tar -x')).toEqual([]);
});

test('comments, empty lines and the words around commands stay', () => {
  expect(changes('# exit 1\n\nmain() {\n}\ncase "$1" in\n--undo)\n;;\nesac\nelse\ndone')).toEqual(
    [],
  );
});

test('each condition is turned round, once for every place', () => {
  expect(changes('if [ "$a" = 1 ] && [ "$b" = 2 ]; then')).toEqual([
    '1: if [ "$a" = 1 ] && [ "$b" = 2 ]; then -> if [ "$a" = 1 ] || [ "$b" = 2 ]; then',
    '1: if [ "$a" = 1 ] && [ "$b" = 2 ]; then -> if ! [ "$a" = 1 ] && [ "$b" = 2 ]; then',
    '1: if [ "$a" = 1 ] && [ "$b" = 2 ]; then -> if [ "$a" != 1 ] && [ "$b" = 2 ]; then',
    '1: if [ "$a" = 1 ] && [ "$b" = 2 ]; then -> if [ "$a" = 1 ] && [ "$b" != 2 ]; then',
  ]);
  expect(changes('  until ! reads; do')).toEqual(['1: until ! reads; do -> until reads; do']);
  expect(changes('elif [ -f "$x" ]; then')).toEqual([
    '1: elif [ -f "$x" ]; then -> elif ! [ -f "$x" ]; then',
    '1: elif [ -f "$x" ]; then -> elif [ ! -f "$x" ]; then',
  ]);
});

test('an exit code is another one, and a value is empty', () => {
  expect(changes('  return 1')).toEqual(['1: return 1 -> :', '1: return 1 -> return 0']);
  expect(changes('exit 0')).toEqual(['1: exit 0 -> :', '1: exit 0 -> exit 1']);
  expect(changes('mark=strata.dev/drained')).toEqual(["1: mark=strata.dev/drained -> mark=''"]);
  expect(changes('failures=0')).toEqual(['1: failures=0 -> failures=9']);
  expect(changes('empty=')).toEqual([]);
});

test('the rest of the script stays as it is', () => {
  expect(shellMutants('a=b\nrun\n').map(({ text }) => text)).toEqual(["a=''\nrun\n", 'a=b\n:\n']);
});
