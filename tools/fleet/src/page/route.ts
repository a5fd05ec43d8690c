// SPDX-License-Identifier: Apache-2.0

/** Views of an environment, in the order of the page. */
export const views = [
  { name: 'overview', title: 'Overview' },
  { name: 'live', title: 'Live' },
  { name: 'hosts', title: 'Hosts' },
  { name: 'clusters', title: 'Clusters' },
  { name: 'isolation', title: 'Isolation' },
  { name: 'addresses', title: 'Addresses' },
  { name: 'what-if', title: 'What if' },
  { name: 'changes', title: 'Changes' },
] as const;

/** Name of a view of an environment. */
export type ViewName = (typeof views)[number]['name'];

/** Views that also exist for all environments together. */
export const fleetViews: readonly ViewName[] = ['overview', 'live', 'what-if', 'changes'];

/** Route: what is shown, such as `#production/clusters/shop`. */
export interface Route {
  /** Name of the environment; undefined for all. */
  readonly environment?: string;
  readonly view: ViewName;
  /** A cluster, a host, a pair of clusters `from>to`, or a question `host-lost,h1`. */
  readonly item?: string;
  /** Whether the environment is shown as it was before the change. */
  readonly isBefore?: boolean;
}

/** Ends the address of an environment as it was. */
const before = '?before';

/** Parses the part of an address after `#`. Unknown parts fall back to the level above. */
export function parseRoute(hash: string, environments: readonly string[]): Route {
  const isBefore = hash.endsWith(before);
  const [environment = '', name = '', item = ''] = hash
    .slice(0, isBefore ? -before.length : undefined)
    .replace(/^#/, '')
    .split('/')
    .map((part) => decode(part));
  const view = views.find((one) => one.name === name)?.name ?? 'overview';
  const more = { view, ...(item !== '' && { item }) };
  if (environment === '' && fleetViews.includes(view)) return more;
  if (!environments.includes(environment)) return { view: 'overview' };
  return { environment, ...more, ...(isBefore && { isBefore }) };
}

/** Decodes a part of the address; invalid encodings are kept, because people may type addresses. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the link to a route. */
export function hrefOf({ environment, isBefore, item, view }: Route): string {
  if (environment === undefined && view === 'overview') return '#';
  const parts = [environment ?? '', view, ...(item === undefined ? [] : [item])];
  return `#${parts.map(encodeURIComponent).join('/')}${isBefore === true ? before : ''}`;
}
