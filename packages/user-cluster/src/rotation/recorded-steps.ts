// SPDX-License-Identifier: Apache-2.0
import { startUpSecrets } from '../bootstrap/start-up-secrets.ts';
import { readKeysAnnotation } from './keys-annotation.ts';
import type { KeySteps } from './keys-annotation.ts';
import { rotatedKeys } from './rotation-steps.ts';

/** A VM or Secret as the infra cluster has it. */
interface Found {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Returns whether VMs with these steps can be VMs of one control plane. */
function areNeighbours(one: KeySteps, other: KeySteps): boolean {
  return rotatedKeys.every((key) => Math.abs(one[key] - other[key]) <= 1);
}

/**
 * Returns how far the rotation of each key is on the control-plane VMs of a cluster. A VM that does not
 * exist, because an update was cut off while it replaced this VM, counts by the Secrets that it may have
 * started with: those of an earlier update are deleted once an update has succeeded. A Secret that was
 * left over in spite of that, and is more than one step from a VM that exists, does not count.
 *
 * @param names - names of all control-plane VMs that a cluster can have.
 * @returns one record for each VM or Secret; none for a cluster that has not been made yet.
 */
export function recordedSteps(
  names: readonly string[],
  machines: readonly Found[],
  secrets: readonly Found[],
): readonly KeySteps[] {
  const existing = new Map(
    machines
      .filter(({ metadata }) => names.includes(metadata.name))
      .map(({ metadata: { annotations, name } }) => [
        name,
        readKeysAnnotation(`VirtualMachine ${name}`, annotations),
      ]),
  );
  const isPossible = (steps: KeySteps) =>
    [...existing.values()].every((other) => areNeighbours(steps, other));
  return names.flatMap((name) => {
    const steps = existing.get(name);
    if (steps !== undefined) return [steps];
    return secrets
      .filter((secret) => startUpSecrets([secret]).some(({ owner }) => owner === name))
      .map(({ metadata }) => readKeysAnnotation(`Secret ${metadata.name}`, metadata.annotations))
      .filter(isPossible);
  });
}
