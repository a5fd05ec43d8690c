// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Sources that make ServiceAccounts, and the accounts' headings in docs/accounts.md. */
const makers: Readonly<Record<string, readonly string[]>> = {
  'packages/cluster-client/src/create-account.ts': [
    'platform, in strata-access',
    'user-clusters, in strata-access',
    'cluster-NAME, in strata-user-clusters',
  ],
  'packages/kubevirt-stack/src/monitoring/monitoring-account.ts': ['prometheus-k8s, in monitoring'],
  'packages/kubevirt-stack/src/monitoring/object-metrics.ts': ['kube-state-metrics, in monitoring'],
  'packages/kubevirt-stack/src/network/bridge-marker.ts': ['bridge-marker, in kube-system'],
  'packages/user-cluster/src/cloud/infra-controller.ts': [
    'cloud-controller-manager, in cluster-NAME',
    'kubevirt-csi, in cluster-NAME',
  ],
  'packages/user-cluster/src/volume-backup/volume-backup.ts': ['volume-backup, in cluster-NAME'],
  'packages/user-cluster/src/inside/storage-inside.ts': ['kubevirt-csi-node, in kube-system'],
};

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('every account that a program of ours makes is on the page of accounts', () => {
  const making = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.endsWith('.test.ts') && /(?:new|extends) core\.v1\.ServiceAccount\b/.test(textOf(file)),
  );
  expect(making.toSorted()).toEqual(Object.keys(makers).toSorted());
  const headings = textOf('docs/accounts.md')
    .split('\n')
    .flatMap((line) => (line.startsWith('### ') ? [line.slice(4)] : []));
  expect(headings).toEqual(expect.arrayContaining(Object.values(makers).flat()));
});
