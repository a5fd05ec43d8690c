// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { RandomKey } from '@strata/strata-provider';
import { valueOf } from '@strata/testing';
import { keyFingerprint } from '../keys/key-fingerprint.ts';
import { testContext } from '../test-context.ts';
import { checkedFingerprints, fingerprintProblems } from './check-fingerprints.ts';
import { readFingerprints } from './key-fingerprints.ts';

const single = testContext();
const { controlPlane } = single.config;
const three = {
  config: { ...single.config, controlPlane: { ...controlPlane, replicas: 3 as const } },
};

const on = (owner: string, fingerprints: Readonly<Record<string, string>>) => ({
  owner,
  fingerprints,
});

const restored =
  'The state is older than the key, or the key was replaced; put the key of the VM into the state ' +
  '(docs/runbooks/restore-state.md#keys-that-the-copy-does-not-have)';

// Proves: keys.encryption-key-rotation
test('refuses a key that has the name of another key on a VM, as a state from before its rotation makes it', () => {
  const foundKeys = [
    on('VirtualMachine cp-0', { encryption: 'a' }),
    on('VirtualMachine cp-1', { encryption: 'a', 'encryption-2': 'b' }),
  ];
  expect(fingerprintProblems({ ...single, foundKeys }, { encryption: 'a' })).toEqual([]);
  expect(
    fingerprintProblems({ ...single, foundKeys }, { encryption: 'a', 'encryption-2': 'b' }),
  ).toEqual([]);
  expect(
    fingerprintProblems({ ...single, foundKeys }, { encryption: 'a', 'encryption-2': 'other' }),
  ).toEqual([
    `the key "encryption-2" of the stack's state is not the one that VirtualMachine cp-1 has under this name: no API server could read the Secrets that the key of the VM has encrypted. ${restored}`,
  ]);
});

// Proves: keys.token-key-rotation
test('refuses another key of tokens', () => {
  const foundKeys = [on('Secret cp-0-userdata-00000000', { 'service-account': 'a' })];
  expect(fingerprintProblems({ ...single, foundKeys }, { 'service-account': 'b' })).toEqual([
    `the key "service-account" of the stack's state is not the one that Secret cp-0-userdata-00000000 has under this name: the tokens of all pods would become invalid. ${restored}`,
  ]);
});

// Proves: backups.lost-state
test.each(['service-account', 'cluster'])(
  'takes another %s for the next generation once VMs no longer record the one that was lost',
  (key) => {
    const next = `${key}-2`;
    const recorded = (more: Readonly<Record<string, string>>) => ({
      ...three,
      foundKeys: [on('VirtualMachine cp-0', { [key]: 'a', ...more })],
    });
    const present = { [key]: 'a', [next]: 'other' };
    expect(fingerprintProblems(recorded({ [next]: 'lost' }), present)).toHaveLength(1);
    expect(fingerprintProblems(recorded({}), present)).toEqual([]);
    expect(fingerprintProblems(recorded({}), { ...present, [key]: 'b' })).toHaveLength(1);
  },
);

test('refuses another authority of three VMs, which could not join each other, and lets a single one have it', () => {
  const foundKeys = [on('VirtualMachine cp-0', { cluster: 'a', etcd: 'a', 'front-proxy': 'a' })];
  const other = { cluster: 'b', etcd: 'b', 'front-proxy': 'b' };
  expect(fingerprintProblems({ ...single, foundKeys }, other)).toEqual([]);
  const problem = (authority: string) =>
    `the authority of ${authority} in the stack's state is not the one that VirtualMachine cp-0 has: 3 VMs of a control plane ` +
    'cannot get another one in place, because the first VM that has it cannot join the others ' +
    '(docs/runbooks/rotate-keys.md#replace-an-authority)';
  expect(fingerprintProblems({ ...three, foundKeys }, other)).toEqual([
    problem('the cluster'),
    problem('etcd'),
  ]);
});

