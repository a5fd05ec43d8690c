// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import { checkRotation, keysAnnotation, rotationLines } from './index.ts';
import { keySteps } from './keys-annotation.ts';

type Rotation = readonly [generation: number, phase: string];

const made: Rotation = [1, 'finish'];
const trust: Rotation = [2, 'trust'];
const sign: Rotation = [2, 'sign'];
const finish: Rotation = [2, 'finish'];

const keys = ['etcdAuthority', 'frontProxyAuthority'] as const;
type Key = (typeof keys)[number];

const rotations = (key: Key, [generation, phase]: Rotation) => ({ [key]: { generation, phase } });

/** Facts of a cluster whose pools have never heard of such a key. */
const factsOf = (key: Key, wanted: Rotation, found: readonly Rotation[]) => ({
  ...testContext({ keys: rotations(key, wanted) }),
  keySteps: found.map((one) => keySteps(rotations(key, one))),
  poolSteps: [0, 0],
});

function problems(
  key: Key,
  wanted: Rotation,
  found: readonly Rotation[],
  backups: readonly Rotation[] = [],
): string[] {
  const { keySteps: steps, poolSteps, ...context } = factsOf(key, wanted, found);
  const running = {
    controlPlane: [],
    pools: {},
    etcdDisks: [],
    lasting: {},
    keySteps: steps,
    poolSteps,
    backupSteps: backups.map((one) => keySteps(rotations('etcdAuthority', one)).etcdAuthority),
  };
  return checkRotation({ ...context, running }).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );
}

const lines = (key: Key, wanted: Rotation, ...found: readonly Rotation[]) =>
  rotationLines(factsOf(key, wanted, found)).map(({ severity, text }) => `${severity}: ${text}`);

// Proves: keys.control-plane-authority-rotation
test.each(
  keys.flatMap((key): [Key, string, Rotation, readonly Rotation[]][] => [
    [key, 'of a new cluster', finish, []],
    [key, 'that begins a rotation', trust, [made, made, made]],
    [key, 'that an update has begun', sign, [sign, trust, trust]],
    [key, 'that comes next', finish, [sign, sign, sign]],
    [key, 'that is taken back while VMs are in it', made, [trust, made, made]],
    [key, 'in which the old one signs again', trust, [sign, sign, sign]],
    [key, 'that begins another rotation', [3, 'trust'], [finish]],
  ]),
)('%s: accepts a phase %s', (key, _, wanted, found) => {
  expect(problems(key, wanted, found)).toEqual([]);
});

// Proves: keys.control-plane-authority-rotation
test.each(keys)('%s: refuses a phase that is skipped or half, and says what is possible', (key) => {
  const refused = (wanted: string, at: string, possible: string) =>
    `keys.${key}: generation 2 with phase "${wanted}" is not possible: the control plane is at ${at}, and each phase must be on all VMs of the control plane before the next one; possible are ${possible} (docs/runbooks/rotate-keys.md)`;
  expect(problems(key, sign, [made, made, made])).toEqual([
    refused('sign', 'generation 1', 'generation 1 and generation 2 with phase "trust"'),
  ]);
  expect(problems(key, finish, [sign, trust, trust])).toEqual([
    refused(
      'finish',
      'generation 2 with phase "trust" and generation 2 with phase "sign"',
      'generation 2 with phase "trust" and generation 2 with phase "sign"',
    ),
  ]);
});

// Proves: keys.control-plane-authority-rotation
test.each(
  keys.flatMap((key): [Key, string, Rotation, readonly Rotation[]][] => [
    [key, 'back to the old one once all VMs trust the new one', made, [trust, trust, trust]],
    [key, 'back to the old one once it is gone', sign, [finish, finish, finish]],
    [key, 'to another generation in the middle of one', [3, 'trust'], [sign, sign, sign]],
  ]),
)('%s: refuses a step %s', (key, _, wanted, found) => {
  expect(problems(key, wanted, found)).toHaveLength(1);
});

// Proves: keys.control-plane-authority-rotation, backups.etcd
test('a certificate of backups that an update did not come to holds the next phase of the authority of etcd back', () => {
  const messages = (key: Key, wanted: Rotation, found: Rotation, backups: Rotation) =>
    problems(key, wanted, [found, found, found], [backups]);
  expect(messages('etcdAuthority', finish, sign, trust)).toEqual([
    'keys.etcdAuthority: generation 2 with phase "finish" is not possible: the control plane with its backups is at generation 2 with phase "trust" and generation 2 with phase "sign", and each phase must be on all VMs of the control plane and in the certificate of backups before the next one; possible are generation 2 with phase "trust" and generation 2 with phase "sign" (docs/runbooks/rotate-keys.md)',
  ]);
  expect(messages('etcdAuthority', sign, sign, trust)).toEqual([]);
  expect(messages('etcdAuthority', finish, sign, sign)).toEqual([]);
  expect(messages('frontProxyAuthority', finish, sign, trust)).toEqual([]);
  // VMs refuse it already, and no phase of theirs would be a neighbour.
  expect(messages('etcdAuthority', [3, 'trust'], finish, made)).toEqual([]);
  expect(messages('etcdAuthority', sign, finish, trust)).toHaveLength(1);
  // All VMs are gone, with their Secrets: what is made anew trusts what it is made with.
  expect(problems('etcdAuthority', finish, [], [made])).toEqual([]);
});

