// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from '../report/stack-report.ts';
import { renderReports } from './render-reports.ts';

const page = { longest: 64_000, artifact: 'strata-reports' };

const base: StackReport = {
  version: 1,
  operation: 'preview',
  program: 'user-cluster',
  stack: 'prod.shop',
  environment: 'prod',
  cluster: 'shop',
  commit: '0123456789abcdef',
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 12,
  outcome: 'changed',
  counts: { create: 0, update: 0, replace: 0, delete: 0, same: 3 },
  changes: [],
  consequences: [],
  effects: [],
  exceeded: [],
  policyViolations: [],
  drift: [],
};

const cluster = (name: string, more: Partial<StackReport> = {}): StackReport => ({
  ...base,
  stack: `prod.${name}`,
  cluster: name,
  ...more,
});

test('no stack at all is said in one line', () => {
  expect(renderReports([], page)).toBe(
    '## Strata: no stack is affected\n\nEverything in full: artifact <code>strata-reports</code>.\n',
  );
});

test('the page of the fleet before and after is named where the job keeps one', () => {
  expect(renderReports([], { ...page, fleetArtifact: 'strata-fleet' })).toBe(
    [
      '## Strata: no stack is affected',
      '',
      'Everything in full: artifact <code>strata-reports</code>.',
      '',
      'The fleet before and after, drawn from its files: artifact <code>strata-fleet</code>.\n',
    ].join('\n'),
  );
});

test('a job that failed before it looked at anything does not pass for one that found nothing', () => {
  expect(renderReports([], { ...page, jobFailed: true })).toBe(
    [
      '## Strata: the job failed before it looked at any stack',
      '',
      'Nobody knows what this changes. The log of the job says why it failed; push again, or run the job again, once that is mended.',
      '',
      'Everything in full: artifact <code>strata-reports</code>.\n',
    ].join('\n'),
  );
});

test('a job that failed although no stack did has not looked at all of them', () => {
  const words =
    'The job failed, and none of the stacks below did: it may have ended before it looked at all of them. Its log says why.';
  const text = (reports: readonly StackReport[]) =>
    renderReports(reports, { ...page, jobFailed: true });
  expect(text([base]).split('\n').slice(1, 3)).toEqual(['', words]);
  expect(text([base, { ...base, outcome: 'refused' }])).not.toContain(words);
  expect(renderReports([base], page)).not.toContain(words);
});

test('a preview without states says so on top', () => {
  expect(
    renderReports([{ ...base, offline: true }], page)
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    '## Strata offline preview of <code>0123456789</code>: 1 with changes',
    '',
    'Made without clusters, states and keys, so everything counts as new. The full preview, against the real states, is made after an approval.',
  ]);
});

