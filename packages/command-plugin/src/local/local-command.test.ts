// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resource } from '../testing/resource.ts';

const type = 'command:local:Command';
const secret = (value: unknown) => ({
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  value,
});
const unknownMark = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

test('runs create once with standard input and environment, and returns its output', async () => {
  const resource = new Resource(type);
  const inputs = {
    create: 'cat; echo "$GREETING" >&2',
    stdin: 'one\ntwo',
    environment: { GREETING: 'hi' },
  };
  expect(await resource.create(inputs)).toEqual({ stdout: 'one\ntwo', stderr: 'hi' });
  expect(resource.infos.toSorted()).toEqual(['hi', 'one', 'two']);
  expect(resource.changes(inputs)).toEqual([]);
});

test.each([
  ['stdout', ['out']],
  ['stderr', ['err']],
  ['none', []],
])('logs only the streams of logging: %s', async (logging, infos) => {
  const resource = new Resource(type);
  await resource.create({ create: 'echo out; echo err >&2', logging });
  expect(resource.infos).toEqual(infos);
});

test('runs update with the last output when an input changes, or create when there is no update', async () => {
  const resource = new Resource(type);
  await resource.create({ create: 'echo first' });
  const changed = { create: 'echo first', update: 'echo "was $PULUMI_COMMAND_STDOUT"' };
  expect(resource.changes(changed)).toEqual(['update']);
  expect(await resource.update(changed)).toEqual({ stdout: 'was first', stderr: '' });
  expect(await resource.update({ create: 'echo again' })).toEqual({ stdout: 'again', stderr: '' });
  const silent = { create: 'echo "${PULUMI_COMMAND_STDOUT-none}"', addPreviousOutputInEnv: false };
  expect(await resource.update(silent)).toEqual({ stdout: 'none', stderr: '' });
});

test('replaces the resource when a trigger of any type changes', async () => {
  const resource = new Resource(type);
  await resource.create({ create: 'true', triggers: ['a', { b: [1] }] });
  expect(resource.changes({ create: 'true', triggers: ['a', { b: [1] }] })).toEqual([]);
  expect(resource.changes({ create: 'true', triggers: ['a', { b: [2] }] })).toEqual(['triggers*']);
  expect(resource.changes({ create: 'true', triggers: ['a', unknownMark] })).toEqual(['triggers*']);
});

test('runs delete in its working directory when the resource is deleted', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'strata-local-'));
  const resource = new Resource(type);
  await resource.create({ create: 'echo made > trace', delete: 'echo gone >> trace', dir });
  await resource.delete();
  expect(readFileSync(join(dir, 'trace'), 'utf8')).toBe('made\ngone\n');
  rmSync(dir, { recursive: true });
});

test('fails with the output of the command, without showing the command', async () => {
  const create = 'echo "no such thing" >&2; exit 3 # hunter2';
  await expect(new Resource(type).create({ create })).rejects.toThrow(
    new Error('the create command on this machine ended with exit code 3:\nno such thing'),
  );
});

test('its output is a secret as soon as any input is a secret', async () => {
  const resource = new Resource(type);
  const inputs = {
    create: 'echo "$WORD"',
    environment: { WORD: secret('hunter2') },
    logging: 'none',
  };
  expect(resource.preview(inputs)).toEqual({
    stdout: secret(unknownMark),
    stderr: secret(unknownMark),
  });
  expect(await resource.create(inputs)).toEqual({ stdout: secret('hunter2'), stderr: secret('') });
  expect(resource.infos).toEqual([]);
});

test('ends the command and its children when Pulumi is interrupted', async () => {
  const abort = new AbortController();
  const resource = new Resource(type, abort.signal);
  const creation = resource.create({ create: 'sleep 60 & wait' });
  setTimeout(() => abort.abort(new Error('interrupted')), 100);
  await expect(creation).rejects.toThrow('interrupted');
});

test('names every kind of wrong input', () => {
  const resource = new Resource(type);
  expect(resource.problems({ create: 1 })).toEqual(['create must be a command']);
  expect(resource.problems({ create: 'true', logging: 'all' })).toEqual([
    'logging must be stdout or stderr or stdoutAndStderr or none',
  ]);
  expect(resource.problems({ environment: { 'A B': 'x' } })).toEqual([
    'environment has A B, which is no name of an environment variable',
  ]);
});
