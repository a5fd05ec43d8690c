// SPDX-License-Identifier: Apache-2.0

/** What there is to see of an environment, in the order of the page. */
export const views = [
  { name: 'overview', title: 'Overview' },
  { name: 'hosts', title: 'Hosts' },
  { name: 'clusters', title: 'Clusters' },
  { name: 'isolation', title: 'Isolation' },
  { name: 'addresses', title: 'Addresses' },
] as const;

/** What there is to see of an environment. */
export type ViewName = (typeof views)[number]['name'];

/** What is shown: `#production/clusters/shop`. */
export interface Route {
  /** Undefined: all of them. */
  readonly environment?: string;
  readonly view: ViewName;
  /** A cluster, a host, or two clusters `from>to`. */
  readonly item?: string;
}

/** Reads the part of an address behind `#`; what is unknown falls back to what is above it. */
export function parseRoute(hash: string, environments: readonly string[]): Route {
  const [environment = '', name = '', item = ''] = hash
    .replace(/^#/, '')
    .split('/')
    .map((part) => decode(part));
  if (!environments.includes(environment)) return { view: 'overview' };
  const view = views.find((one) => one.name === name)?.name ?? 'overview';
  return { environment, view, ...(item !== '' && { item }) };
}

/** Somebody may have typed it. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The link to a route. */
export function hrefOf({ environment, item, view }: Route): string {
  if (environment === undefined) return '#';
  const parts = [environment, view, ...(item === undefined ? [] : [item])];
  return `#${parts.map(encodeURIComponent).join('/')}`;
}
