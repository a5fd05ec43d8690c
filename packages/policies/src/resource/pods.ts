// SPDX-License-Identifier: Apache-2.0
import { at, listOf, objectOf, textOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { kinds } from './kinds.ts';
import type { Subject } from './subject.ts';

/** Path of the pod spec in each kind that does not have it in `spec.template.spec`. */
const podPaths: Readonly<Record<string, readonly string[]>> = {
  [kinds.pod]: ['spec'],
  [kinds.cronJob]: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

/** Returns the spec of the pods that a workload runs. */
export function podSpecOf({ type, object }: Pick<Subject, 'type' | 'object'>): JsonObject {
  return objectOf(at(object, ...(podPaths[type] ?? ['spec', 'template', 'spec'])));
}

/** A container of a pod, init containers included. */
export interface Container {
  readonly name: string;
  readonly spec: Json;
}

/** Returns all containers of a pod, in the order in which they start. */
export function containersOf(podSpec: JsonObject): readonly Container[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) =>
    listOf(podSpec[key]).map((spec) => ({ name: textOf(at(spec, 'name')) ?? key, spec })),
  );
}