const begins = (key: Key, phase: string) =>
  `keys.${key}: generation 2 with phase "${phase}" replaces each VM of the control plane, one after the other, and no VM of a pool; then `;

// Proves: keys.control-plane-authority-rotation
test('a preview says that the certificate of backups is behind, where the VMs have the phase and backups are configured', () => {
  const key = 'etcdAuthority';
  const said = (wanted: Rotation, found: Rotation, certificate: Rotation, more: object = {}) => {
    const { etcdAuthority } = keySteps(rotations(key, certificate));
    const backup = { target: { volume: { sizeGiB: 40 } } };
    const { config } = testContext({ keys: rotations(key, wanted), backup, ...more });
    const facts = { ...factsOf(key, wanted, [found]), config, backupSteps: [etcdAuthority] };
    return rotationLines(facts).map(({ severity, text }) => `${severity}: ${text}`);
  };
  const behind = (phase: string) => [
    `info: keys.etcdAuthority: generation 2 with phase "${phase}" is on all VMs of the control plane, and this update makes the certificate of backups, which the update before has not reached (docs/runbooks/rotate-keys.md)`,
  ];
  expect(said(sign, sign, trust)).toEqual(behind('sign'));
  expect(said(finish, finish, sign)).toEqual(behind('finish'));
  expect(said(finish, finish, finish)).toEqual([]);
  expect(said(finish, finish, sign, { backup: undefined })).toEqual([]);
  expect(said(sign, sign, sign)).toEqual([
    'info: keys.etcdAuthority: generation 2 with phase "sign" is on all VMs of the control plane, which have the keys of generations 1 and 2; next is generation 2 with phase "finish" (docs/runbooks/rotate-keys.md)',
  ]);
  expect(said(sign, trust, trust)[0]).toContain(begins(key, 'sign'));
});

// Proves: keys.control-plane-authority-rotation
test('a preview says of the authority of etcd what each phase replaces, does and needs', () => {
  const key = 'etcdAuthority';
  expect([
    ...lines(key, trust, made),
    ...lines(key, sign, trust),
    ...lines(key, finish, sign),
  ]).toEqual([
    `info: ${begins(key, 'trust')}members of etcd, API servers and backups trust generation 2 as well, and generation 1 still signs; before "sign", have everything else that asks etcd trust both (docs/runbooks/rotate-keys.md)`,
    `info: ${begins(key, 'sign')}generation 2 signs, and certificates of generation 1 stay valid; before "finish", give everything else that asks etcd a new certificate (docs/runbooks/rotate-keys.md)`,
    `warn: ${begins(key, 'finish')}certificates that generation 1 signed become invalid: nobody reads or writes etcd with one of them any more (docs/runbooks/rotate-keys.md)`,
  ]);
});

// Proves: keys.control-plane-authority-rotation
test('a preview says of the authority of the front proxy what each phase replaces, does and needs', () => {
  const key = 'frontProxyAuthority';
  expect([
    ...lines(key, trust, made),
    ...lines(key, sign, trust),
    ...lines(key, finish, sign),
  ]).toEqual([
    `info: ${begins(key, 'trust')}API servers, and aggregated APIs by what API servers write for them, trust generation 2 as well, and generation 1 still signs; before "sign", start aggregated APIs anew that read it only once (docs/runbooks/rotate-keys.md)`,
    `info: ${begins(key, 'sign')}generation 2 signs, and aggregated APIs still trust generation 1 (docs/runbooks/rotate-keys.md)`,
    `warn: ${begins(key, 'finish')}API servers no longer trust generation 1; afterwards, take it out of what aggregated APIs trust (docs/runbooks/rotate-keys.md)`,
  ]);
});

// Proves: keys.control-plane-authority-rotation
test.each(keys)(
  '%s: a preview reminds of a rotation that is not finished, and is silent after it',
  (key) => {
    expect(lines(key, sign, sign)).toEqual([
      `info: keys.${key}: generation 2 with phase "sign" is on all VMs of the control plane, which have the keys of generations 1 and 2; next is generation 2 with phase "finish" (docs/runbooks/rotate-keys.md)`,
    ]);
    expect(lines(key, finish, finish)).toEqual([]);
  },
);

// Proves: keys.control-plane-authority-rotation
test('VMs record how far each rotation is, and rotations can share an update', () => {
  const all = { ...rotations('etcdAuthority', trust), ...rotations('frontProxyAuthority', sign) };
  expect(keysAnnotation(all)).toEqual({
    'strata.dev/keys':
      '{"etcdAuthority":{"generation":2,"phase":"trust"},"frontProxyAuthority":{"generation":2,"phase":"sign"}}',
  });
});
