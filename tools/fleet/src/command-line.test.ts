// SPDX-License-Identifier: Apache-2.0
import { parseCommand, usage } from './command-line.ts';

test('reads environments and the path of the page', () => {
  expect(parseCommand([])).toEqual({
    action: 'write',
    environments: [],
    out: '.strata/fleet.html',
  });
  expect(
    parseCommand(['--environment', 'a', '--environment', 'b', '--out', '/tmp/page.html']),
  ).toEqual({ action: 'write', environments: ['a', 'b'], out: '/tmp/page.html' });
  expect(parseCommand(['--help'])).toEqual({ action: 'help' });
});

test('refuses unknown options with the usage', () => {
  expect(() => parseCommand(['--live'])).toThrow("Unknown option '--live'");
  expect(() => parseCommand(['--live'])).toThrow(usage);
});
