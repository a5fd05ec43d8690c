// SPDX-License-Identifier: Apache-2.0
import { driftReport } from '../drift-issues/testing/drift-report.ts';
import type { CapacityUse } from '../pull-request/capacity-change.ts';
import type { PullRequestFiles } from '../pull-request/read-pull-request.ts';
import type { ReportedEffect, StackReport } from '../report/stack-report.ts';
import { answers } from './answers.ts';

const report = (
  stack: string,
  effects?: readonly ReportedEffect[],
  more: Partial<StackReport> = {},
) =>
  driftReport(stack, {
    operation: 'preview',
    outcome: 'changed',
    drift: [],
    ...(effects && { effects: [...effects] }),
    ...more,
  });

const files = (more: Partial<PullRequestFiles> = {}): PullRequestFiles => ({
  author: { files: [], code: [] },
  capacity: [],
  cost: [],
  rings: [],
  byHand: [],
  ...more,
});

const use = (machines: number, more: Partial<CapacityUse> = {}): CapacityUse => ({
  machines,
  virtualCpus: 4 * machines,
  memoryGiB: 16 * machines,
  freeMemoryPercent: 50.5,
  hostLoss: 1,
  withoutSurge: [],
  problems: [],
  ...more,
});

/** The answer to one question. */
function answer(
  question: string,
  reports: readonly StackReport[],
  pullRequest?: PullRequestFiles,
): string | undefined {
  const lines = answers(reports, pullRequest).split('\n');
  const start = `- <b>${question}</b> `;
  return lines.find((line) => line.startsWith(start))?.slice(start.length);
}

test('what rolls is counted over all stacks, and named', () => {
  const reports = [
    report(
      'prod.shop',
      [
        { kind: 'nodes-roll', count: 3, subject: 'pool "a"', detail: '1 at a time' },
        { kind: 'machines-restart', count: 1, subject: 'machine x' },
      ],
      { machines: { before: 3, after: 4 } },
    ),
    report('prod.bank', [{ kind: 'nodes-roll', count: 1, subject: 'machine y' }]),
  ];
  expect(answer('What rolls?', reports)).toBe(
    '<b>4 nodes</b>: prod / shop: 3 of pool &#34;a&#34; &#40;1 at a time&#41;; prod / bank: machine y. <b>1 machine</b> stop and start again: prod / shop: machine x. Nodes: 3 → 4 (+1).',
  );
  expect(answer('What rolls?', [report('prod.shop', [])])).toBe('Nothing.');
});

test('what is deleted is said, and that a node that rolls has a fresh root disk', () => {
  expect(answer('Can data be lost?', [report('prod.shop', [])])).toBe(
    'No volume, no namespace and no kind is deleted.',
  );
  const lost: readonly ReportedEffect[] = [
    { kind: 'data-deleted', count: 1, subject: 'DataVolume a/b', detail: '5Gi' },
    { kind: 'nodes-roll', count: 1, subject: 'machine y' },
  ];
  expect(answer('Can data be lost?', [report('prod.shop', lost)])).toBe(
    '<b>Yes, 1 store of data</b>: prod / shop: DataVolume a/b &#40;5Gi&#41;. A node that rolls gets a fresh root disk.',
  );
});

test('stacks whose previews came to no end are not taken for harmless', () => {
  const reports = [report('prod.shop', [], { outcome: 'failed' }), report('prod.bank')];
  const words = '<b>2 stacks are not counted</b>, for nobody knows what would happen there.';
  expect(answer('What rolls?', reports)).toBe(`Nothing. ${words}`);
  expect(answer('Can data be lost?', reports)).toBe(
    `No volume, no namespace and no kind is deleted. ${words}`,
  );
});

test('an offline preview does not pretend to know what rolls or is lost', () => {
  const roll = { kind: 'nodes-added', count: 3, subject: 'pool "a"' } as const;
  const reports = [report('prod.shop', [roll], { offline: true })];
  const words =
    'The full preview says: in this one, made without states, everything counts as new.';
  expect(answer('What rolls?', reports)).toBe(words);
  expect(answer('Can data be lost?', reports)).toBe(words);
});

