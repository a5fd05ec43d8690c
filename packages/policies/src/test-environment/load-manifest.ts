// SPDX-License-Identifier: Apache-2.0
import { loadManifest } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

const kindOfKinds = 'CustomResourceDefinition';

/** What the programs look at of a kind; the schemas are nine tenths of a platform. */
function withoutSchema(object: Manifest['objects'][number]): Manifest['objects'][number] {
  if (object.kind !== kindOfKinds) return object;
  const { group, names, scope } = object.spec as Readonly<Record<string, unknown>>;
  return { ...object, spec: { group, names, scope, versions: [] } };
}

const loaded = new Map<string, Manifest>();

/** A manifest as programs load it, but for schemas, which no policy judges; read once. */
export function loadJudgedManifest(component: string, version: string): Manifest {
  const key = `${component} ${version}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const manifest = loadManifest(component, version);
  const judged = { ...manifest, objects: manifest.objects.map(withoutSchema) };
  loaded.set(key, judged);
  return judged;
}
