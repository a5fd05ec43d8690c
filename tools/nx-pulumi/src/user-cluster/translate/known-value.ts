// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/** A key of which some values have no counterpart. */
export interface ValuedKey {
  readonly key: string;
  /** Where it may stand. */
  readonly paths: readonly string[];
  /** Values without a counterpart, and why. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** A value that is kept, or the message about one that is not. */
export interface KnownValue {
  readonly value: string | undefined;
  readonly lines: readonly string[];
}

/** Why a machine does not take the DNS policy of its host. */
export const dnsPolicyReasons = {
  Default: 'it would be that of the host; machines ask network.dns.servers',
} as const;

/** Returns the value of a key, or the message about it. */
export function knownValue(title: string, source: Source, said: ValuedKey): KnownValue {
  const value = source.text(...said.paths);
  const reason = value === undefined ? undefined : said.reasons[value];
  if (reason === undefined) return { value, lines: [] };
  return {
    value: undefined,
    lines: [`${title}: ${said.key} ${value ?? ''} is left out: ${reason}`],
  };
}
