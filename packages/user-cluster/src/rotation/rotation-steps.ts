// SPDX-License-Identifier: Apache-2.0
import { rotationPhases } from '../config/index.ts';

/** A key that is rotated in phases, by its name in `keys` of the configuration. */
export type RotatedKey = keyof typeof rotationPhases;

/** How far a rotation is, as the configuration says it. */
export interface Rotation {
  readonly generation: number;
  /** One of {@link rotationPhases}. */
  readonly phase: string;
}

/** How far the rotation of each key is; undefined for a key that the configuration does not name. */
export type Rotations = Readonly<Partial<Record<RotatedKey, Rotation>>>;

/** All keys that are rotated in phases. */
export const rotatedKeys = Object.keys(rotationPhases) as readonly RotatedKey[];

/** How far rotations are on the VMs of a cluster. */
export interface FoundSteps {
  /** The step of each key on each control-plane VM. @default none */
  readonly keySteps?: readonly Readonly<Record<RotatedKey, number>>[];
  /** The step of the authority on each VM of a pool, and in each pool's template. @default none */
  readonly poolSteps?: readonly number[];
  /** The step of the authority of etcd that the certificate of backups has. @default none */
  readonly backupSteps?: readonly number[];
}

/** Generations that a VM has of one key. */
export interface Generations {
  /** The one that signs or encrypts. */
  readonly used: number;
  /** The one that is only known: the next, or the one before. */
  readonly known: readonly number[];
}

const phaseCount = 3;

/**
 * Returns the number of a phase among all phases of all generations of a key: 0 for the key that the
 * cluster was made with, then 1, 2 and 3 for the phases of generation 2, and so on. Each update goes
 * from one number to the next. NaN for a phase that the key does not have.
 */
export function stepOf(key: RotatedKey, { generation, phase }: Rotation): number {
  const phases: readonly string[] = rotationPhases[key];
  const index = phases.indexOf(phase);
  return index < 0 ? Number.NaN : phaseCount * (generation - 1) - (phaseCount - 1) + index;
}

/** Returns the generation and phase of a {@link stepOf}; of no phase where the number is below 0. */
export function rotationAt(key: RotatedKey, step: number): Rotation {
  const generation = Math.ceil(step / phaseCount) + 1;
  const index = step - phaseCount * (generation - 1) + (phaseCount - 1);
  return { generation, phase: rotationPhases[key][index] ?? '' };
}

/** Returns the place of a step's phase among the three: 0 to 2. */
export function phaseIndex(step: number): number {
  return (step + phaseCount - 1) % phaseCount;
}

/** Returns the generations of a key that a VM has in a phase. */
export function generationsAt(key: RotatedKey, rotation: Rotation): Generations {
  const { generation } = rotation;
  const before = generation - 1;
  const phases: readonly Generations[] = [
    { used: before, known: [generation] },
    { used: generation, known: [before] },
    { used: generation, known: [] },
  ];
  return phases[phaseIndex(stepOf(key, rotation))] ?? { used: generation, known: [] };
}

/**
 * Returns the steps of a key on all VMs that have such a key, and in the certificate of backups, which an
 * update that is cut off may leave behind the VMs. Pools have the authority of the cluster alone.
 */
export function foundSteps(key: RotatedKey, found: FoundSteps): readonly number[] {
  const { backupSteps, keySteps = [], poolSteps = [] } = found;
  const controlPlane = keySteps.map((steps) => steps[key]);
  if (key === 'authority') return [...controlPlane, ...poolSteps];
  if (key !== 'etcdAuthority' || controlPlane.length === 0) return controlPlane;
  // The next update mends a certificate that VMs refuse already, so it holds nothing back.
  const isAccepted = (step: number) => controlPlane.every((own) => Math.abs(own - step) <= 1);
  return [...controlPlane, ...(backupSteps?.filter(isAccepted) ?? [])];
}

/** Returns words for the VMs that have a key. */
export function machineWords(key: RotatedKey): string {
  return key === 'authority' ? 'all VMs' : 'all VMs of the control plane';
}

/** Returns words for a step: "generation 2 with phase "trust"". */
export function stepWords(key: RotatedKey, step: number): string {
  const { generation, phase } = rotationAt(key, step);
  return step === 0 ? 'generation 1' : `generation ${generation} with phase "${phase}"`;
}
