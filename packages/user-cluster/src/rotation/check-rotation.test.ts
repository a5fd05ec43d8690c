// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import { checkRotation } from './index.ts';
import { keySteps } from './keys-annotation.ts';

type Rotation = readonly [generation: number, phase: string];

const rotations = ([generation, phase]: Rotation) => ({ serviceAccount: { generation, phase } });

/** Returns the problems of a phase while the VMs of the control plane are in others. */
function problems(wanted: Rotation, ...found: readonly Rotation[]): string[] {
  const running = {
    controlPlane: [],
    pools: {},
    etcdDisks: [],
    lasting: {},
    keySteps: found.map((one) => keySteps(rotations(one))),
  };
  const context = { ...testContext({ keys: rotations(wanted) }), running };
  return checkRotation(context).map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

const made: Rotation = [1, 'finish'];
const trust: Rotation = [2, 'trust'];
const sign: Rotation = [2, 'sign'];
const finish: Rotation = [2, 'finish'];
const nextTrust: Rotation = [3, 'trust'];

// Proves: keys.token-key-rotation
test.each<[string, Rotation, readonly Rotation[]]>([
  ['of a new cluster, whatever it is', finish, []],
  ['that all VMs have', sign, [sign, sign, sign]],
  ['that begins a rotation', trust, [made, made, made]],
  ['that comes next', sign, [trust, trust, trust]],
  ['that ends a rotation', finish, [sign, sign, sign]],
  ['that begins another rotation', nextTrust, [finish]],
  ['that an update has begun', trust, [trust, made, made]],
  ['that is taken back while VMs are in it', made, [trust, made, made]],
  ['that is taken back before the old key is gone', sign, [finish, sign, sign]],
  ['in which the new key is known but not used, from the one in which it is', trust, [sign, sign]],
])('accepts a phase %s', (_, wanted, found) => {
  expect(problems(wanted, ...found)).toEqual([]);
});

test('when Secrets of earlier updates leave no phase, it says which objects are in the way', () => {
  expect(problems(finish, made, finish)).toEqual([
    'keys.serviceAccount: no phase is possible: the control plane is at generation 1 and generation 2 with phase "finish", by the start-up Secrets of a VM that does not exist. Some of them are left over from earlier updates: delete those, but not the newest one (docs/runbooks/rotate-keys.md#when-secrets-of-earlier-updates-are-left-over)',
  ]);
});

// Proves: keys.token-key-rotation
test('refuses to skip a phase, and says which one is next', () => {
  expect(problems(sign, made, made)).toEqual([
    'keys.serviceAccount: generation 2 with phase "sign" is not possible: the control plane is at generation 1, and each phase must be on all VMs of the control plane before the next one; possible are generation 1 and generation 2 with phase "trust" (docs/runbooks/rotate-keys.md)',
  ]);
  expect(problems(finish, trust)).toEqual([
    'keys.serviceAccount: generation 2 with phase "finish" is not possible: the control plane is at generation 2 with phase "trust", and each phase must be on all VMs of the control plane before the next one; possible are generation 2 with phase "trust" and generation 2 with phase "sign" (docs/runbooks/rotate-keys.md)',
  ]);
});

// Proves: keys.token-key-rotation
test.each<[string, Rotation, readonly Rotation[]]>([
  ['over the next phase while an update has not ended', sign, [trust, made, made]],
  ['over the last phase while an update has not ended', finish, [sign, trust]],
  ['to another generation in the middle of one', nextTrust, [sign]],
  ['over a whole generation', nextTrust, [made]],
  ['back to the old key once all VMs know the new one, which may have signed since', made, [trust]],
  ['back to the old key once it is gone', sign, [finish, finish]],
  ['back over a phase', made, [sign, trust]],
  ['back to the first generation', made, [finish]],
])('refuses a step %s', (_, wanted, found) => {
  expect(problems(wanted, ...found)).toHaveLength(1);
});

// Proves: keys.encryption-key-rotation
test('the key of Secrets has phases of its own, and goes back from its last one, for the state keeps all keys', () => {
  const encryption = (generation: number, phase: string) => ({
    encryption: { generation, phase },
  });
  const after = (wanted: ReturnType<typeof encryption>, ...found: readonly (typeof wanted)[]) => {
    const running = { controlPlane: [], pools: {}, etcdDisks: [], lasting: {} };
    const context = testContext({ keys: wanted });
    return checkRotation({
      ...context,
      running: { ...running, keySteps: found.map(keySteps) },
    }).map(({ path, message }) => `${formatPath(path)}: ${message}`);
  };
  const [read, write, last] = ['read', 'write', 'finish'].map((phase) => encryption(2, phase));
  if (read === undefined || write === undefined || last === undefined) throw new Error('no phase');
  expect(after(write, read, read)).toEqual([]);
  expect(after(last, write)).toEqual([]);
  expect(after(write, last, last)).toEqual([]);
  expect(after(encryption(1, 'finish'), read)).toHaveLength(1);
  expect(after(read, last)).toHaveLength(1);
  expect(after(last, read, write)).toEqual([
    'keys.encryption: generation 2 with phase "finish" is not possible: the control plane is at generation 2 with phase "read" and generation 2 with phase "write", and each phase must be on all VMs of the control plane before the next one; possible are generation 2 with phase "read" and generation 2 with phase "write" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('says that there is no way back', () => {
  expect(problems(made, sign)).toEqual([
    'keys.serviceAccount: generation 1 is not possible: the control plane is at generation 2 with phase "sign", and there is no way back from there; possible are generation 2 with phase "trust" and generation 2 with phase "sign" and generation 2 with phase "finish" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('refuses a phase of the first generation', () => {
  expect(problems([1, 'sign'])).toEqual([
    'keys.serviceAccount.phase: generation 1 is the key that the cluster was made with, and has no phases; a rotation begins with generation 2 with phase "trust" (docs/runbooks/rotate-keys.md)',
  ]);
});

test('reports nothing when the infra cluster could not be asked', () => {
  expect(checkRotation(testContext({ keys: rotations(finish) }))).toEqual([]);
});
