// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import type { FieldChange } from '../pull-request/compare-yaml.ts';
import type { PullRequestFiles } from '../pull-request/read-pull-request.ts';
import type { StackReport } from '../report/stack-report.ts';
import { renderReports } from './render-reports.ts';

const page = { longest: 64_000, artifact: 'strata-reports' };

const cluster = (name: string, more: Partial<StackReport> = {}): StackReport =>
  driftReport(`prod.${name}`, {
    operation: 'preview',
    outcome: 'changed',
    drift: [],
    changes: [],
    effects: [],
    counts: { create: 0, update: 0, replace: 0, delete: 0, same: 3 },
    ...more,
  });

const files: PullRequestFiles = {
  author: {
    files: [
      {
        file: 'user-cluster/Pulumi.prod.shop.yaml',
        kind: 'changed',
        fields: [{ kind: 'changed', path: 'pools[a].replicas', before: '2', after: '4' }],
      },
    ],
    code: [],
  },
  capacity: [],
  cost: [],
  rings: [
    { name: 'first', environments: ['test'] },
    { name: 'last', environments: ['prod'] },
  ],
  byHand: [],
};

test('environments stand in the order of their rings; what the author changed comes before all', () => {
  const [prod, test] = [cluster('shop'), cluster('shop', { environment: 'test' })];
  const lines = renderReports([prod, test], { ...page, pullRequest: files }).split('\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '## Strata preview of <code>0123456789</code>: 2 with changes',
    '### What the author changed',
    '### What follows',
    '### test &#40;ring first&#41;',
    '### prod &#40;ring last&#41;',
  ]);
});

test('what the author changed is said although no stack is affected', () => {
  expect(renderReports([], { ...page, pullRequest: files })).toBe(
    [
      '## Strata: no stack is affected',
      '',
      '### What the author changed',
      '',
      '- <code>user-cluster/Pulumi.prod.shop.yaml</code>: <code>pools&#91;a&#93;.replicas</code> 2 → 4',
      '',
      'Everything in full: artifact <code>strata-reports</code>.\n',
    ].join('\n'),
  );
});

const removal = (...files: readonly string[]) => ({
  files: files.map((file) => ({ file, kind: 'removed' as const })),
  code: [],
});

test('a stack whose file is removed is said first, for it goes on running and nobody looks after it', () => {
  const author = removal('user-cluster/Pulumi.prod.shop.yaml');
  expect(renderReports([], { ...page, pullRequest: { ...files, author } })).toBe(
    [
      '## Strata: files of stacks are removed',
      '',
      '<b>The file of a stack is removed</b>: prod / shop. That destroys nothing. If it has not been destroyed before, all of it goes on running: nothing previews, deploys, renews or checks it any more. What is said here of costs counts it as gone, and what is said of room counts its machines as still there. A file that is renamed makes a second stack beside the first. <code>docs/continuous-deployment.md</code>, "When a stack is to go", has the order.',
      '',
      '### What the author changed',
      '',
      '- <code>user-cluster/Pulumi.prod.shop.yaml</code>: the file is removed',
      '',
      'Everything in full: artifact <code>strata-reports</code>.\n',
    ].join('\n'),
  );
});

test('stacks whose files are removed are said beside those that change; other files are no stacks', () => {
  const author = removal(
    'infra/Pulumi.prod.yaml',
    'user-cluster/Pulumi.prod.shop.yaml',
    'profiles/Pulumi.small.yaml',
    'capacity/prod.yaml',
  );
  const pullRequest = { ...files, author };
  expect(
    renderReports([cluster('web')], { ...page, pullRequest })
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    '## Strata preview of <code>0123456789</code>: 1 with changes',
    '',
    expect.stringContaining(
      '<b>The files of 2 stacks are removed</b>: prod / infra; prod / shop. That destroys nothing. If they have not been destroyed before,',
    ),
  ]);
});

