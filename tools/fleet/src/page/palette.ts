// SPDX-License-Identifier: Apache-2.0

/** Number of colours in style.css. Further clusters reuse them and are distinguished by name. */
export const colours = 8;

/**
 * Returns a function that returns the CSS class with the colour of a cluster, by its index among
 * the clusters of its environment.
 */
export function colourOf(clusters: readonly { readonly name: string }[]): (name: string) => string {
  const places = new Map(clusters.map(({ name }, index) => [name, index]));
  return (name) => `c${(places.get(name) ?? 0) % colours}`;
}
