// SPDX-License-Identifier: Apache-2.0
import { compareYaml } from './compare-yaml.ts';
import type { FieldChange } from './compare-yaml.ts';
import { yamlWords } from './yaml-words.ts';

const compare = (before: string, after: string) => compareYaml(yamlWords(before), yamlWords(after));

const pools = (...entries: readonly string[]) => `pools:\n${entries.join('')}`;
const pool = (name: string, replicas: number, more = '') =>
  `  - name: ${name}\n    replicas: ${replicas}\n${more}`;

const rows: readonly (readonly [string, string, string, readonly FieldChange[]])[] = [
  ['the same in another style is no change', 'a: [1, "x"]', "a:\n  - 1\n  - 'x' # new", []],
  [
    'a value has its old and its new words',
    'version: 1.30\nreplicas: 2\non: true',
    'version: 1.31\nreplicas: 0x4\non: ~',
    [
      { kind: 'changed', path: 'version', before: '1.30', after: '1.31' },
      { kind: 'changed', path: 'replicas', before: '2', after: '0x4' },
      { kind: 'changed', path: 'on', before: 'true', after: '~' },
    ],
  ],
  [
    'a number that becomes a text has its quotes',
    'vlan: 400',
    "vlan: '400'",
    [{ kind: 'changed', path: 'vlan', before: '400', after: "'400'" }],
  ],
  [
    'entries with names are compared by them, wherever they stand',
    pools(pool('a', 1), pool('b', 2)),
    pools(pool('new', 9, '    labels: { x: y }\n    sizes: [4, 8]\n'), pool('a', 1), pool('b', 3)),
    [
      { kind: 'added', path: 'pools[new]', value: 'replicas 9, labels …, sizes 4, 8' },
      { kind: 'changed', path: 'pools[b].replicas', before: '2', after: '3' },
    ],
  ],
  [
    'an entry that goes, and one that has another place',
    pools(pool('a', 1), pool('b', 2), pool('c', 3)),
    pools(pool('c', 4), pool('b', 2)),
    [
      { kind: 'changed', path: 'pools[c].replicas', before: '3', after: '4' },
      { kind: 'removed', path: 'pools[a]', value: 'replicas 1' },
      { kind: 'moved', path: 'pools[c]' },
    ],
  ],
  [
    'texts of a list come and go',
    'sources: [10.0.0.0/16, 10.1.0.0/16]',
    'sources: [10.0.0.0/16, 10.2.0.0/16, 10.3.0.0/16]',
    [
      { kind: 'added', path: 'sources', value: '10.2.0.0/16' },
      { kind: 'added', path: 'sources', value: '10.3.0.0/16' },
      { kind: 'removed', path: 'sources', value: '10.1.0.0/16' },
    ],
  ],
  [
    'entries without names are compared by their place',
    'spread: [{ key: a, skew: 1 }, { key: b }]',
    'spread: [{ key: a, skew: 2 }, { key: b }, { key: c }]',
    [
      { kind: 'changed', path: 'spread[0].skew', before: '1', after: '2' },
      { kind: 'added', path: 'spread[2]', value: 'key c' },
    ],
  ],
  [
    'a key that comes, one that goes, and a key with a dot',
    'a: { b: 1 }\nlabels: { "x.y/z": 1 }',
    'a: { c: { d: 2 } }\nlabels: { "x.y/z": 2 }',
    [
      { kind: 'changed', path: 'labels."x.y/z"', before: '1', after: '2' },
      { kind: 'added', path: 'a.c', value: 'd 2' },
      { kind: 'removed', path: 'a.b', value: '1' },
    ],
  ],
  [
    'an encrypted value is another one, whatever it was',
    'key: { secure: v1:aaa }\nopen: { secure: v1:bbb }\nsame: { secure: v1:c }',
    'key: { secure: v1:zzz }\nopen: plain\nsame: { secure: v1:c }\nnew: { secure: v1:d }',
    [
      { kind: 'secret', path: 'key' },
      { kind: 'secret', path: 'open' },
      { kind: 'added', path: 'new', value: '(secret)' },
    ],
  ],
  [
    'what has the name of a secret, or looks like one, is not told',
    'env: [{ name: DB_PASSWORD, value: a }]\nadminPassword: one\nkubeconfig: { users: [{ name: a, x: 1 }] }\nca: x\nencryptionsalt: v1:a',
    'env: [{ name: DB_PASSWORD, value: b }]\nadminPassword: two\nkubeconfig: { users: [{ name: a, x: 2 }] }\nca: "-----BEGIN CERTIFICATE-----"\nencryptionsalt: v1:b',
    [
      { kind: 'secret', path: 'env[DB_PASSWORD].value' },
      { kind: 'secret', path: 'adminPassword' },
      { kind: 'secret', path: 'kubeconfig.users[0].x' },
      { kind: 'secret', path: 'ca' },
      { kind: 'secret', path: 'encryptionsalt' },
    ],
  ],
];

test.each(rows)('%s', (_, before, after, expected) => {
  const found = compare(before, after);
  const sorted = (all: readonly FieldChange[]) => [...all].map((one) => JSON.stringify(one)).sort();
  expect(sorted(found)).toEqual(sorted(expected));
});

test('changes stand in the order of the new file', () => {
  const paths = compare('a: 1\nb: 1\nc: 1', 'c: 2\nb: 2\na: 2').map(({ path }) => path);
  expect(paths).toEqual(['c', 'b', 'a']);
});

test('what is no YAML, or would become too much of it, is an error', () => {
  expect(() => yamlWords('a: [')).toThrow('Flow sequence');
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    .concat(['b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]'])
    .join('\n');
  expect(() => yamlWords(bomb)).toThrow('Excessive alias count');
  expect(() => yamlWords(`a: [${'1,'.repeat(2_001)}]`)).toThrow('a list is too long');
});
