// SPDX-License-Identifier: Apache-2.0
import type { RecordedFingerprints } from '../rotation/key-fingerprints.ts';
import type { FoundKey, FoundKeys } from './found-keys.ts';

/** A key with its name: that of its resource without the name of the cluster's keys, such as `encryption-2`. */
export interface NamedKey {
  readonly name: string;
  readonly key: FoundKey;
}

/** Result of {@link matchKeys}. */
export interface MatchedKeys {
  readonly keys: readonly NamedKey[];
  /** Names of those authorities and keys of tokens whose private half is nowhere; it is the empty text. */
  readonly halves: readonly string[];
  /** Keys that a VM has, by its record, and that no Secret has. */
  readonly missing: readonly { readonly name: string; readonly owner: string }[];
  /** Names that stand for several keys. */
  readonly ambiguous: readonly string[];
}

/**
 * Gives keys their names, by the fingerprints that VMs record. So keys of any generation are found, and
 * those that somebody has changed are not taken for others.
 *
 * @param records - of all control-plane VMs, which have different generations in the middle of a rotation.
 * @param found - keys of all Secrets that such VMs start with.
 */
export function matchKeys(
  records: readonly RecordedFingerprints[],
  found: readonly FoundKeys[],
): MatchedKeys {
  const all = found.flatMap(({ keys }) => keys);
  const seen = found.flatMap(({ publicOnly }) => publicOnly);
  const recorded = records.flatMap(({ fingerprints, owner }) =>
    Object.entries(fingerprints).map(([name, fingerprint]) => ({ name, fingerprint, owner })),
  );
  const names = [...new Set(recorded.map(({ name }) => name))].sort();
  const keys: NamedKey[] = [];
  const halves: string[] = [];
  const missing: { name: string; owner: string }[] = [];
  const ambiguous: string[] = [];
  for (const name of names) {
    const [first, ...others] = recorded.filter((one) => one.name === name);
    if (first === undefined) continue;
    if (others.some(({ fingerprint }) => fingerprint !== first.fingerprint)) ambiguous.push(name);
    const { fingerprint } = first;
    const key = all.find((one) => one.fingerprint === fingerprint);
    const half = seen.find((one) => one.fingerprint === fingerprint);
    if (key !== undefined) keys.push({ name, key });
    else if (half !== undefined) {
      const kind = 'certificatePem' in half ? 'authority' : 'signing';
      keys.push({ name, key: { kind, ...half, privateKeyPem: '' } as FoundKey });
      halves.push(name);
    } else missing.push({ name, owner: first.owner });
  }
  return { keys, halves, missing, ambiguous };
}
