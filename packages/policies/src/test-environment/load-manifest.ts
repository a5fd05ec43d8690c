// SPDX-License-Identifier: Apache-2.0
import { loadManifest } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

const kindOfKinds = 'CustomResourceDefinition';

/**
 * Removes the schema of a CRD, which no policy reads: schemas are nine tenths of a platform's size.
 */
function withoutSchema(object: Manifest['objects'][number]): Manifest['objects'][number] {
  if (object.kind !== kindOfKinds) return object;
  const { group, names, scope } = object.spec as Readonly<Record<string, unknown>>;
  return { ...object, spec: { group, names, scope, versions: [] } };
}

const loaded = new Map<string, Manifest>();

/**
 * Loads a manifest as programs do, but without schemas, which no policy reads; each is read once.
 */
export function loadJudgedManifest(component: string, version: string): Manifest {
  const key = `${component} ${version}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const manifest = loadManifest(component, version);
  const judged = { ...manifest, objects: manifest.objects.map(withoutSchema) };
  loaded.set(key, judged);
  return judged;
}
