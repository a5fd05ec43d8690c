// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';

test('reads environments and the path of the page', () => {
  expect(parseCommand([])).toEqual({ action: 'write', environments: [] });
  expect(
    parseCommand(['--environment', 'a', '--environment', 'b', '--out', '/tmp/page.html']),
  ).toEqual({ action: 'write', environments: ['a', 'b'], out: '/tmp/page.html' });
  expect(parseCommand(['--help'])).toEqual({ action: 'help' });
});

test('reads the commits of a page with before and after', () => {
  expect(parseCommand(['--base', 'main'])).toMatchObject({
    range: { base: 'main', head: 'HEAD' },
  });
  expect(parseCommand(['--base', 'main', '--head', 'branch'])).toMatchObject({
    range: { base: 'main', head: 'branch' },
  });
});

test('reads whether clusters are read, and which sandbox', () => {
  expect(parseCommand(['--live'])).toEqual({ action: 'write', environments: [], live: {} });
  expect(parseCommand(['--live', '--sandbox', 'two'])).toMatchObject({ live: { sandbox: 'two' } });
});

test('reads the port of a server, and how often it reads clusters', () => {
  const usual = { action: 'serve', environments: [], port: 4180, seconds: 30 };
  expect(parseCommand(['--serve'])).toEqual(usual);
  expect(parseCommand(['--serve', '--live', '--port', '0', '--every', '5'])).toEqual({
    ...usual,
    port: 0,
    seconds: 5,
    live: {},
  });
});

test('reads a question with its values', () => {
  expect(
    parseCommand(['what-if', 'vlan-becomes', '40', '41', '--environment', 'a', '--json']),
  ).toEqual({
    action: 'what-if',
    question: 'vlan-becomes',
    values: ['40', '41'],
    environments: ['a'],
    json: true,
  });
});

test.each([
  [['--alive'], "Unknown option '--alive'"],
  [['draw'], 'unknown command "draw"'],
  [['--json'], '--json is for what-if'],
  [['--head', 'branch'], '--head needs --base'],
  [['--sandbox', 'two'], '--sandbox needs --live'],
  [
    ['--live', '--base', 'main'],
    '--live is about the files as they are, and --base about two commits',
  ],
  [['--port', '80'], '--port needs --serve'],
  [['--every', '5'], '--every needs --serve'],
  [['--serve', '--port', '65536'], '--port must be a whole number from 0 to 65535'],
  [['--serve', '--port', 'x'], '--port must be a whole number from 0 to 65535'],
  [['--serve', '--every', '0'], '--every must be a whole number from 1 to 86400'],
  [['--serve', '--out', 'page.html'], '--serve writes no file'],
  [
    ['--serve', '--base', 'main'],
    '--serve follows the files as they are, and --base is about two commits',
  ],
  [['what-if', 'host-lost', 'h1', '--serve'], 'what-if writes no page'],
  [['what-if', 'host-lost', 'h1', '--base', 'main'], 'what-if writes no page'],
  [['what-if', 'host-lost', 'h1', '--live'], 'what-if writes no page'],
])('refuses %j with the usage', (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
  expect(() => parseCommand(args)).toThrow(usage);
});
