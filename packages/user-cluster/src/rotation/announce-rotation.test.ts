// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { testContext } from '../test-context.ts';
import { announceRotation, rotationLines } from './index.ts';
import { keySteps } from './keys-annotation.ts';

type Rotation = readonly [generation: number, phase: string];

const rotations = ([generation, phase]: Rotation) => ({ serviceAccount: { generation, phase } });

const lines = (wanted: Rotation, ...found: readonly Rotation[]) =>
  rotationLines({
    config: testContext({ keys: rotations(wanted) }).config,
    keySteps: found.map((one) => keySteps(rotations(one))),
  }).map(({ severity, text }) => `${severity}: ${text}`);

test('says nothing while no rotation is under way', () => {
  expect(lines([1, 'finish'])).toEqual([]);
  expect(lines([1, 'finish'], [1, 'finish'])).toEqual([]);
  expect(lines([2, 'finish'], [2, 'finish'])).toEqual([]);
  // Of a new cluster.
  expect(lines([2, 'finish'])).toEqual([]);
});

// Proves: keys.token-key-rotation
test('says what a phase replaces and does', () => {
  expect(lines([2, 'trust'], [1, 'finish'])).toEqual([
    'info: keys.serviceAccount: generation 2 with phase "trust" replaces each VM of the control plane, one after the other; then every API server accepts tokens that the key of generation 2 signs, and generation 1 still signs; before "sign", wait an hour, and give the new key to all who verify tokens outside of the cluster (docs/runbooks/rotate-keys.md)',
  ]);
  expect(lines([2, 'sign'], [2, 'sign'], [2, 'trust'])).toEqual([
    'info: keys.serviceAccount: generation 2 with phase "sign" replaces each VM of the control plane, one after the other; then generation 2 signs, and tokens of generation 1 stay valid; wait until pods have new ones before "finish" (docs/runbooks/rotate-keys.md)',
  ]);
});

// Proves: keys.token-key-rotation
test('warns of the last phase, which ends the tokens of the old key, and says how long they live', () => {
  expect(lines([2, 'finish'], [2, 'sign'])).toEqual([
    'warn: keys.serviceAccount: generation 2 with phase "finish" replaces each VM of the control plane, one after the other; then tokens that generation 1 signed become invalid: kubelets renew those of pods within a day, programs that read their token only once must have been started anew (such a token lives for up to a year), and Secrets of the type kubernetes.io/service-account-token must have been made anew (docs/runbooks/rotate-keys.md)',
  ]);
});

// Proves: keys.encryption-key-rotation
test('says what the phases of the key of Secrets do', () => {
  const said = (phase: string, before: string) => {
    const keys = (value: string, generation = 2) => ({ encryption: { generation, phase: value } });
    const steps = before === '' ? keySteps({}) : keySteps(keys(before));
    const { config } = testContext({ keys: keys(phase) });
    return rotationLines({ config, keySteps: [steps] }).map(
      ({ severity, text }) => `${severity}: ${text}`,
    );
  };
  const begins = (phase: string) =>
    `keys.encryption: generation 2 with phase "${phase}" replaces each VM of the control plane, one after the other; then `;
  expect([said('read', ''), said('write', 'read'), said('finish', 'write')].flat()).toEqual([
    `info: ${begins('read')}every API server can read Secrets that the key of generation 2 encrypts, and generation 1 still encrypts (docs/runbooks/rotate-keys.md)`,
    `info: ${begins('write')}generation 2 encrypts, and every API server can still read what generation 1 has encrypted (docs/runbooks/rotate-keys.md)`,
    `warn: ${begins('finish')}no API server can read what generation 1 has encrypted: before any VM is replaced, all Secrets are encrypted anew. Make a backup before and one after; the state keeps the old key for older backups (docs/runbooks/rotate-keys.md)`,
  ]);
});

// Proves: keys.encryption-key-rotation
test('says which backups a further rotation takes out of reach of its phases', () => {
  const keys = (generation: number, phase: string) => ({ encryption: { generation, phase } });
  const { config } = testContext({ keys: keys(3, 'read') });
  expect(rotationLines({ config, keySteps: [keySteps(keys(2, 'finish'))] })).toEqual([
    {
      severity: 'info',
      text: 'keys.encryption: generation 3 with phase "read" replaces each VM of the control plane, one after the other; then every API server can read Secrets that the key of generation 3 encrypts, and generation 2 still encrypts. Backups from before "finish" of generation 2 can no longer be restored by a phase, but by hand (docs/runbooks/rotate-keys.md)',
    },
  ]);
});

test('names the older generation first, also where it has fewer digits', () => {
  expect(lines([10, 'trust'], [10, 'trust'])).toEqual([
    'info: keys.serviceAccount: generation 10 with phase "trust" is on all VMs of the control plane, which have the keys of generations 9 and 10; next is generation 10 with phase "sign" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('reminds of a rotation that is not finished', () => {
  expect(lines([2, 'trust'], [2, 'trust'])).toEqual([
    'info: keys.serviceAccount: generation 2 with phase "trust" is on all VMs of the control plane, which have the keys of generations 1 and 2; next is generation 2 with phase "sign" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('the phase that comes after "sign" names the generations in their order as well', () => {
  expect(lines([10, 'sign'], [10, 'sign'])).toEqual([
    'info: keys.serviceAccount: generation 10 with phase "sign" is on all VMs of the control plane, which have the keys of generations 9 and 10; next is generation 10 with phase "finish" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('previews say it, each line at its severity, and updates do not', async () => {
  const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
  const info = jest.spyOn(pulumi.log, 'info').mockResolvedValue();
  const isPreview = jest.spyOn(pulumi.runtime, 'isDryRun');
  const said = async (preview: boolean, wanted: Rotation, found: Rotation) => {
    isPreview.mockReturnValue(preview);
    warn.mockClear();
    info.mockClear();
    await announceRotation({
      config: testContext({ keys: rotations(wanted) }).config,
      keySteps: [keySteps(rotations(found))],
    });
    return [info.mock.calls.length, warn.mock.calls.length];
  };
  expect(await said(true, [2, 'trust'], [1, 'finish'])).toEqual([1, 0]);
  expect(await said(true, [2, 'finish'], [2, 'sign'])).toEqual([0, 1]);
  expect(await said(true, [1, 'finish'], [1, 'finish'])).toEqual([0, 0]);
  expect(await said(false, [2, 'trust'], [1, 'finish'])).toEqual([0, 0]);
  jest.restoreAllMocks();
});
