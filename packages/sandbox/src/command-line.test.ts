// SPDX-License-Identifier: Apache-2.0
import { parseCommandLine, usage } from './command-line.ts';

test('everything behind exec belongs to the command that is run', () => {
  const line = parseCommandLine(['--name', 'two', 'exec', 'kubectl', 'get', '-f', '--json']);
  expect(line.command).toBe('exec');
  expect(line.name).toBe('two');
  expect(line.json).toBe(false);
  expect(line.rest).toEqual(['kubectl', 'get', '-f', '--json']);
});

test('a separator before the command is not a part of it', () => {
  expect(parseCommandLine(['exec', '--', 'ls', '--', 'x']).rest).toEqual(['ls', '--', 'x']);
});

test('settings are read as numbers and lists, and left open where not given', () => {
  expect(parseCommandLine(['up', '--hosts', '5', '--zones', 'x,y']).settings).toEqual({
    hosts: 5,
    hostCpu: undefined,
    hostMemoryGiB: undefined,
    zones: ['x', 'y'],
  });
});

test('a number that is none is kept, so that the settings can refuse it', () => {
  expect(parseCommandLine(['up', '--hosts', 'many']).settings.hosts).toBe('many');
});

test('the tour is asked for', () => {
  expect(parseCommandLine(['start', '--tour']).tour).toBe(true);
  expect(parseCommandLine(['start']).tour).toBe(false);
});

test('no command and --help show the help', () => {
  expect(parseCommandLine([]).command).toBe('help');
  expect(parseCommandLine(['up', '--help']).command).toBe('help');
});

test('an unknown command and an unknown option are refused with the help', () => {
  expect(() => parseCommandLine(['upp'])).toThrow(`Unknown command "upp".\n\n${usage()}`);
  expect(() => parseCommandLine(['up', '--host'])).toThrow("Unknown option '--host'");
});

test('a port outside the range is refused', () => {
  expect(() => parseCommandLine(['forward', '--port', '70000'])).toThrow(
    '--port: "70000" is not a port: use a number from 0 to 65535.',
  );
});