test('one stack says first what happens to people, then what is lost, then the rest', () => {
  const report = cluster('shop', {
    counts: { create: 1, update: 1, replace: 1, delete: 1, same: 90 },
    consequences: ['prod.shop: pool "md-a": rolls 3 nodes', 'prod.shop: 1 volume is deleted'],
    effects: [
      { kind: 'nodes-roll', count: 3, subject: 'pool "md-a"', detail: '1 at a time' },
      { kind: 'data-deleted', count: 1, subject: 'PersistentVolumeClaim shop-data' },
    ],
    machines: { before: 3, after: 5 },
    onDrain: ['cp: 1 machine drains: its evictionStrategy is None', 'md-a: 4 machines migrate'],
    warnings: ['Before Kubernetes 1.34.4 -> 1.35.4, look at:\n  a budget of <shop>'],
    changes: [
      {
        urn: 'u1',
        type: 'kubernetes:core/v1:Service',
        name: 'shop-api',
        operation: 'create',
        fields: [],
        protected: false,
      },
      {
        urn: 'u2',
        type: 'kubernetes:core/v1:PersistentVolumeClaim',
        name: 'shop-data',
        operation: 'delete',
        fields: [],
        protected: true,
      },
      {
        urn: 'u3',
        type: 'kubernetes:kubevirt.io/v1:VirtualMachine',
        name: 'cp-0',
        operation: 'replace',
        fields: ['spec.template', 'spec.instancetype.name', 'spec.old', 'spec.new'],
        values: [
          { field: 'spec.instancetype.name', before: 'standard-2', after: 'standard-4' },
          { field: 'spec.old', before: '1' },
          { field: 'spec.new', after: 'true' },
        ],
        protected: false,
      },
    ],
  });
  expect(renderReports([report], page))
    .toBe(`## Strata preview of <code>0123456789</code>: 1 with changes

### What follows

- <b>What rolls?</b> <b>3 nodes</b>: prod / shop: 3 of pool &#34;md-a&#34; &#40;1 at a time&#41;. Nodes: 3 → 5 (+2).
- <b>Can data be lost?</b> <b>Yes, 1 store of data</b>: prod / shop: PersistentVolumeClaim shop-data. A node that rolls gets a fresh root disk.
- <b>Who is affected?</b> 1 cluster: prod / shop.

### prod

<details><summary><b>prod / shop</b> (<code>user-cluster</code>): pool &#34;md-a&#34;: rolls 3 nodes and 1 more; 1 to replace, 1 to delete, 1 to update, 1 to create; nodes 3 → 5 (+2)</summary>

- pool &#34;md-a&#34;: rolls 3 nodes
- 1 volume is deleted
- <b>warning</b>: Before Kubernetes 1.34.4 -&#62; 1.35.4, look at:
- <b>warning</b>: a budget of &#60;shop&#62;
- to delete: <code>kubernetes:core/v1:PersistentVolumeClaim shop-data</code> <b>protected</b>
- to replace: <code>kubernetes:kubevirt.io/v1:VirtualMachine cp-0</code>: <code>spec.instancetype.name</code> standard-2 → standard-4, <code>spec.old</code> 1 removed, <code>spec.new</code> new: true, <code>spec.template</code>
- to create: <code>kubernetes:core/v1:Service shop-api</code>
- when a host is drained: cp: 1 machine drains: its evictionStrategy is None
- when a host is drained: md-a: 4 machines migrate

</details>


Everything in full: artifact <code>strata-reports</code>.
`);
});

test('what needs somebody comes first, then losses, then the rest from the bottom up', () => {
  const text = renderReports(
    [
      cluster('b', { counts: { ...base.counts, create: 2 } }),
      cluster('a', { counts: { ...base.counts, delete: 1 } }),
      cluster('quiet', { outcome: 'unchanged' }),
      cluster('late', { outcome: 'skipped', reason: 'ring "canary" failed' }),
      cluster('limits', {
        outcome: 'refused',
        exceeded: ['rolledNodes: 12 where 10 are allowed'],
        policyViolations: [
          {
            policy: 'no-latest',
            level: 'mandatory',
            resource: 'urn:pulumi:prod.limits::user-cluster::kubernetes:core/v1:Pod::web',
            message: 'Image has no tag.',
          },
        ],
      }),
      cluster('broken', { outcome: 'failed', reason: 'no space left\nFree some, then run again.' }),
      {
        ...base,
        program: 'infra',
        stack: 'lab',
        environment: 'lab',
        cluster: undefined,
        counts: { ...base.counts, update: 1 },
      },
    ],
    page,
  );
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '## Strata preview of <code>0123456789</code>: 1 failed, 1 refused, 1 not begun, 3 with changes, 1 unchanged',
    '### What follows',
    '- <b>What rolls?</b> Nothing. <b>2 stacks are not counted</b>, for nobody knows what would happen there.',
    '- <b>Can data be lost?</b> No volume, no namespace and no kind is deleted. <b>2 stacks are not counted</b>, for nobody knows what would happen there.',
    '- <b>Who is affected?</b> 5 clusters: prod / broken; prod / limits; prod / late; prod / a; prod / b. What clusters stand on: lab / infra.',
    '### Needs attention',
    '<details><summary><b>prod / broken</b> (<code>user-cluster</code>): <b>failed</b>; no space left</summary>',
    '- <code>no space left</code>',
    '- <code>Free some, then run again.</code>',
    '</details>',
    '<details><summary><b>prod / limits</b> (<code>user-cluster</code>): <b>refused</b>; 1 limit exceeded; 1 policy violation</summary>',
    '- <b>limit exceeded</b>: rolledNodes: 12 where 10 are allowed',
    '- policy <code>no-latest</code>: Image has no tag. (<code>kubernetes:core/v1:Pod web</code>)',
    '</details>',
    '### lab',
    '- <b>lab / infra</b>: 1 to update',
    '### prod',
    '<details><summary><b>prod / late</b> (<code>user-cluster</code>): not begun; ring &#34;canary&#34; failed</summary>',
    '- <code>ring &#34;canary&#34; failed</code>',
    '</details>',
    '- <b>prod / a</b> (<code>user-cluster</code>): 1 to delete',
    '- <b>prod / b</b> (<code>user-cluster</code>): 2 to create',
    'Unchanged (1): <code>user-cluster/prod.quiet</code>.',
    'Everything in full: artifact <code>strata-reports</code>.',
  ]);
});

