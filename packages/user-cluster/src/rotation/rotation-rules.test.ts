// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { formatPath } from '@strata/contracts';
import { valueOf } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { allowedSteps } from './allowed-steps.ts';
import { checkRotation } from './index.ts';
import { fingerprintsAnnotation, readFingerprints } from './key-fingerprints.ts';
import { keySteps } from './keys-annotation.ts';
import { recordedBackupSteps, recordedKeys, recordedPoolSteps } from './recorded-keys.ts';
import { foundSteps, generationsAt } from './rotation-steps.ts';

// Proves: keys.token-key-rotation, keys.encryption-key-rotation
test('no step is allowed where no VM says its own, and none below the first', () => {
  expect(allowedSteps('serviceAccount', [])).toEqual([]);
  expect(allowedSteps('encryption', [0])).toEqual([0, 1]);
  expect(allowedSteps('encryption', [2])).toEqual([1, 2, 3]);
  expect(allowedSteps('authority', [0, 2])).toEqual([1]);
});

interface Running {
  readonly keySteps: readonly ReturnType<typeof keySteps>[];
  readonly backupSteps?: readonly number[];
}

/** Returns the problems of a phase of one key. */
function problems(key: string, [generation, phase]: readonly [number, string], found: Running) {
  const running = { controlPlane: [], pools: {}, etcdDisks: [], lasting: {}, ...found };
  const context = testContext({ keys: { [key]: { generation, phase } } });
  return checkRotation({ ...context, running }).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );
}

// Proves: keys.token-key-rotation, keys.control-plane-authority-rotation
test('a refusal names backups where the key is the one of etcd, and there are some', () => {
  const made = keySteps({});
  const possible =
    'possible are generation 1 and generation 2 with phase "trust" (docs/runbooks/rotate-keys.md)';
  const refusal = (key: string, where: string, all: string) =>
    `keys.${key}: generation 2 with phase "sign" is not possible: ${where} is at generation 1, and each phase must be on ${all} before the next one; ${possible}`;
  const machines = 'all VMs of the control plane';
  const [both, all] = [
    'the control plane with its backups',
    `${machines} and in the certificate of backups`,
  ];
  expect(problems('etcdAuthority', [2, 'sign'], { keySteps: [made] })).toEqual([
    refusal('etcdAuthority', 'the control plane', machines),
  ]);
  expect(problems('etcdAuthority', [2, 'sign'], { keySteps: [made], backupSteps: [0] })).toEqual([
    refusal('etcdAuthority', both, all),
  ]);
  expect(problems('serviceAccount', [2, 'sign'], { keySteps: [made], backupSteps: [0] })).toEqual([
    refusal('serviceAccount', 'the control plane', machines),
  ]);
});

// Proves: keys.token-key-rotation
test('VMs that are two phases apart can only meet in the middle', () => {
  const sign = keySteps({ serviceAccount: { generation: 2, phase: 'sign' } });
  const found = { keySteps: [keySteps({}), sign] };
  expect(problems('serviceAccount', [1, 'finish'], found)).toEqual([
    'keys.serviceAccount: generation 1 is not possible: the control plane is at generation 1 and generation 2 with phase "sign", and each phase must be on all VMs of the control plane before the next one; possible are generation 2 with phase "trust" (docs/runbooks/rotate-keys.md)',
  ]);
  expect(checkRotation({ ...testContext(), config: {} })).toEqual([]);
});

// Proves: keys.token-key-rotation
test('nothing but a record of texts says which keys a VM has', () => {
  const key = 'strata.dev/key-fingerprints';
  const read = (text: string) => readFingerprints('VirtualMachine cp-0', { [key]: text });
  expect(read('{"encryption":"a","etcd":"b"}')).toEqual({ encryption: 'a', etcd: 'b' });
  expect(read('{}')).toEqual({});
  for (const text of ['null', '"text"', '5', '{"encryption":"a","etcd":1}', '{']) {
    expect(() => read(text)).toThrow(`is ${text}, which is no record of its keys`);
  }
});

