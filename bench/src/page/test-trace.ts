// SPDX-License-Identifier: Apache-2.0
import type { OperationTrace } from '../trace/operation-trace.ts';

/** Small trace for tests. */
export const drift: OperationTrace = {
  operation: 'drift',
  milliseconds: 1_000,
  spans: {
    'API servers': [[500, 670]],
    'checkpoint writes': [[990, 993]],
    'provider plug-ins': [
      [100, 550],
      [670, 720],
    ],
    'Node program': [],
    'language host': [[80, 94]],
    engine: [
      [0, 80],
      [720, 990],
    ],
  },
  shares: {
    'API servers': 0.174,
    'checkpoint writes': 0.003,
    'provider plug-ins': 0.45,
    'Node program': 0,
    'language host': 0.013,
    engine: 0.36,
  },
  requests: 177,
  writes: 2,
  calls: [
    { name: 'Configure', share: 0.328 },
    { name: 'Read', share: 0.194 },
  ],
};