test('200 stacks that all change are all told about, with what they lose', () => {
  const all = Array.from({ length: 200 }, (_, index) =>
    cluster(`c-${index}`, {
      counts: { ...base.counts, replace: 1, update: 30 },
      consequences: ['2 nodes are replaced; 31 resources changed.'],
      changes: [
        ...Array.from({ length: 30 }, (_unused, n) => ({
          urn: `u${n}`,
          type: 'kubernetes:core/v1:ConfigMap',
          name: `settings-${n}`,
          operation: 'update' as const,
          fields: ['data'],
          protected: false,
        })),
        {
          urn: 'vm',
          type: 'kubernetes:kubevirt.io/v1:VirtualMachine',
          name: 'cp-0',
          operation: 'replace',
          fields: [],
          protected: false,
        },
      ],
    }),
  );
  const text = renderReports(all, page);
  expect(text.length).toBeLessThanOrEqual(64_000);
  expect(text.match(/<b>prod \/ c-\d+<\/b>/g)).toHaveLength(200);
  expect(text.match(/2 nodes are replaced; 31 resources changed/g)).toHaveLength(200);
  expect(text).toMatch(
    /<b>\d+ lines left out here for length<\/b>: artifact <code>strata-reports<\/code> has everything\.\n$/,
  );
});

test('messages of a megabyte cost nobody else their place', () => {
  const huge = '*@everyone* </details> | ` # '.repeat(40_000);
  const all = Array.from({ length: 200 }, (_, index) =>
    cluster(`c-${index}`, {
      outcome: index % 2 === 0 ? 'failed' : 'refused',
      reason: huge,
      exceeded: [huge],
      consequences: [huge],
    }),
  );
  const text = renderReports(all, page);
  expect(text.length).toBeLessThanOrEqual(64_000);
  expect(text.match(/<b>prod \/ c-\d+<\/b>/g)).toHaveLength(200);
});

test('more stacks than have room are counted', () => {
  const all = Array.from({ length: 5000 }, (_, index) =>
    cluster(`c-${index}`, { outcome: 'failed' }),
  );
  const text = renderReports(all, page);
  const named = text.match(/<b>prod \/ c-\d+<\/b>/g)?.length ?? 0;
  expect(text.length).toBeLessThanOrEqual(64_000);
  expect(named).toBeGreaterThan(700);
  expect(text).toContain(`<b>${5000 - named} stacks left out here for length</b>`);
});

test('a deployment says how many nodes there are, and asks no questions', () => {
  const done = cluster('shop', { operation: 'up', machines: { before: 3, after: 5 } });
  expect(renderReports([done], page))
    .toBe(`## Strata deployment of <code>0123456789</code>: 1 with changes

Nodes of the clusters below: 3 → 5 (+2).

### prod
- <b>prod / shop</b> (<code>user-cluster</code>): nodes 3 → 5 (+2)

Everything in full: artifact <code>strata-reports</code>.
`);
});

test('the order of the reports does not matter', () => {
  const all = ['a', 'b', 'c'].map((name) => cluster(name));
  expect(renderReports([...all].reverse(), page)).toBe(renderReports(all, page));
});