test('the record of keys is JSON', async () => {
  const { 'strata.dev/key-fingerprints': text, ...others } = fingerprintsAnnotation(
    pulumi.output({ encryption: 'a' }),
  );
  expect(others).toEqual({});
  expect(await valueOf(text)).toBe('{"encryption":"a"}');
});

const found = (name: string, keys?: object) => ({
  metadata: {
    name,
    ...(keys && { annotations: { 'strata.dev/keys': JSON.stringify(keys) } }),
  },
});
const signs = { serviceAccount: { generation: 2, phase: 'sign' } };

// Proves: keys.token-key-rotation
test.each(['null', '"text"', '5', '{"serviceAccount":{"generation":2.5,"phase":"trust"}}'])(
  'nothing else than a record of phases says how far a rotation is: %s',
  (text) => {
    const machine = { metadata: { name: 'cp-0', annotations: { 'strata.dev/keys': text } } };
    expect(() => recordedKeys(['cp-0'], [machine], [])).toThrow(`cp-0 is ${text}, which is no`);
  },
);

// Proves: keys.token-key-rotation
test('a missing VM counts by its own Secrets, whatever VMs of pools say', () => {
  const secrets = [found('cp-1-userdata-00000000', signs), found('controller', signs)];
  const keys = recordedKeys(['cp-0', 'cp-1'], [found('md-a-0')], secrets);
  expect(keys.map(({ owner, steps }) => [owner, steps.serviceAccount])).toEqual([
    ['Secret cp-1-userdata-00000000', 2],
  ]);
});

// Proves: keys.control-plane-authority-rotation, keys.authority-rotation
test('an annotation that cannot be read is told with its object', () => {
  const wrong = { annotations: { 'strata.dev/keys': '[]' } };
  const client = { metadata: { name: 'client', ...wrong } };
  expect(() => recordedBackupSteps('client', [client])).toThrow('of Secret client is []');
  const pool = { metadata: { name: 'md' }, spec: { virtualMachineTemplate: { metadata: wrong } } };
  expect(() => recordedPoolSteps([pool], [])).toThrow('of VirtualMachinePool md is []');
  const machine = {
    metadata: { name: 'md-0', labels: { 'strata.dev/pool': 'md' }, ...wrong },
  };
  const pools = [{ metadata: { name: 'md' } }];
  expect(() => recordedPoolSteps(pools, [machine])).toThrow('of VirtualMachine md-0 is []');
  expect(recordedPoolSteps(pools, [{ metadata: { name: 'cp-0', ...wrong } }])).toEqual([0]);
});

// Proves: keys.authority-rotation, keys.control-plane-authority-rotation
test('VMs have both generations until the last phase, and only the new one after it', () => {
  const at = (phase: string) => generationsAt('authority', { generation: 2, phase });
  expect(['trust', 'sign', 'finish', 'none'].map(at)).toEqual([
    { used: 1, known: [2] },
    { used: 2, known: [1] },
    { used: 2, known: [] },
    { used: 2, known: [] },
  ]);
});

// Proves: keys.control-plane-authority-rotation
test('the certificate of backups counts where all VMs accept it', () => {
  // Of toEqual, [undefined] would be the same.
  expect(foundSteps('authority', {})).toStrictEqual([]);
  expect(foundSteps('serviceAccount', {})).toEqual([]);
  expect(foundSteps('etcdAuthority', { backupSteps: [1] })).toEqual([]);
  const at = (phase: string) => keySteps({ etcdAuthority: { generation: 2, phase } });
  const keys = { keySteps: [keySteps({}), at('trust')] };
  expect(foundSteps('etcdAuthority', keys)).toEqual([0, 1]);
  expect(foundSteps('etcdAuthority', { ...keys, backupSteps: [0] })).toEqual([0, 1, 0]);
  expect(foundSteps('etcdAuthority', { ...keys, backupSteps: [2] })).toEqual([0, 1]);
});
