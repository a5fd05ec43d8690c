// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clustersOf, isDefinition } from './object-sets.ts';
import type { PeerWorld, Staged } from './object-sets.ts';
import type { KubeObject, RenderedCluster } from './rendered-objects.ts';

/** File with objects of one cluster; CRDs are in files of their own. */
export interface ObjectFile {
  readonly file: string;
  readonly kubeconfig: string;
  readonly isDefinitions: boolean;
}

/** Files in the order in which they are applied. */
type ObjectFiles = readonly ObjectFile[];

interface Definition extends KubeObject {
  readonly spec: { readonly group: string; readonly names: { readonly kind: string } };
}

/**
 * Returns the objects without those whose CRDs are among them, because these are deleted with their
 * CRDs.
 */
function withoutOwnKinds(objects: readonly KubeObject[]): readonly KubeObject[] {
  const own = objects
    .filter((one): one is Definition => isDefinition(one))
    .map(({ spec }) => `${spec.group} ${spec.names.kind}`);
  return objects.filter(
    ({ apiVersion, kind }) => !own.includes(`${apiVersion.split('/')[0]} ${kind}`),
  );
}

/** Writes the objects of each stage for kubectl, and those to delete at the end. */
export function writeObjects(
  world: PeerWorld,
  folder: string,
): Staged<ObjectFiles> & { readonly left: ObjectFiles } {
  const write = (
    name: string,
    objectsOf: (cluster: keyof RenderedCluster) => readonly KubeObject[],
  ) =>
    clustersOf(world).flatMap(({ cluster, kubeconfig }) => {
      const objects = objectsOf(cluster);
      const parts = [objects.filter(isDefinition), objects.filter((one) => !isDefinition(one))];
      return parts.flatMap((items, index) => {
        const file = join(folder, `${name}-${cluster}-${index}.json`);
        if (items.length === 0) return [];
        writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
        return [{ file, kubeconfig, isDefinitions: index === 0 }];
      });
    });
  const at = (stage: keyof PeerWorld['sets']) =>
    write(stage, (cluster) => world.sets[stage][cluster]);
  const left = write('left', (cluster) => withoutOwnKinds(world.sets.scaled[cluster]));
  return { base: at('base'), changed: at('changed'), scaled: at('scaled'), left };
}
