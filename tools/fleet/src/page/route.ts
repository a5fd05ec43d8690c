// SPDX-License-Identifier: Apache-2.0

/** Views of an environment, in the order of the page. */
export const views = [
  { name: 'overview', title: 'Overview' },
  { name: 'hosts', title: 'Hosts' },
  { name: 'clusters', title: 'Clusters' },
  { name: 'isolation', title: 'Isolation' },
  { name: 'addresses', title: 'Addresses' },
] as const;

/** Name of a view of an environment. */
export type ViewName = (typeof views)[number]['name'];

/** Route: what is shown, such as `#production/clusters/shop`. */
export interface Route {
  /** Name of the environment; undefined for all. */
  readonly environment?: string;
  readonly view: ViewName;
  /** A cluster, a host, or a pair of clusters `from>to`. */
  readonly item?: string;
}

/** Parses the part of an address after `#`. Unknown parts fall back to the level above. */
export function parseRoute(hash: string, environments: readonly string[]): Route {
  const [environment = '', name = '', item = ''] = hash
    .replace(/^#/, '')
    .split('/')
    .map((part) => decode(part));
  if (!environments.includes(environment)) return { view: 'overview' };
  const view = views.find((one) => one.name === name)?.name ?? 'overview';
  return { environment, view, ...(item !== '' && { item }) };
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
export function hrefOf({ environment, item, view }: Route): string {
  if (environment === undefined) return '#';
  const parts = [environment, view, ...(item === undefined ? [] : [item])];
  return `#${parts.map(encodeURIComponent).join('/')}`;
}
