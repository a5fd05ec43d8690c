// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { backupPolicies, backupPolicyNames, sameCluster } from './backup-policies.ts';
import { internet } from './outside.ts';
import { renderIsolation } from './render-isolation.ts';

const s3 = {
  endpoint: 'https://s3.example.org:9000',
  bucket: 'backups',
  credentials: { secretName: 'keys' },
};
const toVolume = { target: { volume: { sizeGiB: 20 } } };
const toS3 = { target: { s3 } };

const members = { matchLabels: { 'cluster.x-k8s.io/role': 'control-plane' } };
const job = {
  matchExpressions: [{ key: 'strata.dev/component', operator: 'In', values: ['etcd-backup'] }],
};
const etcd = [{ protocol: 'TCP', port: 2379 }];

test('with backups, all pods of a cluster reach all ports of the control plane but that of etcd', () => {
  const everybody = [{ podSelector: {} }];
  expect(sameCluster(testContext({ backup: toVolume }))).toEqual({
    'same-cluster': {
      podSelector: {
        matchExpressions: [
          { key: 'cluster.x-k8s.io/role', operator: 'NotIn', values: ['control-plane'] },
        ],
      },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: everybody }],
      egress: [{ to: everybody }],
    },
    'control-plane': {
      podSelector: members,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: [{ podSelector: members }] },
        {
          from: everybody,
          ports: [
            { protocol: 'TCP', port: 1, endPort: 2378 },
            { protocol: 'TCP', port: 2380, endPort: 65_535 },
            { protocol: 'UDP', port: 1, endPort: 65_535 },
            { protocol: 'SCTP', port: 1, endPort: 65_535 },
          ],
        },
      ],
      egress: [{ to: everybody }],
    },
  });
});

test('the backup, and nobody else, reaches etcd, and its own server', () => {
  const ofJob = (...egress: readonly object[]) => ({
    podSelector: job,
    policyTypes: ['Egress'],
    egress: [{ to: [{ podSelector: members }], ports: etcd }, ...egress],
  });
  const clients = {
    podSelector: members,
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: job }], ports: etcd }],
  };
  expect(backupPolicies(testContext({ backup: toVolume }))).toEqual({
    'etcd-clients': clients,
    'etcd-backup': ofJob(),
  });
  const context = testContext({ backup: toS3 });
  const ports = [{ protocol: 'TCP', port: 9000 }];
  expect(backupPolicies(context)).toEqual({
    'etcd-clients': clients,
    'etcd-backup': ofJob({ to: [{ ipBlock: internet(context) }], ports }),
  });
  const addresses = ['10.20.0.0/24', '10.21.0.0/24'];
  const inside = testContext({ backup: { target: { s3: { ...s3, addresses } } } });
  expect(backupPolicies(inside)['etcd-backup']).toEqual(
    ofJob({ to: addresses.map((cidr) => ({ ipBlock: { cidr } })), ports }),
  );
});

test('only a cluster with backups has these policies, and their names are taken there', () => {
  const without = Object.keys(renderIsolation(testContext()));
  const withBackup = Object.keys(renderIsolation(testContext({ backup: toVolume })));
  expect(backupPolicyNames).toEqual(['control-plane', 'etcd-clients', 'etcd-backup']);
  expect(withBackup.filter((name) => !without.includes(name)).toSorted()).toEqual(
    [...backupPolicyNames].toSorted(),
  );
});
