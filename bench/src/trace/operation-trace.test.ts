// SPDX-License-Identifier: Apache-2.0
import { traceOf } from './operation-trace.ts';
import type { Recording } from './operation-trace.ts';

const at = (begin: number, end: number) => ({ begin: 1_000 + begin, end: 1_000 + end });

const recording: Recording = {
  operation: 'create',
  life: at(0, 1_000),
  engine: [
    { part: 'language host', name: 'start of a plug-in', ...at(50, 100) },
    { part: 'language host', name: 'Run', ...at(100, 900) },
    { part: 'life of Node', name: 'Run', ...at(120, 880) },
    { part: 'provider plug-ins', name: 'Configure', ...at(300, 400) },
    { part: 'provider plug-ins', name: 'Create', ...at(450, 650) },
    { part: 'provider plug-ins', name: 'Create', ...at(500, 700) },
    { part: 'checkpoint writes', name: 'copy of the state', ...at(600, 610) },
    { part: 'checkpoint writes', name: 'write of the state', ...at(610, 640) },
  ],
  nodes: [
    // The program waits from the first registration on.
    { life: at(130, 870), idle: [at(420, 800)] },
    // Another Node, such as a plug-in's.
    { life: at(20, 90), idle: [at(20, 90)] },
  ],
  requests: [at(550, 605), at(1_200, 1_300), at(-50, 30)],
};

test('each moment counts for the innermost part, and the shares are the whole', () => {
  const { shares, ...trace } = traceOf(recording);
  expect(shares).toEqual({
    // 0 to 30, 550 to 605
    'API servers': 0.085,
    // 605 to 640
    'checkpoint writes': 0.035,
    // 300 to 400, 450 to 550, 640 to 700
    'provider plug-ins': 0.26,
    // 120 to 300, 400 to 420, 800 to 880
    'Node program': 0.28,
    // 50 to 120, 880 to 900
    'language host': 0.09,
    engine: 0.25,
  });
  expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  expect(trace).toEqual({
    operation: 'create',
    milliseconds: 1_000,
    spans: {
      'API servers': [
        [0, 30],
        [550, 605],
      ],
      'checkpoint writes': [[600, 640]],
      'provider plug-ins': [
        [300, 400],
        [450, 700],
      ],
      'Node program': [
        [120, 420],
        [800, 880],
      ],
      'language host': [
        [50, 120],
        [880, 900],
      ],
      engine: [
        [30, 50],
        [420, 450],
        [700, 800],
        [900, 1_000],
      ],
    },
    requests: 2,
    writes: 2,
    calls: [
      { name: 'Create', share: 0.25 },
      { name: 'Configure', share: 0.1 },
      { name: 'start of a plug-in', share: 0.05 },
    ],
  });
});

test('a moment more of an outer part is seen in its share alone', () => {
  const [first, ...others] = recording.engine;
  const earlier = { part: 'language host', name: first?.name ?? '', ...at(40, 100) } as const;
  const longer = { ...recording, engine: [earlier, ...others] };
  expect(traceOf(longer).shares).toEqual({
    ...traceOf(recording).shares,
    'language host': 0.1,
    engine: 0.24,
  });
});

test('gaps that nobody would see are closed, but do not count', () => {
  const writes = [at(100, 110), at(110.4, 120)].map((span) => ({
    part: 'checkpoint writes' as const,
    name: 'write of the state',
    ...span,
  }));
  const { shares, spans } = traceOf({
    ...recording,
    life: at(0, 100_000),
    engine: writes,
    requests: [],
  });
  expect(spans['checkpoint writes']).toEqual([[100, 120]]);
  expect(shares.engine).toBe(1);
  expect(shares['Node program']).toBe(0);
});
