// SPDX-License-Identifier: Apache-2.0
import { contains, overlaps, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
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

/** Ranges are written by us or have been checked before; one that is neither has its own problem. */
const rangesOf = (texts: readonly (string | undefined)[]) =>
  texts.flatMap((one): AddressRange[] => {
    const range = one === undefined ? undefined : parseRange(one);
    return range === undefined ? [] : [range];
  });

/** Addresses that exist inside the user cluster only. */
function insideRanges({ kubernetes }: CheckContext['config']): AddressRange[] {
  return rangesOf([kubernetes?.podCidr, kubernetes?.serviceCidr]);
}

/** Why machines of a cluster cannot ask a server; undefined if they can. */
export function unusableReason(server: string, context: CheckContext): string | undefined {
  const address = parseRange(server);
  if (address === undefined) return undefined;
  const found = unusableForDns.find(({ range }) =>
    rangesOf([range]).some((outer) => contains(outer, address)),
  );
  if (found !== undefined) return found.reason;
  return insideRanges(context.config).some((inside) => overlaps(inside, address))
    ? 'is an address inside the user cluster, which its machines need DNS to become'
    : undefined;
}
