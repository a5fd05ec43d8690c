// SPDX-License-Identifier: Apache-2.0
import { parseCommandLine, usage } from './command-line.ts';

test('passes every argument after exec to the command that is run', () => {
  const line = parseCommandLine(['--name', 'two', 'exec', 'kubectl', 'get', '-f', '--json']);
  expect(line.command).toBe('exec');
  expect(line.name).toBe('two');
  expect(line.json).toBe(false);
  expect(line.rest).toEqual(['kubectl', 'get', '-f', '--json']);
});

test('a sandbox may be called exec', () => {
  const up = parseCommandLine(['--name', 'exec', 'up', '--hosts', '5']);
  expect([up.command, up.name, up.settings.hosts]).toEqual(['up', 'exec', 5]);
  const run = parseCommandLine(['--name', 'exec', 'exec', 'ls', '--json']);
  expect([run.command, run.name, run.rest]).toEqual(['exec', 'exec', ['ls', '--json']]);
});

test('leaves out a separator before the command', () => {
  expect(parseCommandLine(['exec', '--', 'ls', '--', 'x']).rest).toEqual(['ls', '--', 'x']);
});

test('reads settings as numbers and lists, and leaves those that are not given undefined', () => {
  expect(parseCommandLine(['up', '--hosts', '5', '--zones', 'x,y']).settings).toEqual({
    hosts: 5,
    hostCpu: undefined,
    hostMemoryGiB: undefined,
    hostCpuModels: undefined,
    zones: ['x', 'y'],
  });
});

test('keeps the text of a number that is not one, so that the settings can reject it', () => {
  expect(parseCommandLine(['up', '--hosts', 'many']).settings.hosts).toBe('many');
});

test('reads --tour', () => {
  expect(parseCommandLine(['start', '--tour']).tour).toBe(true);
  expect(parseCommandLine(['start']).tour).toBe(false);
});

test('shows the help without a command and with --help', () => {
  expect(parseCommandLine([]).command).toBe('help');
  expect(parseCommandLine(['up', '--help']).command).toBe('help');
});

test('rejects an unknown command and an unknown option, and shows the help', () => {
  expect(() => parseCommandLine(['upp'])).toThrow(`Unknown command "upp".\n\n${usage()}`);
  expect(() => parseCommandLine(['up', '--host'])).toThrow("Unknown option '--host'");
});

test('rejects a port outside the range', () => {
  expect(() => parseCommandLine(['forward', '--port', '70000'])).toThrow(
    '--port: "70000" is not a port: use a number from 0 to 65535.',
  );
});
