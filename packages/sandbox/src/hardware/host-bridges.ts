// SPDX-License-Identifier: Apache-2.0

/**
 * The bridges that a host has, with the data centre's network behind them.
 *
 * @param bridges - as the settings have them: `br1` is on every host, `br2@metal-0` on that one.
 */
export function bridgesOfHost(host: string, bridges: readonly string[]): string[] {
  return bridges.flatMap((entry) => {
    const [name = '', ...hosts] = entry.split('@');
    return hosts.length === 0 || hosts.includes(host) ? [name] : [];
  });
}
