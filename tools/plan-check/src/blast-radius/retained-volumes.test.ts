// SPDX-License-Identifier: Apache-2.0
import { linesOf } from './test-preview.ts';
import type { Given } from './test-preview.ts';

const claim: Given = {
  op: 'delete',
  type: 'kubernetes:core/v1:PersistentVolumeClaim',
  before: {
    metadata: { name: 'etcd-backup', namespace: 'cluster-shop' },
    spec: { resources: { requests: { storage: '20Gi' } } },
  },
  retainOnDelete: true,
};
const namespace = (more: Partial<Given> = {}, name = 'cluster-shop'): Given => ({
  op: 'delete',
  type: 'kubernetes:core/v1:Namespace',
  before: { metadata: { name } },
  ...more,
});

// Pulumi leaves the claim of backups to the deletion of its namespace.
test.each(['delete', 'replace'])(
  'a retained volume goes with its namespace, whose step is %s',
  (op) => {
    expect(linesOf(claim, namespace({ op }))).toEqual([
      'Deletes 2 stores of data; 2 resources changed.',
      '  prod.shop: PersistentVolumeClaim cluster-shop/etcd-backup: deletes 1 store of data (20Gi)',
      '  prod.shop: Namespace cluster-shop: deletes 1 store of data (and everything in it)',
    ]);
  },
);

test.each<[string, Given]>([
  ['is retained, too', namespace({ retainOnDelete: true })],
  ['does not change', namespace({ op: 'same' })],
  ['is not the one that goes', namespace({}, 'cluster-bank')],
  ['has the name of one of another environment that goes', namespace({ stack: 'test.shop' })],
])('a retained volume stays where its namespace %s', (_, other) => {
  expect(linesOf(claim, other).join('\n')).not.toContain('PersistentVolumeClaim');
});
