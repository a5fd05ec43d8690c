// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the bridges of a host that lead to the data centre's network.
 *
 * @param bridges - Bridges in the format of the settings: `br1` is on every host, `br2@metal-0` on
 *   that one.
 */
export function bridgesOfHost(host: string, bridges: readonly string[]): string[] {
  return bridges.flatMap((entry) => {
    const [name = '', ...hosts] = entry.split('@');
    return hosts.length === 0 || hosts.includes(host) ? [name] : [];
  });
}
