// SPDX-License-Identifier: Apache-2.0
import { keysAnnotation } from './index.ts';
import { recordedBackupSteps, recordedKeys } from './recorded-keys.ts';

const names = ['cp-0', 'cp-1', 'cp-2'];

const found = (name: string, generation = 1, phase = 'finish') => ({
  metadata: { name, annotations: keysAnnotation({ serviceAccount: { generation, phase } }) },
});

const steps = (...args: Parameters<typeof recordedKeys>) =>
  recordedKeys(...args).map((keys) => keys.steps.serviceAccount);

test('writes nothing for the keys that a cluster was made with', () => {
  expect(found('cp-0').metadata.annotations).toEqual({});
  expect(found('cp-0', 2, 'trust').metadata.annotations).toEqual({
    'strata.dev/keys': '{"serviceAccount":{"generation":2,"phase":"trust"}}',
  });
});

test('counts the phase of each VM of the control plane, and of no other', () => {
  const machines = [found('cp-0', 2, 'sign'), found('cp-1', 2, 'trust'), found('md-a-0')];
  expect(steps(names, machines, [])).toEqual([2, 1]);
  expect(steps(names, [{ metadata: { name: 'cp-0' } }], [])).toEqual([0]);
  expect(steps(names, [], [])).toEqual([]);
});

// Proves: keys.token-key-rotation
test('counts a VM that is gone by the Secrets that it may have started with', () => {
  const secrets = [
    found('cp-0-userdata-00000000', 2, 'trust'),
    found('cp-1-userdata-00000000', 2, 'trust'),
    found('cp-1-userdata-11111111', 2, 'sign'),
    found('md-a-userdata-00000000'),
    found('controller'),
  ];
  expect(steps(names, [found('cp-0', 2, 'sign')], secrets)).toEqual([2, 1, 2]);
});

test('does not count a Secret that was left over, which no VM beside the others can have started with', () => {
  const secrets = [
    found('cp-1-userdata-00000000'),
    found('cp-1-userdata-11111111', 2, 'sign'),
    found('cp-1-userdata-22222222', 2, 'finish'),
  ];
  expect(steps(names, [found('cp-0', 2, 'finish')], secrets)).toEqual([3, 2, 3]);
  // Without a VM nobody can say which of them is left over.
  expect(steps(names, [], secrets)).toEqual([0, 2, 3]);
});

// Proves: keys.control-plane-authority-rotation
test('counts the certificate of backups by its Secret, where there is one', () => {
  const phase = { etcdAuthority: { generation: 2, phase: 'trust' } };
  const client = { metadata: { name: 'client', annotations: keysAnnotation(phase) } };
  const others = [found('cp-0-userdata-00000000', 2, 'trust')];
  expect(recordedBackupSteps('client', [...others, client])).toEqual([1]);
  expect(recordedBackupSteps('client', [{ metadata: { name: 'client' } }])).toEqual([0]);
  expect(recordedBackupSteps('client', others)).toEqual([]);
});

test.each([
  '',
  '[]',
  '{"serviceAccount":{"generation":2,"phase":"tryst"}}',
  '{"serviceAccount":{"generation":1,"phase":"sign"}}',
  '{"serviceAccount":{"phase":"sign"}}',
])('does not guess which keys a VM has: %s', (text) => {
  const annotations = { 'strata.dev/keys': text };
  expect(() => recordedKeys(names, [{ metadata: { name: 'cp-0', annotations } }], [])).toThrow(
    `the annotation strata.dev/keys of VirtualMachine cp-0 is ${text}, which is no record of its keys: ` +
      'write there what it has, such as {"serviceAccount":{"generation":2,"phase":"sign"}}',
  );
});
