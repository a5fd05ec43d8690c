// SPDX-License-Identifier: Apache-2.0
import type { StorageClassFacts } from '../cluster/cluster-facts.ts';

/** Storage that a row of a table of CDI is about. */
export interface KnownStorage {
  readonly provisioner: string;
  /** Parameters of the StorageClass that must all match; a missing one counts as `''`. */
  readonly parameters?: Readonly<Record<string, RegExp>>;
}

/**
 * Returns whether a StorageClass is of known storage. Where its parameters are not known, the usual storage
 * of the provisioner is assumed.
 */
export function isOfStorage(
  { parameters: own, provisioner }: Pick<StorageClassFacts, 'provisioner' | 'parameters'>,
  { parameters = {}, provisioner: known }: KnownStorage,
): boolean {
  return (
    known === provisioner &&
    (own === undefined ||
      Object.entries(parameters).every(([name, matches]) => matches.test(own[name] ?? '')))
  );
}