test('an offline preview says what keys can roll at most, and that others can roll more', () => {
  const reports = [report('prod.shop', [], { offline: true })];
  const rolls = (path: string, code: PullRequestFiles['author']['code'] = []) => {
    const file = 'user-cluster/Pulumi.prod.shop.yaml';
    const changed = { file, kind: 'changed', fields: [{ kind: 'secret', path }] } as const;
    return answer('What rolls?', reports, files({ author: { files: [changed], code } }));
  };
  expect(rolls('pools[a].cpu')).toBe(
    'By the keys of clusters that changed, at most <b>prod / shop: pool &#34;a&#34;</b>. The full preview says exactly.',
  );
  expect(rolls('pools[a].replicas')).toBe(
    'By the keys of clusters that changed, nothing. The full preview says exactly.',
  );
  expect(rolls('kubernetes.version', [{ place: 'packages/contracts', files: 1 }])).toBe(
    'By the keys of clusters that changed, at most <b>prod / shop: all machines</b>. What else changed (platforms, code) can replace others. The full preview says exactly.',
  );
});

test('clusters, what they stand on, and addresses that change', () => {
  const moved: ReportedEffect = {
    kind: 'address-changes',
    count: 1,
    subject: 'Service a/api',
    detail: '10.0.0.1 becomes 10.0.0.2',
  };
  const platform = { program: 'kubevirt-stack', stack: 'prod', cluster: undefined };
  const below = report('prod', [], platform);
  expect(answer('Who is affected?', [report('prod.shop', [moved]), below])).toBe(
    '1 cluster: prod / shop. What clusters stand on: prod / kubevirt-stack. <b>1 address changed</b>: prod / shop: Service a/api &#40;10.0.0.1 becomes 10.0.0.2&#41;.',
  );
});

test('rights of people that change are said, those that are lost, too', () => {
  const right = (subject: string, detail: string): ReportedEffect => ({
    kind: 'rights-change',
    count: 1,
    subject,
    detail,
  });
  const effects = [
    right('group "sso:operators"', 'loses cluster-admin'),
    right('user "ann"', 'gains view in shop'),
  ];
  expect(answer('Who is affected?', [report('prod.shop', effects)])).toBe(
    '1 cluster: prod / shop. <b>2 rights of people changed</b>: prod / shop: group &#34;sso:operators&#34; &#40;loses cluster-admin&#41;; prod / shop: user &#34;ann&#34; &#40;gains view in shop&#41;.',
  );
  // To a preview without a state every right is new.
  expect(answer('Who is affected?', [report('prod.shop', effects, { offline: true })])).toBe(
    '1 cluster: prod / shop.',
  );
});

const none = [report('prod.shop', [])];

test.each<[string, PullRequestFiles['capacity'], string]>([
  ['no environment', [], 'Nothing more: no file of an environment is changed.'],
  ['the same', [{ environment: 'prod', before: use(2), after: use(2) }], 'prod: nothing more.'],
  [
    'more, and there is room',
    [{ environment: 'prod', before: use(2), after: use(3) }],
    "prod: 2 → 3 machines, 8 → 12 virtual CPUs, 32 → 48 GiB; 50.5 % of the hosts' memory stays free; there is room, also without 1 host, while machines move and while pools roll.",
  ],
  [
    'room, but not for additional machines',
    [{ environment: 'prod', before: use(2), after: use(3, { withoutSurge: ['shop/web'] }) }],
    "prod: 2 → 3 machines, 8 → 12 virtual CPUs, 32 → 48 GiB; 50.5 % of the hosts' memory stays free; there is room, also without 1 host and while machines move; <b>pools that roll without additional machines</b>: shop/web.",
  ],
  [
    'the first of an environment',
    [{ environment: 'prod', after: use(3, { hostLoss: 0 }) }],
    "prod: 0 → 3 machines, 0 → 12 virtual CPUs, 0 → 48 GiB; 50.5 % of the hosts' memory stays free; there is room, while machines move and while pools roll.",
  ],
  [
    'too much',
    [{ environment: 'prod', before: use(2), after: use(3, { problems: ['no host has room'] }) }],
    "prod: 2 → 3 machines, 8 → 12 virtual CPUs, 32 → 48 GiB; 50.5 % of the hosts' memory stays free; <b>there is no room</b>: no host has room.",
  ],
  [
    'clusters whose files are removed keep their room',
    [
      { environment: 'prod', before: use(2), after: use(2), withoutFile: ['old'] },
      { environment: 'test', before: use(2), after: use(3), withoutFile: ['a', 'b'] },
    ],
    "prod: nothing more (counted as still there, for removing a file destroys nothing: old); test: 2 → 3 machines, 8 → 12 virtual CPUs, 32 → 48 GiB; 50.5 % of the hosts' memory stays free; there is room, also without 1 host, while machines move and while pools roll (counted as still there, for removing a file destroys nothing: a; b).",
  ],
  [
    'what nobody can tell',
    [{ environment: 'prod', before: use(2) }],
    'prod: nobody can tell; its facts or its files say too little.',
  ],
])('what it needs: %s', (_, capacity, expected) => {
  expect(answer('What does it need?', none, files({ capacity }))).toBe(expected);
});

