// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { startUpSecrets } from '../bootstrap/start-up-secrets.ts';
import type { RecordedFingerprints } from './key-fingerprints.ts';
import { readFingerprints } from './key-fingerprints.ts';
import { readKeysAnnotation } from './keys-annotation.ts';
import type { KeySteps } from './keys-annotation.ts';
import { rotatedKeys } from './rotation-steps.ts';

/** A VM or Secret as the infra cluster has it. */
interface Found {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** A pool as the infra cluster has it. */
interface FoundPool extends Found {
  readonly spec?: {
    readonly virtualMachineTemplate?: { readonly metadata?: Partial<Found['metadata']> };
  };
}

/** Keys of one VM, as it records them. */
export interface RecordedKeys extends RecordedFingerprints {
  readonly steps: KeySteps;
}

function keysOf(kind: string, { metadata: { annotations, name } }: Found): RecordedKeys {
  const owner = `${kind} ${name}`;
  return {
    owner,
    steps: readKeysAnnotation(owner, annotations),
    fingerprints: readFingerprints(owner, annotations),
  };
}

/** Returns whether VMs with these steps can be VMs of one control plane. */
function areNeighbours(one: KeySteps, other: KeySteps): boolean {
  return rotatedKeys.every((key) => Math.abs(one[key] - other[key]) <= 1);
}

/**
 * Returns which keys the control-plane VMs of a cluster have, and how far their rotation is. A VM that does not
 * exist, because an update was cut off while it replaced this VM, counts by the Secrets that it may have
 * started with: those of an earlier update are deleted once an update has succeeded. A Secret that was
 * left over in spite of that, and is more than one step from a VM that exists, does not count.
 *
 * @param names - names of all control-plane VMs that a cluster can have.
 * @returns one record for each VM or Secret; none for a cluster that has not been made yet.
 */
export function recordedKeys(
  names: readonly string[],
  machines: readonly Found[],
  secrets: readonly Found[],
): readonly RecordedKeys[] {
  const existing = new Map(
    machines
      .filter(({ metadata }) => names.includes(metadata.name))
      .map((machine) => [machine.metadata.name, keysOf('VirtualMachine', machine)]),
  );
  const isPossible = ({ steps }: RecordedKeys) =>
    [...existing.values()].every((other) => areNeighbours(steps, other.steps));
  return names.flatMap((name) => {
    const keys = existing.get(name);
    if (keys !== undefined) return [keys];
    return secrets
      .filter((secret) => startUpSecrets([secret]).some(({ owner }) => owner === name))
      .map((secret) => keysOf('Secret', secret))
      .filter(isPossible);
  });
}

/**
 * Returns how far the rotation of the authority of etcd is in the certificate of backups; nothing without
 * backups.
 *
 * @param name - of the Secret that has the certificate.
 */
export function recordedBackupSteps(name: string, secrets: readonly Found[]): readonly number[] {
  return secrets
    .filter(({ metadata }) => metadata.name === name)
    .map((secret) => keysOf('Secret', secret).steps.etcdAuthority);
}

/**
 * Returns how far the rotation of the authority is on each VM of the pools, and in the template that each
 * pool makes VMs from.
 */
export function recordedPoolSteps(
  pools: readonly FoundPool[],
  machines: readonly Found[],
): readonly number[] {
  const names = pools.map(({ metadata }) => metadata.name);
  const own = machines
    .filter(({ metadata }) => names.includes(metadata.labels?.[labelKeys.pool] ?? ''))
    .map(({ metadata }) => [`VirtualMachine ${metadata.name}`, metadata] as const);
  const templates = pools.map(
    ({ metadata, spec }) =>
      [
        `VirtualMachinePool ${metadata.name}`,
        spec?.virtualMachineTemplate?.metadata ?? {},
      ] as const,
  );
  return [...own, ...templates].map(
    ([owner, { annotations }]) => readKeysAnnotation(owner, annotations).authority,
  );
}
