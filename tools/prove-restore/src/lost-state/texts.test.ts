// SPDX-License-Identifier: Apache-2.0
import { anewText, halvesText, keysText } from './texts.ts';

const pair = { certificatePem: 'hush', privateKeyPem: 'hush' };

test('says which keys there are, without any of them', () => {
  const random = { kind: 'random', fingerprint: 'sha256:1', base64: 'hush' } as const;
  const text = keysText('production.shop', {
    keys: [{ name: 'encryption-2', key: random }],
    certificates: { 'keys-cloud-certificate': pair, 'keys-admin-certificate': pair },
    backupPassword: 'hush',
  });
  expect(text).toBe(
    [
      'production.shop: its namespace on the infra cluster has these keys, and its API takes them: encryption-2, cloud certificate, password of backups.',
      'The certificate of its administrator was only in the state, and is issued anew. Kubeconfigs that were handed out stay valid until they end.',
    ].join('\n'),
  );
});

// Proves: backups.lost-state
test('names what is made anew, and what its owner then does', () => {
  const names = [
    'keys-encryption',
    'keys-person-ci-certificate',
    'keys-token',
    'services-backup-password',
  ];
  expect(
    anewText(
      names.map((name) => `shop-${name}`),
      'shop',
    ),
  ).toEqual([
    'made anew: keys-encryption: backups of etcd from the time when it encrypted cannot be read any more; newer ones can',
    'made anew: keys-person-ci-certificate: the kubeconfig handed out stays valid until its end; a new one is in the output "kubeconfigs"',
    'made anew: keys-token: nothing to do: machines that run need none',
    'made anew: services-backup-password: backups so far cannot be read any more; give new ones another target, and delete the old ones',
  ]);
});

test('names a key that can sign no more', () => {
  expect(halvesText(['service-account-2'])).toEqual([
    'only the public half is there: service-account-2: what it has signed stays valid, and it can sign no more (docs/runbooks/restore-state.md#a-rotation-that-had-begun)',
  ]);
});
