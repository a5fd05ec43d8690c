// SPDX-License-Identifier: Apache-2.0
import type { BackupObject, Manifest } from './manifest.ts';
import { neededParts } from './needed-parts.ts';

function object(label: string, kind: string, namespace: string | undefined, more: object) {
  const metadata = { name: 'one', uid: 'u', ...(namespace !== undefined && { namespace }) };
  const manifest: Manifest = { apiVersion: 'v1', kind, metadata, ...more };
  return { label, manifest } satisfies BackupObject;
}

const data = { words: 'x'.repeat(10) };
const settings = object('configmaps', 'ConfigMap', 'office', { data });

// Proves: backups.restore-objects
test('what somebody wants stays as it is, but for who has set which field', () => {
  const metadata = { ...settings.manifest.metadata, managedFields: [{ manager: 'kubectl' }] };
  const read = { ...settings, manifest: { ...settings.manifest, metadata } };
  for (const choice of [{}, { namespaces: ['office'] }, { kinds: ['configmaps'] }]) {
    expect(neededParts(read, choice)).toEqual(settings);
  }
});

// Proves: backups.restore-objects
test('of a Service it is kept who has set which field, for that says which ports people have chosen', () => {
  const service = object('services', 'Service', 'office', { spec: {} });
  const metadata = { ...service.manifest.metadata, managedFields: [{ manager: 'kubectl' }] };
  const read = { ...service, manifest: { ...service.manifest, metadata } };
  expect(neededParts(read, { namespaces: ['office'] })).toEqual(read);
});

// Proves: backups.restore-objects
test('of other objects in namespaces only what decides about theirs is kept in memory', () => {
  const shop = { namespaces: ['shop'] };
  expect(neededParts(settings, shop).manifest).not.toHaveProperty('data');
  expect(neededParts(settings, { namespaces: ['office'], kinds: ['secrets'] }).manifest).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: settings.manifest.metadata,
  });
  const applied = object('secrets', 'Secret', 'office', { data });
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': '{}',
    'kubernetes.io/config.mirror': 'x',
  };
  Object.assign(applied.manifest.metadata, { annotations });
  expect(neededParts(applied, shop).manifest.metadata.annotations).toEqual({
    'kubernetes.io/config.mirror': 'x',
  });
  const parts = { spec: { selector: { app: 'web' } }, status: { phase: 'Succeeded' } };
  for (const [label, kind] of [
    ['services', 'Service'],
    ['jobs.batch', 'Job'],
    ['pods', 'Pod'],
    ['persistentvolumeclaims', 'PersistentVolumeClaim'],
  ] as const) {
    expect(neededParts(object(label, kind, 'office', parts), shop).manifest).toMatchObject(parts);
  }
  const volume = object('persistentvolumes', 'PersistentVolume', undefined, parts);
  expect(neededParts(volume, shop)).toEqual(volume);
});
