// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { contains, isCidr, parseRange } from './address-range.ts';
import { field } from './field.ts';

/** Splits `first-last/prefix` into its ends and the network that its last address is in. */
function parseSpan(text: string): { ends: string; network: string } | undefined {
  const [, first = '', last = '', prefix = ''] = /^([^-\s]+)-([^-/\s]+)\/(\d+)$/.exec(text) ?? [];
  return first === '' ? undefined : { ends: `${first}-${last}`, network: `${last}/${prefix}` };
}

/**
 * Returns the addresses of a range for whereabouts as {@link parseRange} reads them: a span without the
 * prefix length of its network.
 */
export function assignedAddresses(text: string): string {
  return parseSpan(text)?.ends ?? text;
}

function isRange(text: string): boolean {
  if (isCidr(text)) return true;
  const span = parseSpan(text);
  if (span === undefined) return false;
  const [ends, network] = [parseRange(span.ends), parseRange(span.network)];
  return ends !== undefined && network !== undefined && contains(network, ends);
}

/**
 * Addresses that whereabouts assigns: a network without host bits, or `first-last/prefix` with both ends
 * in that network. It refuses a span without a prefix length at each start of a pod.
 *
 * @see https://github.com/k8snetworkplumbingwg/whereabouts/blob/v0.9.4/pkg/config/config.go `LoadIPAMConfig`
 */
export const whereaboutsRange = field(
  z.stringFormat('whereabouts-range', isRange),
  'a network like "10.9.0.0/28", or a part of one like "10.9.0.5-10.9.0.9/24"',
);
