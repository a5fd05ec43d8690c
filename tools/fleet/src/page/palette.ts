// SPDX-License-Identifier: Apache-2.0

/** As many colours as style.css has; further clusters get them again, and are told apart by name. */
export const colours = 8;

/** The class with the colour of a cluster, by its place among the clusters of its environment. */
export function colourOf(clusters: readonly { readonly name: string }[]): (name: string) => string {
  const places = new Map(clusters.map(({ name }, index) => [name, index]));
  return (name) => `c${(places.get(name) ?? 0) % colours}`;
}
