// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingCitations } from '../missing-citations.ts';
import { allMachinePromises } from './all-machine-promises.ts';
import { imagePrograms, impossibleChecks, optionalPrograms } from './image-lists.ts';
import type { MachinePromise } from './promise.ts';
import { checkFiles, checksFolder, renderScript } from './render-script.ts';

const tools = join(import.meta.dirname, '../../..');
const played = readFileSync(join(tools, 'sandbox/PLAYED.md'), 'utf8');
const imageTools = readFileSync(join(tools, 'sandbox/src/guest/root/image-tools.ts'), 'utf8');
const checks = checkFiles.map((name) => readFileSync(join(checksFolder, name), 'utf8')).join('\n');
const functions = [...checks.matchAll(/^(\w+)\(\) \{/gm)].map(([, name = '']) => name);

test('every promise has a check of its name, and no name is used twice', () => {
  const names = allMachinePromises.map(({ check }) => check);
  expect(names.filter((name) => !functions.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(functions).size).toBe(functions.length);
});

test('every function of the checks is called', () => {
  const calls = (name: string) => [...checks.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
  const names = new Set(allMachinePromises.map(({ check }) => check));
  const own = ['begin', 'judge', 'conclude'];
  expect(
    functions.filter((name) => !names.has(name) && !own.includes(name) && calls(name) < 2),
  ).toEqual([]);
});

test('every promise is of played files', () => {
  const files = allMachinePromises.flatMap((one) => one.played);
  expect(files.filter((file) => !existsSync(join(tools, 'sandbox/src', file)))).toEqual([]);
});

test('PLAYED.md names for every file the promises that a machine is asked', () => {
  const wrong = played.split('\n').flatMap((line) => {
    const [, file] = /\]\(src\/([^)]+)\)/.exec(line) ?? [];
    if (file === undefined) return [];
    const names = allMachinePromises.filter((one) => one.played.includes(file));
    const list = names.map(({ check }) => check).toSorted();
    const cell = line.split('|').at(-2)?.trim() ?? '';
    const found = cell.split('; ').find((part) => part.startsWith('machine: '));
    const wanted = list.length === 0 ? undefined : `machine: ${list.join(', ')}`;
    return found === wanted ? [] : [`${file}: ${wanted ?? 'nothing'}, not ${cell}`];
  });
  expect(wrong).toEqual([]);
});

/** Returns the texts of a list in the sandbox's table of its image. */
function listOf(beginning: string, end: string): string[] {
  const begin = imageTools.indexOf(beginning);
  const text = imageTools.slice(begin, imageTools.indexOf(end, begin));
  return [...text.matchAll(/^\s+'([^']+)',$/gm)].map(([, item = '']) => item);
}

test("the lists are those of the sandbox's image", () => {
  const standIns = listOf('export const standIns', '];').map((path) => path.replace(/^.*\//, ''));
  const all = new Set([...listOf('export const imageTools', ']'), 'curl', ...standIns]);
  const listed = [...imagePrograms, ...Object.keys(optionalPrograms)];
  expect(listed.toSorted()).toEqual([...all, 'kubeadm', 'kubectl'].toSorted());
  expect(listOf('export const impossibleChecks', ']')).toEqual([...impossibleChecks]);
});

test('upstream has every cited word, in the version that PLAYED.md cites, as far as it is here', () => {
  const places = allMachinePromises.map(({ upstream }) => upstream);
  expect(missingCitations(places, played, 'left out')).toEqual([]);
});

/** Runs the script with promises of its own, as far as this machine lets it judge. */
function run(checksOfTest: string, names: readonly string[], ...args: readonly string[]) {
  const promises: readonly MachinePromise[] = names.map((check) => ({
    check,
    played: ['a.ts', 'b.ts'],
    upstream: 'kubernetes pkg/a.go b',
    expects: `it's ${check}`,
  }));
  const asRoot = 'id() { echo 0; }\n';
  const script = renderScript(promises).replace(
    "image_tools='",
    () => `${checksOfTest}\nimage_tools='`,
  );
  const { status, stdout, stderr } = spawnSync('sh', ['-s', '--', ...args], {
    input: asRoot + script,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: stdout.trim().split('\n'), stderr: stderr.trim() };
}

const fine = 'fine() { echo so; echo it is; }';
const failing = "failing() { expect 'the number' 2 3; }";
const away = 'away() { acts; }';

test('each promise has its line, and the counts are at the end', () => {
  expect(run(`${fine}\n${failing}\n${away}`, ['fine', 'failing', 'away'])).toEqual({
    status: 1,
    stderr: '',
    lines: [
      "kept    fine: it's fine (so it is)",
      "BROKEN  failing: it's failing: the number: 2, not 3 (played: a.ts, b.ts; upstream: kubernetes pkg/a.go b)",
      "unasked away: it's away: it changes the machine for a moment: --act allows it",
      '1 promises kept, 1 broken, 1 cannot be judged here',
    ],
  });
});

test('without a broken promise it succeeds, and what it may do it does', () => {
  const { status, lines } = run(`${fine}\n${away}`, ['fine', 'away'], '--act');
  expect([status, lines.at(-1)]).toEqual([0, '2 promises kept, 0 broken, 0 cannot be judged here']);
});

test('promises that are named are judged alone', () => {
  const { status, lines } = run(`${fine}\n${failing}`, ['fine', 'failing'], 'fine');
  expect([status, lines.length, lines.at(-1)]).toEqual([
    0,
    2,
    '1 promises kept, 0 broken, 0 cannot be judged here',
  ]);
});

test('it ends with 2 when it is used wrongly', () => {
  expect(run('', [], '--force')).toEqual({
    status: 2,
    lines: [''],
    stderr: 'machine-promises.sh: --force is unknown; the only flag is --act',
  });
  expect(run(fine, ['fine'], 'other')).toEqual({
    status: 2,
    lines: [''],
    stderr: 'machine-promises.sh: there is no promise other',
  });
  const { status, stderr } = spawnSync('sh', ['-s'], {
    input: `id() { echo 1000; }\n${renderScript()}`,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, 'machine-promises.sh: must be run by root\n']);
});

test('a machine that is no node breaks nothing that only nodes promise', () => {
  const names = ['healthz', 'static_pods', 'one_shot', 'cloud_init_once', 'kernel_modules'];
  const { status, stdout } = spawnSync('sh', ['-s', '--', ...names], {
    input: `id() { echo 0; }\n${renderScript()}`,
    encoding: 'utf8',
  });
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([
    0,
    '0 promises kept, 0 broken, 5 cannot be judged here',
  ]);
});

test('the step prints the script', () => {
  const step = join(import.meta.dirname, '../../machine-promises.sh');
  expect(execFileSync(step, { encoding: 'utf8' })).toBe(renderScript());
  const { status, stderr } = spawnSync(step, ['--act'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    'machine-promises.sh has no arguments: give them to the shell in the machine\n',
  ]);
});
