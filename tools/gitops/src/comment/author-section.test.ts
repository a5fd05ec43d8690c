// SPDX-License-Identifier: Apache-2.0
import type { FileChange } from '../pull-request/author-changes.ts';
import type { FieldChange } from '../pull-request/compare-yaml.ts';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import { authorSection } from './author-section.ts';

const longest = 64_000;

const changed = (file: string, ...fields: readonly FieldChange[]): FileChange => ({
  file,
  kind: 'changed',
  fields,
});

const version: FieldChange = { kind: 'changed', path: 'version', before: '1', after: '2' };

const section = (
  files: readonly FileChange[],
  code: readonly { readonly place: string; readonly files: number }[] = [],
) =>
  authorSection(
    { author: { files, code }, capacity: [], cost: [], rings: [], byHand: [] },
    longest,
  );

const title = '\n### What the author changed\n\n';

test('says each kind of change in the words of the file, values first', () => {
  const fields: readonly FieldChange[] = [
    { kind: 'added', path: 'pools[gpu]', value: 'replicas 3, instancetype gpu-8' },
    { kind: 'moved', path: 'pools[md-b]' },
    { kind: 'removed', path: 'isolation.apiSources', value: '10.0.0.0/16' },
    { kind: 'secret', path: 'monitoring.password' },
    { kind: 'changed', path: 'pools[md-a].replicas', before: '2', after: '4' },
    { kind: 'changed', path: 'note', before: '', after: 'x' },
  ];
  expect(section([changed('user-cluster/Pulumi.prod.shop.yaml', ...fields)])).toBe(
    `${title}- <code>user-cluster/Pulumi.prod.shop.yaml</code>: <code>pools&#91;md-a&#93;.replicas</code> 2 → 4; <code>note</code> (empty) → x; <code>monitoring.password</code> (secret) changed; added: <code>pools&#91;gpu&#93;</code> replicas 3, instancetype gpu-8; removed: <code>isolation.apiSources</code> 10.0.0.0/16; <code>pools&#91;md-b&#93;</code> has another place in its list\n`,
  );
});

test('stacks come before limits; what is new, gone or no YAML is said; code is one line', () => {
  const files: readonly FileChange[] = [
    changed('blast-radius/prod.yaml', { ...version, path: 'rolledNodes' }),
    { file: 'user-cluster/Pulumi.prod.gone.yaml', kind: 'removed' },
    { ...changed('user-cluster/Pulumi.prod.new.yaml', version), kind: 'new' },
    changed('user-cluster/Pulumi.prod.same.yaml'),
    { file: 'user-cluster/Pulumi.prod.wrong.yaml', kind: 'changed' },
  ];
  const code = [
    { place: '.', files: 1 },
    { place: 'packages/user-cluster', files: 3 },
  ];
  expect(section(files, code)).toBe(
    [
      `${title}- <code>user-cluster/Pulumi.prod.gone.yaml</code>: the file is removed`,
      '- <code>user-cluster/Pulumi.prod.new.yaml</code> (new): <code>version</code> 1 → 2',
      '- <code>user-cluster/Pulumi.prod.same.yaml</code>: comments or the order of keys',
      '- <code>user-cluster/Pulumi.prod.wrong.yaml</code>: changed, and cannot be compared as YAML',
      '- <code>blast-radius/prod.yaml</code>: <code>rolledNodes</code> 1 → 2',
      '- outside <code>stacks</code>: the root (1 file), <code>packages/user-cluster</code> (3 files)\n',
    ].join('\n'),
  );
});

test('six files are seen at once, others are folded, and what has no room is counted', () => {
  const many = Array.from({ length: 8 }, (_, index) => changed(`drift/e${index}.yaml`, version));
  const line = (index: number) =>
    `- <code>drift/e${index}.yaml</code>: <code>version</code> 1 → 2\n`;
  expect(section(many)).toBe(
    `${title}${[0, 1, 2, 3, 4, 5].map(line).join('')}\n<details><summary>2 more files</summary>\n\n${line(6)}${line(7)}\n</details>\n`,
  );
  const all = Array.from({ length: 2_000 }, (_, index) => changed(`drift/e${index}.yaml`, version));
  const text = section(all);
  const said = text.match(/drift\/e\d+\.yaml/g)?.length ?? 0;
  expect(text.length).toBeLessThan(8_000);
  expect(said).toBeGreaterThan(100);
  expect(text).toContain(`<summary>1994 more files</summary>`);
  expect(text).toContain(`- … ${2_000 - said} more\n`);
});

test('a file says twelve of its changes, and how many there are more; long values are cut', () => {
  const fields = Array.from({ length: 20 }, (_, index) => ({ ...version, path: `k${index}` }));
  const text = section([
    changed('drift/a.yaml', { ...version, before: 'x'.repeat(99) }, ...fields),
  ]);
  expect(text).toContain(`${'x'.repeat(59)}… → 2`);
  expect(text.match(/<code>k\d+<\/code>/g)).toHaveLength(11);
  expect(text).toContain('; 9 more\n');
});

test.each<[string, PullRequest, string]>([
  [
    'why it cannot be told',
    { unknown: 'the commit abc is not in this clone' },
    'It cannot be told: the commit abc is not in this clone.\n',
  ],
  [
    'that nothing is changed',
    { author: { files: [], code: [] }, capacity: [], cost: [], rings: [], byHand: [] },
    'Nothing.\n',
  ],
])('says %s', (_, pullRequest, expected) => {
  expect(authorSection(pullRequest, longest)).toBe(`${title}${expected}`);
});

test('what a branch has written is text: no markup, mention, link or command', () => {
  const evil =
    '</code></details><img src=x> @org/team #12 !7 ![a](b) `x` **b** https://e.vil\n/close';
  const fields: readonly FieldChange[] = [
    { kind: 'changed', path: evil, before: evil, after: evil },
    { kind: 'added', path: evil, value: evil },
    { kind: 'secret', path: evil },
  ];
  const text = section([changed(evil, ...fields)], [{ place: evil, files: 1 }]);
  // In the type of code forges neither mention nor link.
  const outside = text.replace(/<code>[^<]*<\/code>/g, '');
  expect(text).not.toMatch(/<img|<\/details>|`|\*\*|^\//m);
  expect(outside).not.toMatch(/@org|#12|!7|https:\/\//);
});

test('a profile names the clusters that extend it', () => {
  const clusters = Array.from({ length: 14 }, (_, index) => ({
    environment: 'prod',
    cluster: `c${index}`,
  }));
  const field = { kind: 'changed', path: 'cni.mtu', before: '1400', after: '1450' } as const;
  const text = section([{ ...changed('profiles/small.yaml', field), clusters }]);
  expect(text).toContain(
    '<code>profiles/small.yaml</code> (for prod / c0, prod / c1, prod / c2, prod / c3, prod / c4, prod / c5, prod / c6, prod / c7, prod / c8, prod / c9, prod / c10, prod / c11, 2 more): <code>cni.mtu</code> 1400 → 1450',
  );
});
