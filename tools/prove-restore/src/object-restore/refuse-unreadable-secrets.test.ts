// SPDX-License-Identifier: Apache-2.0
import type { BackupContent } from './read-backup.ts';
import { refuseUnreadableSecrets } from './refuse-unreadable-secrets.ts';

const why = 'unable to transform key "/registry/secrets/old/x": no matching prefix found';
const inNamespace = (namespace: string) => ({ kind: 'secrets', namespace, why });
const secret = {
  label: 'secrets',
  manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'shop', name: 'own' } },
};

const refuse = (
  unreadable: BackupContent['unreadable'],
  choice: Parameters<typeof refuseUnreadableSecrets>[1] = {},
  objects: BackupContent['objects'] = [secret],
) => refuseUnreadableSecrets({ objects, unreadable }, choice);

// Proves: backups.restore-objects
test("Secrets that cannot be read are in nobody's way who has not chosen them", () => {
  const unreadable = [{ kind: 'carts.example.org', why }, inNamespace('old')];
  refuse(unreadable, { namespaces: ['shop'] });
  refuse(unreadable, { kinds: ['deployments.apps'] });
  refuse(unreadable, { namespaces: ['old'], kinds: ['configmaps'] });
  // No cluster gets those of the system.
  refuse([inNamespace('kube-system')]);
  refuse([{ kind: 'secrets', why }], { kinds: ['configmaps'] }, []);
  // It is in a namespace that is gone.
  refuse([{ kind: 'secrets', why }]);
});

// Proves: backups.restore-objects
test('nothing is brought without Secrets that somebody has chosen', () => {
  const said =
    `Secrets in old and older of this backup cannot be read with the encryption keys of the state: ${why}. ` +
    'Bring other namespaces or kinds by --namespace and --kind, or give the state of the time when they could be read, by --state.';
  const unreadable = [inNamespace('old'), inNamespace('kube-system'), inNamespace('older')];
  for (const choice of [{}, { kinds: ['secrets'] }, { namespaces: ['shop', 'old', 'older'] }]) {
    expect(() => refuse(unreadable, choice)).toThrow(said);
  }
});

// Proves: backups.restore-objects
test("a state whose keys open no Secret at all is another cluster's", () => {
  const said = `Secrets of this backup cannot be read with the encryption keys of the state: ${why}. Give the state of the cluster that was backed up, by --state.`;
  expect(() => refuse([{ kind: 'secrets', why }], {}, [])).toThrow(said);
  expect(() => refuse([inNamespace('old')], { namespaces: ['shop'] }, [])).toThrow(said);
});
