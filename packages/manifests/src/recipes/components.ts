// SPDX-License-Identifier: Apache-2.0
import { chartComponents } from './chart-components.ts';
import { clusterComponents } from './cluster-components.ts';
import type { Component } from './component.ts';
import { releaseComponents } from './release-components.ts';
import { ManifestError } from '../manifest-error.ts';

/** All components, each with an entry for each version, oldest first. */
const table = { ...releaseComponents, ...chartComponents, ...clusterComponents } as const;

/** Name of a component. */
export type ComponentName = keyof typeof table;

const versionsOf: Readonly<Record<ComponentName, readonly Component[]>> = table;

/** All components at all versions, in the order of the table. */
export const allComponents: readonly Component[] = Object.values(versionsOf).flat();

/**
 * Returns the entry of a component at a version.
 *
 * @throws ManifestError naming the known versions.
 */
export function findComponent(name: ComponentName, version: string): Component {
  const known = versionsOf[name];
  const found = known.find((one) => one.version === version);
  if (found) return found;
  const versions = known.map((one) => one.version).join(', ');
  throw new ManifestError(`there is no manifest of ${name} ${version}: there is ${versions}.`);
}
