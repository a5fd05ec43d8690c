// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import type { StackReport } from '@strata/gitops/reports';

/** Proof of a backup that can be restored. */
export const testProof: RestoreProof = {
  format: 1,
  environment: 'prod',
  cluster: 'shop',
  time: '2026-05-02T09:00:00.000Z',
  seconds: 5.2,
  backup: { id: '1f2e3d4c5b6a', time: '2026-05-02T03:10:00.123Z' },
  verdict: 'restorable',
  mismatches: [],
  notes: [],
  objects: {},
  nodes: {},
  versions: { apiServer: '1.35.4', kubernetes: '1.35.4', etcd: '3.6.5', restic: '0.18.1' },
};

/** Report of a drift check that found nothing. */
export const testDriftReport: StackReport = {
  version: 1,
  operation: 'drift',
  program: 'user-cluster',
  stack: 'prod.shop',
  environment: 'prod',
  cluster: 'shop',
  commit: 'abc',
  startedAt: '2026-05-02T03:04:05.000Z',
  durationMs: 12,
  outcome: 'unchanged',
  counts: { create: 0, update: 0, replace: 0, delete: 0, same: 3 },
  changes: [],
  consequences: [],
  exceeded: [],
  policyViolations: [],
  drift: [],
};
