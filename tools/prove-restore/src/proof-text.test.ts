// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { proofText } from './proof-text.ts';

const proof: RestoreProof = {
  format: 1,
  environment: 'prod',
  cluster: 'shop',
  time: '2026-05-02T09:00:00.000Z',
  seconds: 5.2,
  backup: { id: '1f2e3d4c5b6a', time: '2026-05-02T03:10:00.123Z' },
  verdict: 'broken',
  mismatches: ['web has 2 of 3 nodes'],
  notes: ['metrics.k8s.io is served by a program of the cluster, not from etcd'],
  objects: { secrets: 12, namespaces: 6, 'carts.example.org': 1 },
  nodes: { cp: { expected: 1, found: 1 }, web: { expected: 3, found: 2 } },
  newest: '2026-05-02T03:09:58.000Z',
  versions: { apiServer: '1.35.4', kubernetes: '1.35.4', etcd: '3.6.5', restic: '0.18.1' },
};

test('people read which backup it is, what is in it, and each thing that is wrong', () => {
  expect(proofText(proof).split('\n')).toEqual([
    'prod.shop: backup 1f2e3d4c of 2026-05-02T03:10:00Z is broken',
    '  objects    19 of 3 kinds: 6 namespaces, 12 secrets',
    '  nodes      cp 1 of 1, web 2 of 3',
    '  written    last at 2026-05-02T03:09:58Z',
    '  tried      with kube-apiserver 1.35.4, etcd 3.6.5, restic 0.18.1, in 5.2 s',
    '  note       metrics.k8s.io is served by a program of the cluster, not from etcd',
    '  WRONG      web has 2 of 3 nodes',
  ]);
});
