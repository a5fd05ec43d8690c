// SPDX-License-Identifier: Apache-2.0
import { nameOf, plainValue } from '@strata/prove-restore/state';
import type { StateResource } from '@strata/prove-restore/state';
import type { ExportedFile } from './exported-file.ts';

/** Outputs of keys, and the ends of the names of their files. */
const endings: Readonly<Record<string, string>> = {
  certificatePem: 'crt',
  privateKeyPem: 'key',
  publicKeyPem: 'pub',
  base64: 'base64',
};

/** Types of resources that are keys or certificates begin like this. */
const ofKeys = 'strata:keys:';

/** Returns each key and certificate of a state as a file, by the name of its resource. */
export function keyFiles(resources: readonly StateResource[]): ExportedFile[] {
  return resources
    .filter(({ type }) => type.startsWith(ofKeys))
    .flatMap((resource) => {
      const outputs = plainValue(resource.outputs) as Readonly<Record<string, unknown>>;
      return Object.entries(endings).flatMap(([output, ending]) => {
        const text = outputs[output];
        const path = `keys/${nameOf(resource)}.${ending}`;
        return typeof text === 'string' ? [{ path, text }] : [];
      });
    });
}
