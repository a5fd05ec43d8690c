// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';

/** Addresses that mean something else on every machine, and so lead nowhere from a guest. */
const unusableForDns: readonly { readonly range: string; readonly reason: string }[] = [
  {
    range: '169.254.0.0/16',
    reason:
      'is link-local, where clusters cache DNS on every node (169.254.20.10): the guest would ask itself',
  },
  { range: 'fe80::/10', reason: 'is link-local: the guest would ask its own link' },
  { range: '127.0.0.0/8', reason: 'is the guest itself' },
  { range: '::1', reason: 'is the guest itself' },
];

/** Addresses that exist inside the user cluster only. */
const insideReason = 'is an address inside the user cluster, which its machines need DNS to become';

/** Why machines of a cluster cannot ask a server; undefined if they can. */
export function unusableReason(
  server: string,
  { config: { kubernetes } }: Pick<CheckContext, 'config'>,
): string | undefined {
  const address = parseRange(server);
  if (address === undefined) return undefined;
  const inside = [kubernetes?.podCidr, kubernetes?.serviceCidr].map((range) => ({
    range,
    reason: insideReason,
  }));
  return [...unusableForDns, ...inside].find(({ range }) => {
    // Ours, or one that has been checked before; one that is neither has its own problem.
    const outer = range === undefined ? undefined : parseRange(range);
    return outer !== undefined && overlaps(outer, address);
  })?.reason;
}
