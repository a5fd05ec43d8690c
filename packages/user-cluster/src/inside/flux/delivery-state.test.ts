// SPDX-License-Identifier: Apache-2.0
import { deliveryMessage } from './delivery-state.ts';
import type { FoundDelivery } from './delivery-state.ts';

const revision = 'main@sha1:0123abcd';

const ready = (status: 'True' | 'False' | 'Unknown', more: object = {}) => ({
  conditions: [
    {
      type: 'Ready' as const,
      status,
      message: 'message',
      observedGeneration: 2,
      ...more,
    },
  ],
});

const metadata = { generation: 2 };
const spec = { url: 'https://git.example.org/shop.git', interval: '60s' };
const folder = { path: './clusters/shop' };
const fetched = { metadata, spec, status: { ...ready('True'), artifact: { revision } } };
const applied = {
  metadata,
  spec: folder,
  status: { ...ready('True'), lastAppliedRevision: revision },
};

const messageOf = (found: Partial<FoundDelivery>) =>
  deliveryMessage({ repository: fetched, kustomization: applied, ...found }, 'shop');

// Proves: clusters.delivery
test('says which commit is applied', () => {
  expect(messageOf({})).toEqual({
    severity: 'info',
    text: 'delivery.flux of the user cluster "shop": main@sha1:0123abcd of https://git.example.org/shop.git is applied',
  });
});

// Proves: clusters.delivery
test('says why nothing is fetched, on one line', () => {
  const status = ready('False', { message: 'authentication required:\n\u001b[31mUnauthorized' });
  expect(messageOf({ repository: { metadata, spec, status } })).toEqual({
    severity: 'warn',
    text: 'delivery.flux of the user cluster "shop": https://git.example.org/shop.git cannot be fetched: authentication required:\\n\\u001b[31mUnauthorized. Flux tries again every 60s',
  });
});

// Proves: clusters.delivery
test('says why nothing is applied', () => {
  const status = ready('False', { message: 'kustomization path not found' });
  expect(messageOf({ kustomization: { metadata, spec: folder, status } })).toEqual({
    severity: 'warn',
    text: 'delivery.flux of the user cluster "shop": ./clusters/shop of main@sha1:0123abcd cannot be applied: kustomization path not found. Flux tries again every 60s',
  });
});

test.each<[string, Partial<FoundDelivery>]>([
  ['nobody has looked at the repository', { repository: { metadata, spec } }],
  ['it is fetched', { repository: { metadata, spec, status: ready('Unknown') } }],
  [
    'it is fetched anew',
    { repository: { ...fetched, status: { ...fetched.status, ...ready('Unknown') } } },
  ],
  [
    'it is applied anew',
    { kustomization: { ...applied, status: { ...applied.status, ...ready('Unknown') } } },
  ],
  ['there is no commit', { repository: { metadata, spec, status: ready('True') } }],
  [
    'there is no commit that could not be applied',
    {
      repository: { metadata, spec, status: ready('True') },
      kustomization: { metadata, spec: folder, status: ready('False') },
    },
  ],
  [
    'what is known is of the URL before',
    { repository: { metadata, spec, status: ready('False', { observedGeneration: 1 }) } },
  ],
  ['nobody has looked at the Kustomization', { kustomization: { metadata, spec: folder } }],
  [
    'the Kustomization waits for the first commit',
    {
      kustomization: {
        metadata,
        spec: folder,
        status: ready('False', { message: 'Source artifact not found, retrying in 30s' }),
      },
    },
  ],
  [
    'the commit before is applied',
    {
      kustomization: {
        metadata,
        spec: folder,
        status: { ...ready('True'), lastAppliedRevision: 'old' },
      },
    },
  ],
  [
    'what is known is of no generation',
    {
      repository: { metadata, spec, status: ready('False', { observedGeneration: undefined }) },
    },
  ],
  [
    'the controller has said something else alone',
    { repository: { metadata, spec, status: ready('False', { type: 'Stalled' }) } },
  ],
  ['nobody has said anything', { repository: { metadata, spec, status: {} } }],
  ['nothing is applied yet', { kustomization: { metadata, spec: folder, status: ready('True') } }],
])('says nothing while %s', (_, found) => {
  expect(messageOf(found)).toBeUndefined();
});

test('reads the word Ready among others', () => {
  const [condition] = ready('False').conditions;
  if (condition === undefined) throw new Error('no condition');
  const conditions = [{ ...condition, type: 'Reconciling', message: 'other' }, condition];
  expect(messageOf({ repository: { metadata, spec, status: { conditions } } })?.text).toContain(
    'cannot be fetched: message. Flux',
  );
});
