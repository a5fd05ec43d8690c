// SPDX-License-Identifier: Apache-2.0
import { startUpSecrets } from '../bootstrap/start-up-secrets.ts';
import { readKeysAnnotation } from './keys-annotation.ts';
import type { KeySteps } from './keys-annotation.ts';

/** A VM or Secret as the infra cluster has it. */
interface Found {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/**
 * Returns how far the rotation of each key is on the control-plane VMs of a cluster. A VM that does not
 * exist, because an update was cut off while it replaced this VM, counts by the Secrets that it may have
 * started with: those of an earlier update are deleted once an update has succeeded.
 *
 * @param names - names of all control-plane VMs that a cluster can have.
 * @returns one record for each VM or Secret; none for a cluster that has not been made yet.
 */
export function recordedSteps(
  names: readonly string[],
  machines: readonly Found[],
  secrets: readonly Found[],
): readonly KeySteps[] {
  return names.flatMap((name) => {
    const machine = machines.find(({ metadata }) => metadata.name === name);
    if (machine !== undefined) {
      return [readKeysAnnotation(`VirtualMachine ${name}`, machine.metadata.annotations)];
    }
    return secrets
      .filter((secret) => startUpSecrets([secret]).some(({ owner }) => owner === name))
      .map(({ metadata }) => readKeysAnnotation(`Secret ${metadata.name}`, metadata.annotations));
  });
}
