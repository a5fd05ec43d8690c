// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import { goneAddresses } from './gone-addresses.ts';
import { valueAt } from './preview-steps.ts';
import type { Change } from './preview-steps.ts';

/** Addresses that a pool does not give any more to all Services that may have them. */
interface PoolLoss {
  readonly count: number;
  readonly detail: string;
}

function textsAt(spec: unknown, ...path: readonly string[]): readonly string[] {
  const found = valueAt(spec, ...path);
  return Array.isArray(found) ? found.map((one) => (typeof one === 'string' ? one : '')) : [];
}

/** Returns how many addresses of a range of IPv4 end in 0 or 255. */
function buggyAddresses(text: string): number {
  const range = parseRange(text);
  if (range?.family !== 'ipv4') return 0;
  const before = (end: bigint) => (end + 255n) / 256n + end / 256n;
  return Number(before(range.last + 1n) - before(range.first));
}

/**
 * Returns what Services lose by a change of a pool. MetalLB takes an address away that its pool would not
 * give to the Service now: one that has left the pool, one of a pool that is for other namespaces, one that
 * ends in 0 or 255 in a pool that avoids these.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/allocator/allocator.go (Assign,
 * isPoolCompatibleWithService, poolFor)
 */
export function poolLoss({ after, before, effect }: Change): PoolLoss | undefined {
  if (effect === 'created') return undefined;
  const had = textsAt(before, 'spec', 'addresses');
  const has = effect === 'deleted' ? [] : textsAt(after, 'spec', 'addresses');
  const gone = goneAddresses(had, has);
  const [wasFor, isFor] = [before, after].map((one) =>
    textsAt(one, 'spec', 'serviceAllocation', 'namespaces'),
  );
  const isClosed =
    has.length > 0 &&
    isFor !== undefined &&
    isFor.length > 0 &&
    (wasFor?.length === 0 || wasFor?.some((one) => !isFor.includes(one)) === true);
  if (isClosed) {
    return { count: goneAddresses(had, []).count, detail: `now for ${isFor.join(', ')} alone` };
  }
  const [avoided, avoids] = [before, after].map(
    (one) => valueAt(one, 'spec', 'avoidBuggyIPs') === true,
  );
  const kept = avoids === true && avoided === false ? has : [];
  const buggy = kept.reduce((sum, range) => sum + buggyAddresses(range), 0);
  const parts = [
    ...(gone.count > 0 ? [gone.ranges.join(', ')] : []),
    ...(buggy > 0 ? ['those that end in 0 and 255'] : []),
  ];
  if (parts.length === 0) return undefined;
  return { count: gone.count + buggy, detail: `without ${parts.join(', and ')}` };
}