test('values of a report are looked at once more, for a branch may have written it', () => {
  const change = (type: string, field: string, before: string) => ({
    urn: field,
    type,
    name: 'x',
    operation: 'update' as const,
    protected: false,
    fields: [field],
    values: [{ field, before, after: 'other' }],
  });
  const text = renderReports(
    [
      cluster('shop', {
        changes: [
          change('kubernetes:core/v1:Secret', 'metadata.name', 'canary-1'),
          change('kubernetes:core/v1:ConfigMap', 'data.userData', 'canary-2'),
          change('kubernetes:core/v1:ConfigMap', 'data.a', '-----BEGIN canary-3'),
          change('kubernetes:core/v1:ConfigMap', 'data.b', `canary-4${'x'.repeat(60)}`),
          change('kubernetes:core/v1:ConfigMap', 'data.c', 'plain'),
        ],
      }),
    ],
    page,
  );
  expect(text).not.toContain('canary');
  expect(text).toContain('<code>data.c</code> plain → other\n');
});

test('whatever others wrote cannot become markup, a mention, a link or a command', () => {
  const evil =
    '</summary></details><img src=x> @org/team #12 !7 ![a](b) `x` **b** https://e.vil\n/close';
  const effects = [{ kind: 'nodes-roll', count: 2, subject: evil, detail: evil } as const];
  const reports = [cluster('shop', { consequences: [evil, evil], effects, environment: evil })];
  const rings = [{ name: evil, environments: [evil] }];
  const text = renderReports(reports, { ...page, pullRequest: { ...files, rings } });
  expect(text).not.toMatch(/<img|<\/summary><\/details>|@org|#12|!7|https:\/\/|`|\*\*|^\//m);
  expect(text).toContain('&#60;img src=x&#62; @\u200borg/team &#35;\u200b12');
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('</details>', '<details>', '`'.repeat(50), '@all', '\n'.repeat(20), '\ud800'),
);
const texts = fc.array(anyText, { maxLength: 6 });
const anyReport = fc
  .record({
    outcome: fc.constantFrom<StackReport['outcome']>(
      'failed',
      'refused',
      'changed',
      'unchanged',
      'drifted',
    ),
    environment: anyText,
    stack: fc.stringMatching(/^[a-z][a-z0-9-]{0,39}\.[a-z][a-z0-9-]{0,39}$/),
    reason: anyText,
    consequences: texts,
    exceeded: texts,
    messages: texts,
  })
  .map(({ messages, stack, ...more }): StackReport => ({
    ...cluster(stack, more),
    effects: messages.map((subject) => ({
      kind: 'nodes-roll',
      count: 1,
      subject,
      detail: subject,
    })),
    policyViolations: messages.map((message) => ({
      policy: message,
      level: 'mandatory',
      resource: message,
      message,
    })),
    changes: messages.map((name) => ({
      urn: name,
      type: name,
      name,
      operation: 'replace',
      fields: messages,
      protected: true,
    })),
    drift: messages.map((field) => ({ resource: field, field, wanted: field, live: field })),
  }));

const fileOf = (fields: readonly FieldChange[]) => (file: string) => ({
  file,
  kind: 'changed' as const,
  fields,
});

test('is never too long, names every failed stack and closes what it opens', () => {
  fc.assert(
    fc.property(
      fc.array(anyReport, { maxLength: 250, size: 'max' }),
      fc.integer({ min: 40_000, max: 64_000 }),
      (all, longest) => {
        const [{ consequences: paths } = { consequences: [] }] = all;
        const fields = paths.map((path) => ({ kind: 'secret', path }) as const);
        const author = { files: paths.map(fileOf(fields)), code: [] };
        const text = renderReports(all, { ...page, longest, pullRequest: { ...files, author } });
        expect(text.length).toBeLessThanOrEqual(longest);
        for (const { cluster: name = '', outcome } of all) {
          if (outcome === 'failed') expect(text).toContain(`${name}</b>`);
        }
        const folds = text.match(/<\/?(details|summary)>/g) ?? [];
        const kinds = folds.map((tag, index) => [tag, index % 4] as const);
        const order = ['<details>', '<summary>', '</summary>', '</details>'];
        expect(kinds.every(([tag, place]) => tag === order[place])).toBe(true);
        expect(folds.length % 4).toBe(0);
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});
