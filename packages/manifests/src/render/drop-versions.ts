// SPDX-License-Identifier: Apache-2.0
import type { DroppedVersion } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';

interface DefinitionSpec {
  readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
}

/**
 * Leaves versions out of CustomResourceDefinitions.
 *
 * @throws ManifestError when a version does not exist or is the storage version.
 */
export function dropVersions(
  objects: readonly KubernetesObject[],
  dropped: readonly DroppedVersion[],
): KubernetesObject[] {
  for (const { definition, version } of dropped) {
    const found = objects.find((object) => isDefinition(object, definition));
    const entry = found && specOf(found).versions.find(({ name }) => name === version);
    if (entry === undefined) {
      throw new ManifestError(`${definition} has no version ${version} to leave out`);
    }
    if (entry.storage) {
      throw new ManifestError(`${definition} stores its objects in ${version}: keep that version`);
    }
  }
  return objects.map((object) => {
    const names = dropped
      .filter(({ definition }) => isDefinition(object, definition))
      .map(({ version }) => version);
    if (names.length === 0) return object;
    const spec = specOf(object);
    const versions = spec.versions.filter(({ name }) => !names.includes(name));
    return { ...object, spec: { ...spec, versions } };
  });
}

function isDefinition({ kind, metadata }: KubernetesObject, name: string): boolean {
  return kind === 'CustomResourceDefinition' && metadata.name === name;
}

function specOf(object: KubernetesObject): DefinitionSpec {
  return object.spec as DefinitionSpec;
}
