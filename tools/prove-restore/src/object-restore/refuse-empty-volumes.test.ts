// SPDX-License-Identifier: Apache-2.0
import type { ObjectsQuestion } from './command-line.ts';
import type { ComparedObject, Verdict } from './compare-target.ts';
import { refuseEmptyVolumes } from './refuse-empty-volumes.ts';

const question: ObjectsQuestion = {
  environment: 'prod',
  cluster: 'shop',
  target: 'prod.shop',
  isEmptyVolumes: false,
  isStopped: false,
  isPreview: false,
  isConfirmed: true,
};

function object(kind: string, namespace: string, verdict: Verdict = 'new'): ComparedObject {
  const apiVersion = kind === 'Secret' ? 'v1' : 'apps/v1';
  const manifest = { apiVersion, kind, metadata: { namespace, name: 'one' } };
  return { label: kind, manifest, remarks: [], owners: [], verdict };
}

const claim = { key: 'k', namespace: 'shop', name: 'data', isBlock: false, volume: 'pvc-1' };

function refusal(objects: readonly ComparedObject[], asked: Partial<ObjectsQuestion> = {}) {
  try {
    refuseEmptyVolumes({ ...question, ...asked }, { objects, missingClaims: [claim] });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

// Proves: backups.restore-objects
test('nothing that starts pods is made in a namespace whose claims are missing', () => {
  expect(refusal([object('Secret', 'shop'), object('StatefulSet', 'shop')])).toBe(
    'Nothing is changed: programs would begin with empty volumes, for prod.shop does not have these claims: shop/data. Bring the namespaces first, by --kind namespaces, and then the volumes by the commands above; or let them begin with empty ones by --empty-volumes (docs/runbooks/restore-objects.md).',
  );
  expect(refusal([object('StatefulSet', 'shop')], { target: 'prod.copy' })).toContain(
    'Bring all by --stopped, and copy the data by the means of its programs; or',
  );
});

// Proves: backups.restore-objects
test.each([
  ['nothing starts pods', [object('Secret', 'shop')], {}],
  ['the pods are in another namespace', [object('StatefulSet', 'office')], {}],
  ['they are there already', [object('StatefulSet', 'shop', 'same')], {}],
  ['nothing runs', [object('StatefulSet', 'shop')], { isStopped: true }],
])('missing claims are no hindrance when %s', (_case, objects, asked) => {
  expect(refusal(objects, asked)).toBeUndefined();
});
