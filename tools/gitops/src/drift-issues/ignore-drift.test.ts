// SPDX-License-Identifier: Apache-2.0
import type { IgnoreRule } from './drift-config.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreDrift } from './ignore-drift.ts';
import { readDriftConfig } from './read-drift-config.ts';
import { driftReport, update, urn } from './testing/drift-report.ts';
import { inShard, parseShard } from './shard.ts';

const rule = (more: Partial<IgnoreRule>): IgnoreRule => ({
  resource: 'kubernetes:apps/v1:Deployment web',
  field: 'spec.replicas',
  reason: 'an autoscaler is being tried',
  until: '2026-12-31',
  ...more,
});
const web = urn('kubernetes:apps/v1:Deployment', 'web');
const api = urn('kubernetes:core/v1:Service', 'api');
const report = driftReport('prod.shop', {
  drift: [
    { resource: web, field: 'spec.replicas', wanted: '2', live: '5' },
    { resource: api, field: 'spec.ports[0].port', wanted: '80', live: '81' },
  ],
  changes: [update(web), update(api)],
  counts: { create: 0, update: 2, replace: 0, delete: 0, same: 7 },
});

test('leaves out exactly what a rule names', () => {
  const judged = ignoreDrift(report, [rule({})], '2026-12-31');
  expect(judged).toEqual({
    ignored: 1,
    ended: [],
    report: {
      ...report,
      drift: [report.drift[1]],
      changes: [update(api)],
      counts: { create: 0, update: 1, replace: 0, delete: 0, same: 8 },
    },
  });
});

test('a stack whose every difference is left out counts as unchanged', () => {
  const { report: judged } = ignoreDrift(
    report,
    [rule({ resource: '*', field: 'spec' })],
    '2026-01-01',
  );
  expect(judged).toMatchObject({ outcome: 'unchanged', drift: [], changes: [] });
});

test.each([
  ['another stack', { stacks: 'user-cluster/prod.other' }],
  ['another resource', { resource: 'kubernetes:apps/v1:Deployment webs' }],
  ['a field of which it is only the beginning', { field: 'spec.replica' }],
  ['a pattern that is no regular expression', { field: 'spec.r.*' }],
])('a rule for %s leaves nothing out', (_name, more) => {
  expect(ignoreDrift(report, [rule(more)], '2026-01-01')).toEqual({
    report,
    ignored: 0,
    ended: [],
  });
});

test('a rule covers everything below its field, and a star matches any text', () => {
  const rules = [
    rule({ resource: '*:Service *', field: 'spec.ports', stacks: 'user-cluster/prod.*' }),
  ];
  expect(ignoreDrift(report, rules, '2026-01-01').report.drift).toEqual([report.drift[0]]);
});

test('a rule ends after its last day, and the result names it', () => {
  const old = rule({});
  expect(ignoreDrift(report, [old], '2027-01-01')).toEqual({ report, ignored: 0, ended: [old] });
});

test('does not apply rules to a failed check', () => {
  const failed = { ...report, outcome: 'failed' as const };
  expect(ignoreDrift(failed, [rule({ resource: '*', field: '*' })], '2026-01-01').report).toBe(
    failed,
  );
});

test('reads the file of an environment, and lists everything that is wrong with it', () => {
  const root = mkdtempSync(join(tmpdir(), 'drift-'));
  mkdirSync(join(root, 'stacks/drift'), { recursive: true });
  const write = (text: string) => writeFileSync(join(root, 'stacks/drift/prod.yaml'), text);
  expect(readDriftConfig(root, 'prod')).toEqual({ repair: 'by-label', ignore: [] });
  write('repair: automatic\n');
  expect(readDriftConfig(root, 'prod')).toEqual({ repair: 'automatic', ignore: [] });
  write('repair: never\nignore:\n  - resource: x\n    field: y\n    until: soon\n');
  expect(() => readDriftConfig(root, 'prod')).toThrow(
    [
      'stacks/drift/prod.yaml is wrong:',
      '  repair: expected one of "by-label", "automatic", got "never"',
      '  ignore[0].reason: missing; expected why it may differ',
      '  ignore[0].until: expected a day such as "2026-12-31", got "soon"',
    ].join('\n'),
  );
  write('repair: [\n');
  expect(() => readDriftConfig(root, 'prod')).toThrow(/^stacks\/drift\/prod\.yaml is no YAML: /);
  rmSync(root, { recursive: true });
});

test('every stack is in exactly one part, and stays there when stacks are added', () => {
  const stacks = Array.from({ length: 500 }, (_, index) => `user-cluster/prod.c-${index}`);
  const sizes = [1, 2, 3, 4, 5].map(
    (part) => stacks.filter((stack) => inShard(stack, { part, of: 5 })).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(500);
  expect(Math.min(...sizes)).toBeGreaterThan(70);
  expect(inShard('user-cluster/prod.shop', parseShard('1/1'))).toBe(true);
});

test.each(['0/5', '6/5', '2', '2/0', 'a/b', '2/5x'])('%s is no part', (text) => {
  expect(() => parseShard(text)).toThrow(
    `--shard is "${text}"; it must be a part and how many there are, such as 2/5.`,
  );
});