test('what it costs is said where an environment has prices', () => {
  expect(answer('What does it cost?', none, files())).toBeUndefined();
  const cost = [{ environment: 'prod', problem: 'its files cannot be read' }];
  expect(answer('What does it cost?', none, files({ cost }))).toBe(
    'prod: nobody can tell: its files cannot be read.',
  );
});

const rings = [
  { name: 'first', environments: ['lab', 'test'] },
  { name: 'last', environments: ['prod'] },
];

test('the order is that of the rings, as far as they have something to do', () => {
  const order = (...stacks: readonly string[]) =>
    answer(
      'In which order?',
      stacks.map((stack) => report(stack, [])),
      files({ rings, byHand: ['sandbox'] }),
    );
  expect(order('prod.shop', 'test.shop')).toBe(
    'After the merge: ring first (test), then ring last (prod). A ring that does not end well stops those behind it.',
  );
  expect(order('prod.shop')).toBe('After the merge: ring last (prod).');
  expect(order('prod.shop', 'sandbox.demo')).toBe(
    'After the merge: ring last (prod). By hand, for no deployment touches it: sandbox.',
  );
  expect(order('new.shop')).toBe('No ring of <code>stacks/rings.yaml</code> has them.');
});

// Proves: upgrades.windows
test('the order says when the window of a ring opens, where none is open', () => {
  const opens = 'Mon 2026-11-30 09:00 (Europe/Berlin)';
  const order = (first: object, last: object, ...stacks: readonly string[]) => {
    const [one, other] = rings;
    const windowed = [one && { ...one, ...first }, other && { ...other, ...last }];
    const reports = stacks.map((stack) => report(stack, []));
    const own = windowed.filter((ring) => ring !== undefined);
    return answer('In which order?', reports, files({ rings: own, byHand: ['sandbox'] }));
  };
  const words = 'is outside its maintenance windows now: the next one opens';
  const shown = '<b>Mon 2026-11-30 09:00 &#40;Europe/Berlin&#41;</b>';
  expect(order({}, { opens }, 'prod.shop', 'sandbox.demo')).toBe(
    `After the merge: ring last (prod). The ring last ${words} ${shown}. By hand, for no deployment touches it: sandbox.`,
  );
  expect(order({ opens }, {}, 'test.shop', 'prod.shop')).toBe(
    `After the merge: ring first (test), then ring last (prod). A ring that does not end well stops those behind it. The ring first ${words} ${shown}, and what is behind it waits for it.`,
  );
  expect(order({ opens }, {}, 'prod.shop')).toBe('After the merge: ring last (prod).');
});

test('without its files, what they alone say is left out', () => {
  const questions = (pullRequest?: PullRequestFiles) =>
    [...answers(none, pullRequest).matchAll(/^- <b>(.*?)<\/b>/gm)].map(([, question]) => question);
  expect(questions()).toEqual(['What rolls?', 'Can data be lost?', 'Who is affected?']);
  expect(questions(files())).toEqual([
    'What rolls?',
    'What does it need?',
    'Can data be lost?',
    'Who is affected?',
    'In which order?',
  ]);
});

test('a thousand clusters take no more room than a few', () => {
  const roll = { kind: 'nodes-roll', count: 3, subject: '<'.repeat(500) } as const;
  const many = Array.from({ length: 1_000 }, (_, index) => report(`prod.c${index}`, [roll, roll]));
  const text = answers(many, files({ rings }));
  expect(text.length).toBeLessThan(6_000);
  expect(text).toContain('<b>6000 nodes</b>');
  expect(text).toContain('1000 clusters: prod / c0; ');
  expect(text).toContain('994 more');
});
