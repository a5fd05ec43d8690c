// SPDX-License-Identifier: Apache-2.0
import { formatPath } from './config/index.ts';
import { readStackYaml } from './stack-yaml.ts';

const problemsOf = (text: string) =>
  readStackYaml(text).problems.map(({ message, path }) => `${formatPath(path)}: ${message}`);

test('follows merge keys, as Pulumi does', () => {
  const text = 'a: &base { x: 1, y: 2 }\nb: { <<: *base, y: 3 }\n';
  expect(readStackYaml(text)).toMatchObject({
    value: { a: { x: 1, y: 2 }, b: { x: 1, y: 3 } },
    problems: [],
  });
});

test('reports values that Pulumi reads as others, with their paths and lines', () => {
  const text = `config:
  user-cluster:network:
    vlans:
      - name: storage
        vlan: 0100
      - { name: backup, vlan: 1_000 }
  user-cluster:pools:
    - labels: { since: 2024-01-01 }
      replicas: 0b11
      taints: [010]
    - 0200: x
`;
  expect(problemsOf(text)).toEqual([
    "config.user-cluster:network.vlans[0].vlan: 0100 in line 5 is 64 for Pulumi; write 100, or '0100' for a text",
    "config.user-cluster:network.vlans[1].vlan: 1_000 in line 6 is 1000 for Pulumi; write 1000, or '1_000' for a text",
    "config.user-cluster:pools[0].labels.since: 2024-01-01 in line 8 is a time for Pulumi; write '2024-01-01'",
    "config.user-cluster:pools[0].replicas: 0b11 in line 9 is 3 for Pulumi; write 3, or '0b11' for a text",
    "config.user-cluster:pools[0].taints[0]: 010 in line 10 is 8 for Pulumi; write 10, or '010' for a text",
    "config.user-cluster:pools[1].200: 0200 in line 11 is 128 for Pulumi; write 200, or '0200' for a text",
  ]);
});

test.each([
  [1, []],
  [2, ['config', 'a']],
  [3, ['config', 'a', 'b']],
  [5, ['config', 'c', 0]],
  [6, ['config', 'c', 0, 'size']],
  [7, ['config', 'c', 1, 'name']],
  [8, ['config', 7]],
])('says that line %i has %j', (line, path) => {
  const text =
    'config:\n  a:\n    b: 1\n  c:\n    - name: x\n      size: 2\n    - { name: y }\n  7: z\n';
  expect(readStackYaml(text).lineOf(path)).toBe(line);
});

test.each([
  [2, ['config', 'a', 'missing', 'b']],
  [3, ['config', 'a', 'b', 'c']],
  [4, ['config', 'c', 1]],
  [4, ['config', 'c', 'length']],
  [1, ['missing']],
  [5, ['config', 'merged', 'b']],
])('says of a value that is not there that line %i could have it: %j', (line, path) => {
  const text = 'config:\n  a: &a\n    b: 1\n  c: [2]\n  merged: { <<: *a }\n';
  expect(readStackYaml(text).lineOf(path)).toBe(line);
  expect(readStackYaml('').lineOf(path)).toBe(1);
});

test('reports no value that everybody reads alike, and no day of expires', () => {
  const text = `config:
  user-cluster:expires: 2027-01-31
  a: [08, 1e3, 0x10, 1.35.4, "0100", '2027-01-31', !!str 0100, 02:00:00:00:00:01, ~, true, 007]
`;
  expect(problemsOf(text)).toEqual([]);
});

test('throws what the parser says of a text that is no YAML', () => {
  expect(() => readStackYaml('a: [')).toThrow('Flow sequence');
  expect(() => readStackYaml('a: 1\na: 2')).toThrow('Map keys must be unique');
});
