// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingCitations } from '../missing-citations.ts';
import { allPromises } from './all-promises.ts';
import { valuesAt } from './field-path.ts';
import { judge, type ClusterObject } from './judge.ts';
import type { FieldPromise, Must } from './promise.ts';
import { describePromise, linesOf, sumOf } from './report.ts';

const object = {
  metadata: { name: 'a', labels: { 'x/one': '1', 'x/two': '2' } },
  spec: { names: ['b', 'c'] },
  status: {
    conditions: [{ type: 'Ready', status: 'True' }, null],
    said: '[{"name":"a","default":true}]',
    at: '2026-01-01T00:00:00Z',
    nothing: null,
  },
};

test.each([
  ['metadata.name', ['a']],
  ['metadata.labels["x/two"]', ['2']],
  ['metadata.labels["x/*"]', ['1', '2']],
  ['spec.names[*]', ['b', 'c']],
  ['status.conditions[type=Ready].status', ['True']],
  ['status.conditions[type=Other].status', []],
  ['status.said{json}[default=true].name', ['a']],
  ['status.at{json}.name', []],
  ['status.nothing', []],
  ['spec.none.deeper', []],
])('%s', (path, expected) => {
  expect(valuesAt(object, path)).toEqual(expected);
});

test('a path that cannot be read is an error', () => {
  expect(() => valuesAt(object, 'spec.names[')).toThrow(
    'the path spec.names[ cannot be read at "["',
  );
});

const objectsOf = (kind: string): readonly ClusterObject[] =>
  kind === 'things' ? [object] : kind === 'others' ? [{ metadata: { name: 'b' } }] : [];

const promise = (field: string, must: Must, kind = 'things'): FieldPromise => ({
  played: ['hardware/hosts.ts'],
  upstream: 'kubernetes pkg/a.go b',
  of: { kind, where: { 'metadata.name': '^[ab]$' } },
  field,
  must,
});
const now = new Date('2026-01-01T00:01:00Z');

test.each<[string, Must, boolean]>([
  ['metadata.name', { is: 'a' }, true],
  ['metadata.name', { is: 'b' }, false],
  ['status.said{json}[*].name', { is: '{metadata.name}' }, true],
  ['metadata.labels["x/*"]', { matches: String.raw`^\d$` }, true],
  ['metadata.labels["x/*"]', { matches: '^1$' }, false],
  ['spec.missing', { matches: '' }, false],
  ['spec.names[*]', { sameAs: 'spec.names[*]' }, true],
  ['spec.names[*]', { sameAs: 'metadata.name' }, false],
  ['spec.names[*]', { among: { kind: 'others', field: 'metadata.name' } }, false],
  ['status.at', { within: 60 }, true],
  ['status.at', { within: 59 }, false],
])('%s must be %j: %s', (field, must, isKept) => {
  const { asked, broken } = judge(promise(field, must), objectsOf, now);
  expect([asked, broken.length === 0]).toEqual([1, isKept]);
});

test('an object is not judged that has what excludes it, or of which two fields that must be the same have nothing', () => {
  const asked = (of: Partial<FieldPromise['of']>, field: string, must: Must) => {
    const made = promise(field, must);
    return judge({ ...made, of: { ...made.of, ...of } }, objectsOf).asked;
  };
  const without = (pattern: string) => ({ without: { 'status.at': pattern } });
  expect(asked(without('^2026'), 'metadata.name', { is: 'a' })).toBe(0);
  expect(asked(without('^2025'), 'metadata.name', { is: 'a' })).toBe(1);
  expect(asked({}, 'spec.none', { sameAs: 'spec.missing' })).toBe(0);
  expect(asked({}, 'spec.none', { sameAs: 'spec.names[*]' })).toBe(1);
  const excluding = {
    ...promise('metadata.name', { is: 'a' }),
    of: { kind: 'x', ...without('2') },
  };
  expect(describePromise(excluding)).toBe('x without status.at ~ 2: metadata.name is a');
});

test('each verdict has its line, and a broken promise says where and what was found', () => {
  const verdicts = [
    judge(promise('metadata.name', { is: 'a' }), objectsOf),
    judge(promise('metadata.name', { is: 'b' }), objectsOf),
    judge(promise('metadata.name', { is: 'a' }, 'nothing'), objectsOf),
  ];
  expect(verdicts.flatMap((one) => linesOf(one, 'infra'))).toEqual([
    'kept    hardware/hosts.ts: things with metadata.name ~ ^[ab]$: metadata.name is a (1: a has a)',
    'BROKEN  hardware/hosts.ts: things with metadata.name ~ ^[ab]$: metadata.name is b (upstream: kubernetes pkg/a.go b)',
    '        a has a',
    'unasked hardware/hosts.ts: nothing with metadata.name ~ ^[ab]$: metadata.name is a',
  ]);
  expect(sumOf(verdicts)).toBe(
    '1 promises kept, 1 broken, 1 not asked, because the cluster has no such object',
  );
});

const tools = join(import.meta.dirname, '../../..');
const played = readFileSync(join(tools, 'sandbox/PLAYED.md'), 'utf8');

test('every path can be read, and every pattern is one', () => {
  for (const { of, field, must } of allPromises) {
    const conditions = Object.entries(of.where ?? {});
    expect(() =>
      [field, ...conditions.map(([path]) => path)].map((path) => valuesAt({}, path)),
    ).not.toThrow();
    const patterns = conditions.map(([, pattern]) => pattern);
    if ('matches' in must) patterns.push(must.matches);
    expect(() => patterns.map((pattern) => new RegExp(pattern))).not.toThrow();
  }
});

test('the page lists every kind whose objects are read', () => {
  const page = readFileSync(join(tools, '../docs/hypervisor-lane.md'), 'utf8');
  const [, listed = ''] = /needs the right to list ([^.]+)\./.exec(page) ?? [];
  const kinds = allPromises.flatMap(({ of, must }) =>
    'among' in must ? [of.kind, must.among.kind] : [of.kind],
  );
  expect([...listed.matchAll(/`([a-z]+)`/g)].map(([, kind]) => kind).toSorted()).toEqual(
    [...new Set(kinds)].toSorted(),
  );
});

test('every promise is of played files', () => {
  const files = allPromises.flatMap((one) => one.played);
  expect(files.filter((file) => !existsSync(join(tools, 'sandbox/src', file)))).toEqual([]);
});

test('PLAYED.md names for every file the kinds about which something is promised', () => {
  const files = new Set(allPromises.flatMap((one) => one.played));
  const kindsOf = (file: string) =>
    new Set(allPromises.flatMap((one) => (one.played.includes(file) ? [one.of.kind] : [])));
  const wrong = [...files].flatMap((file) => {
    const row = played.split('\n').find((line) => line.includes(`](src/${file})`)) ?? '';
    const promised = `promises: ${[...kindsOf(file)].toSorted().join(', ')}`;
    const cell = row.split('|').at(-2)?.trim() ?? '';
    return cell.split('; ').includes(promised) ? [] : [`${file}: ${promised}, not ${cell}`];
  });
  expect(wrong).toEqual([]);
});

test('upstream has every cited word, in the version that PLAYED.md cites, as far as it is here', () => {
  const places = allPromises.map(({ upstream }) => upstream);
  expect(missingCitations(places, played, 'refused')).toEqual([]);
});
