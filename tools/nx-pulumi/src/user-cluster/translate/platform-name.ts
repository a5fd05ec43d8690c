// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/** Kinds of instance types and preferences that are not those of one namespace. */
const clusterKinds = [
  undefined,
  'VirtualMachineClusterInstancetype',
  'VirtualMachineClusterPreference',
];

/** Returns the name of an instance type or preference of the whole platform; undefined for another one. */
export function platformName(source: Source, path: string): string | undefined {
  const kind = source.take(`${path}.kind`);
  return clusterKinds.includes(kind as string | undefined)
    ? source.text(`${path}.name`)
    : undefined;
}
