// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import { checkRotation, keysAnnotation, rotationLines } from './index.ts';
import { keySteps } from './keys-annotation.ts';
import { recordedPoolSteps } from './recorded-keys.ts';

type Rotation = readonly [generation: number, phase: string];

const rotations = ([generation, phase]: Rotation) => ({ authority: { generation, phase } });
const stepsOf = (found: readonly Rotation[]) => found.map((one) => keySteps(rotations(one)));

const made: Rotation = [1, 'finish'];
const trust: Rotation = [2, 'trust'];
const sign: Rotation = [2, 'sign'];
const finish: Rotation = [2, 'finish'];

interface Found {
  readonly controlPlane: readonly Rotation[];
  readonly pools: readonly Rotation[];
}

const factsOf = (wanted: Rotation, { controlPlane, pools }: Found) => ({
  ...testContext({ keys: rotations(wanted) }),
  keySteps: stepsOf(controlPlane),
  poolSteps: stepsOf(pools).map(({ authority }) => authority),
});

function problems(wanted: Rotation, found: Found): string[] {
  const { keySteps, poolSteps, ...context } = factsOf(wanted, found);
  const running = { controlPlane: [], pools: {}, etcdDisks: [], lasting: {}, keySteps, poolSteps };
  return checkRotation({ ...context, running }).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );
}

const lines = (wanted: Rotation, found: Found) =>
  rotationLines(factsOf(wanted, found)).map(({ severity, text }) => `${severity}: ${text}`);

// Proves: keys.authority-rotation
test.each<[string, Rotation, Found]>([
  ['of a new cluster', finish, { controlPlane: [], pools: [] }],
  ['that begins a rotation', trust, { controlPlane: [made, made, made], pools: [made] }],
  [
    'that an update has begun',
    trust,
    { controlPlane: [trust, trust, trust], pools: [made, trust] },
  ],
  ['that comes next', sign, { controlPlane: [trust], pools: [trust, trust] }],
  ['of a cluster without pools', sign, { controlPlane: [trust], pools: [] }],
  ['that ends a rotation', finish, { controlPlane: [sign], pools: [sign] }],
  ['that is taken back before it is on all VMs', made, { controlPlane: [trust], pools: [made] }],
  ['in which the old one signs again', trust, { controlPlane: [sign], pools: [sign] }],
])('accepts a phase %s', (_, wanted, found) => {
  expect(problems(wanted, found)).toEqual([]);
});

// Proves: keys.authority-rotation
test('refuses the next phase while a VM of a pool is not in this one, for it would trust no API server', () => {
  expect(problems(sign, { controlPlane: [trust, trust, trust], pools: [made, trust] })).toEqual([
    'keys.authority: generation 2 with phase "sign" is not possible: the cluster is at generation 1 and generation 2 with phase "trust", and each phase must be on all VMs before the next one; possible are generation 1 and generation 2 with phase "trust" (docs/runbooks/rotate-keys.md)',
  ]);
});

// Proves: keys.authority-rotation
test.each<[string, Rotation, Found]>([
  ['over a phase', sign, { controlPlane: [made], pools: [made] }],
  ['to the end while a pool is behind', finish, { controlPlane: [sign], pools: [trust] }],
  [
    'back to the old one once all VMs trust the new one',
    made,
    { controlPlane: [trust], pools: [trust] },
  ],
  ['back to the old one once it is gone', sign, { controlPlane: [finish], pools: [finish] }],
])('refuses a step %s', (_, wanted, found) => {
  expect(problems(wanted, found)).toHaveLength(1);
});

// Proves: keys.authority-rotation
test('says what each phase replaces, does and needs before the next one', () => {
  const begins = (phase: string) =>
    `keys.authority: generation 2 with phase "${phase}" replaces all VMs, those of the control plane first; then `;
  const all = (one: Rotation) => ({ controlPlane: [one], pools: [one] });
  expect([
    ...lines(trust, all(made)),
    ...lines(sign, all(trust)),
    ...lines(finish, all(sign)),
  ]).toEqual([
    `info: ${begins('trust')}all VMs, new pods and all kubeconfigs trust generation 2 as well, and generation 1 still signs; before "sign", start pods of control-plane nodes anew, and give everybody their kubeconfigs anew (docs/runbooks/rotate-keys.md)`,
    `info: ${begins('sign')}generation 2 signs, and certificates of generation 1 stay valid; before "finish", give everybody their kubeconfigs anew (docs/runbooks/rotate-keys.md)`,
    `warn: ${begins('finish')}certificates that generation 1 signed become invalid, such as those in kubeconfigs from before "sign"; afterwards, take it out of what aggregated APIs trust (docs/runbooks/rotate-keys.md)`,
  ]);
  expect(lines(trust, all(trust))).toEqual([
    'info: keys.authority: generation 2 with phase "trust" is on all VMs, which have the keys of generations 1 and 2; next is generation 2 with phase "sign" (docs/runbooks/rotate-keys.md)',
  ]);
  expect(lines(finish, all(finish))).toEqual([]);
});

// Proves: keys.authority-rotation
test('counts each VM of a pool, and the template that the next one is made from', () => {
  const annotations = (one: Rotation) => keysAnnotation(rotations(one));
  const machine = (name: string, pool: string, one: Rotation) => ({
    metadata: { name, labels: { 'strata.dev/pool': pool }, annotations: annotations(one) },
  });
  const pool = (name: string, one: Rotation) => ({
    metadata: { name },
    spec: { virtualMachineTemplate: { metadata: { annotations: annotations(one) } } },
  });
  const machines = [
    machine('cp-0', 'cp', sign),
    machine('md-a-0', 'md-a', made),
    machine('md-a-1', 'md-a', trust),
  ];
  expect(recordedPoolSteps([pool('md-a', trust)], machines)).toEqual([0, 1, 1]);
  expect(recordedPoolSteps([{ metadata: { name: 'md-b' } }], machines)).toEqual([0]);
  expect(recordedPoolSteps([], machines)).toEqual([]);
});
