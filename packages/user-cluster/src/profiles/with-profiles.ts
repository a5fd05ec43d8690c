// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '@strata/contracts';
import type { RawConfig } from '@strata/contracts';
import type { FileSource } from '@strata/contracts/file-source';
import { extendedProfiles } from '../config/profile-names.ts';
import { resolveProfiles } from './resolve-profiles.ts';
import type { ResolvedConfig } from './resolve-profiles.ts';

/** Returns a structured value as it is, and a single one as the text that the engine passes. */
function structure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Returns a stack's configuration, as the engine passes it, together with the profiles that it
 * extends.
 */
export function withProfiles(
  raw: RawConfig,
  source: FileSource,
): Pick<ResolvedConfig, 'problems' | 'withOrigin'> & { readonly raw: RawConfig } {
  const prefix = `${raw.project}:`;
  const own = Object.entries(raw.values).flatMap(([key, text]) =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), structure(text)] as const] : [],
  );
  const layer = { file: stackFile(raw), config: Object.fromEntries(own) };
  const { config, problems, withOrigin } = resolveProfiles(layer, source);
  // Nothing to merge: every value stays the text that the engine passed.
  if (extendedProfiles(layer.config).length === 0) return { raw, problems, withOrigin };
  const values = Object.entries(config).map(([key, value]) => [
    `${prefix}${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const merged = Object.fromEntries(values) as Record<string, string>;
  return { raw: { ...raw, values: { ...raw.values, ...merged } }, problems, withOrigin };
}
