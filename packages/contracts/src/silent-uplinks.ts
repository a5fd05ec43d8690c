// SPDX-License-Identifier: Apache-2.0

/** A bridge of hosts, and the card that is its port. */
interface Bridged {
  readonly name: string;
  readonly uplink?: string | undefined;
}

/**
 * Returns why a card that MetalLB is told to answer at stays silent: where it is the port of a bridge,
 * MetalLB answers at the bridge alone, and counts the address as announced all the same. A list that
 * names the bridge, too, is good on hosts with and without it.
 *
 * @returns undefined if the card is no port of a bridge, or the list names its bridge.
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/layer2/announcer.go (updateInterfaces)
 */
export function silentUplink(
  bridges: readonly Bridged[],
  card: string,
  interfaces: readonly string[],
): string | undefined {
  const bridge = bridges.find(({ name, uplink }) => uplink === card && !interfaces.includes(name));
  if (bridge === undefined) return undefined;
  return `on hosts with the bridge "${bridge.name}", "${card}" is its port, where MetalLB answers nothing, so nobody would reach an address; add "${bridge.name}"`;
}
