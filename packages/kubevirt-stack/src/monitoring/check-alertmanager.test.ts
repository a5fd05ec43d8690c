// SPDX-License-Identifier: Apache-2.0
import { checkAlertmanager } from './check-alertmanager.ts';

const problems = (...lines: string[]) => checkAlertmanager(lines.join('\n'));

const problem = (message: string) => ({
  path: ['monitoring', 'alertmanager', 'config'],
  message: `Alertmanager would refuse it: ${message}`,
});

test('accepts routes to receivers that exist', () => {
  expect(
    problems(
      'route:',
      '  receiver: 1',
      '  routes:',
      '    - matchers: [severity = critical]',
      '      receiver: pager',
      '    - routes: [{ receiver: pager }]',
      'receivers:',
      "  - name: '1'",
      '  - name: pager',
      '    webhook_configs: [{ url: "https://pager.example.org/{{ .Id }}" }]',
    ),
  ).toEqual([]);
});

test('does not judge a text that it cannot read, and Alertmanager can', () => {
  expect(problems('receivers: [', '{ name: a }', ']', 'route: { receiver: a }')).toEqual([]);
});

test('accepts what Alertmanager passes over: an empty receiver below the root, and further documents', () => {
  const route = 'route: { receiver: a, routes: [{ receiver: "" }] }';
  expect(problems('---', 'receivers: [{ name: a }]', route, '---', 'more: text')).toEqual([]);
});

test('accepts an entry without contents, and more than a hundred uses of an anchor', () => {
  const routes = Array.from({ length: 101 }, () => '    - *pager');
  expect(
    problems(
      'receivers: [~, { name: pager }]',
      'templates: [&pager { receiver: pager }]',
      'route:',
      '  receiver: pager',
      '  routes:',
      ...routes,
    ),
  ).toEqual([]);
});

test.each<[string, string[], string[]]>([
  ['no text', [''], ['has no route; add one with a receiver']],
  [
    'text that is no YAML',
    ['route:', '  receiver: secret', ' receivers: [{ name: secret }]'],
    ['line 3 is no YAML; mend it'],
  ],
  [
    'an alias without an anchor',
    ['route: { receiver: *secret }'],
    ['an alias has no anchor before it; mend it'],
  ],
  ['no route', ['receivers: [{ name: a }]'], ['has no route; add one with a receiver']],
  ['an empty route', ['route:'], ['has no route; add one with a receiver']],
  ['text alone', ['secret'], ['has no route; add one with a receiver']],
  [
    'a route without receiver',
    ['route: { group_wait: 10s }', 'receivers: [{ name: a }]'],
    ['route has no receiver; add one for alerts that no other route takes'],
  ],
  [
    'routes to receivers that do not exist',
    [
      'route: { receiver: a, routes: [{ receiver: b }, { receiver: secret }] }',
      'receivers: [{ name: b }]',
    ],
    [
      'route.receiver is none of receivers; correct it, or add the receiver',
      'route.routes[1].receiver is none of receivers; correct it, or add the receiver',
    ],
  ],
  [
    'no receivers',
    ['route: { receiver: a }'],
    ['route.receiver is none of receivers; correct it, or add the receiver'],
  ],
])('refuses %s, without showing any of it', (_title, lines, messages) => {
  expect(problems(...lines)).toEqual(messages.map(problem));
});
