// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/** Returns `scheduling.spread` of a pool from topology spread constraints of pods; none where there are none. */
export function spreadOf(
  source: Source,
  path: string,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const spread = source.entries(path).map((one) => {
    const maxSkew = one.text('maxSkew');
    const topologyKey = one.text('topologyKey');
    const whenUnsatisfiable = one.text('whenUnsatisfiable');
    return {
      ...(maxSkew !== undefined && { maxSkew: Number(maxSkew) }),
      ...(topologyKey !== undefined && { topologyKey }),
      ...(whenUnsatisfiable !== undefined && { whenUnsatisfiable }),
    };
  });
  return spread.length === 0 ? undefined : spread;
}