// Proves: keys.authority-rotation, keys.control-plane-authority-rotation
test.each([
  ['cluster', 'VMs, pods and kubeconfigs would not trust what it signs'],
  ['etcd', 'members of etcd, API servers and backups would not trust what it signs'],
  ['front-proxy', 'aggregated APIs would not trust what it signs'],
])(
  'refuses another authority "%s" of a later generation, as a state from before its rotation makes it',
  (first, consequence) => {
    const next = `${first}-2`;
    const foundKeys = [on('VirtualMachine cp-2', { [first]: 'c', [next]: 'a' })];
    for (const facts of [single, three]) {
      const problems = (present: Readonly<Record<string, string>>) =>
        fingerprintProblems({ ...facts, foundKeys }, present);
      expect(problems({ [first]: 'c', [next]: 'a' })).toEqual([]);
      expect(problems({ [first]: 'c', [next]: 'b' })).toEqual([
        `the key "${next}" of the stack's state is not the one that VirtualMachine cp-2 has under this name: ${consequence}. ${restored}`,
      ]);
    }
  },
);

// Proves: keys.authority-rotation
test('knows each generation of a key by its number at the end of the name, and no other names', () => {
  const problems = (name: string) =>
    fingerprintProblems(
      { ...three, foundKeys: [on('VirtualMachine cp-0', { [name]: 'a' })] },
      { [name]: 'b' },
    );
  expect(problems('cluster-12').join('')).toContain('VMs, pods and kubeconfigs would not trust');
  expect(problems('service-account-10').join('')).toContain('the tokens of all pods');
  expect(problems('service-1-account')).toEqual([]);
  expect(fingerprintProblems({ config: three.config }, { cluster: 'b' })).toEqual([]);
});

test('gives the fingerprints of all keys on, when none is refused', async () => {
  const given = { encryption: pulumi.output('a'), cluster: pulumi.output('b') };
  const checked = checkedFingerprints(three, given);
  expect(await valueOf(checked)).toEqual({ encryption: 'a', cluster: 'b' });
});

test('takes VMs of earlier versions as they are, which record no fingerprints', () => {
  const foundKeys = [on('VirtualMachine cp-0', readFingerprints('VirtualMachine cp-0', {}))];
  expect(fingerprintProblems({ ...three, foundKeys }, { etcd: 'b', encryption: 'b' })).toEqual([]);
});

test.each(['', '[]', '{"encryption":1}'])('does not guess which keys a VM has: %s', (text) => {
  const annotations = { 'strata.dev/key-fingerprints': text };
  expect(() => readFingerprints('VirtualMachine cp-0', annotations)).toThrow(
    `the annotation strata.dev/key-fingerprints of VirtualMachine cp-0 is ${text}, which is no record of its keys: ` +
      'restore its former value, or remove the annotation once you know that the stack still has the keys of the VM',
  );
});

/** Returns the error of a run that has made a key, or undefined. */
async function errorOf(foundKeys: (typeof single)['foundKeys'], isPreview: boolean) {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => ({
        id: name,
        state: { ...(inputs as object), ...(!isPreview && { base64: 'a2V5' }) },
      }),
      call: () => ({}),
    },
    'test',
    'sandbox',
    isPreview,
  );
  const { base64 } = new RandomKey('demo-encryption', { bytes: 32 });
  const facts = { ...single, foundKeys: foundKeys ?? [] };
  const fingerprint = keyFingerprint(base64);
  const keys = { encryption: fingerprint, 'service-account': fingerprint };
  return valueOf(checkedFingerprints(facts, keys)).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
}

// Proves: keys.encryption-key-rotation
test.each([true, false])(
  'a new key in the place of one that runs is refused; preview: %s',
  async (isPreview) => {
    const running = { encryption: 'sha256:1', 'service-account': 'sha256:1' };
    const problem = (name: string, consequence: string) =>
      `the key "${name}" of the stack's state is not the one that VirtualMachine cp-0 has under this name: ${consequence}. ${restored}`;
    expect(await errorOf([on('VirtualMachine cp-0', running)], isPreview)).toBe(
      [
        problem(
          'encryption',
          'no API server could read the Secrets that the key of the VM has encrypted',
        ),
        problem('service-account', 'the tokens of all pods would become invalid'),
      ].join('\n'),
    );
    expect(await errorOf([], isPreview)).toBeUndefined();
    expect(
      await errorOf([on('VirtualMachine cp-0', { 'encryption-2': 'sha256:1' })], isPreview),
    ).toBeUndefined();
  },
);
