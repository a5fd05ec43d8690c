// SPDX-License-Identifier: Apache-2.0
import { at, listOf, objectOf, textOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { kinds } from './kinds.ts';
import type { Subject } from './subject.ts';

/** Path of the pod in each kind that does not have it in `spec.template`. */
const podPaths: Readonly<Record<string, readonly string[]>> = {
  [kinds.pod]: [],
  [kinds.cronJob]: ['spec', 'jobTemplate', 'spec', 'template'],
};

function podOf({ type, object }: Pick<Subject, 'type' | 'object'>): Json | undefined {
  return at(object, ...(podPaths[type] ?? ['spec', 'template']));
}

/** Returns the spec of the pods that a workload runs. */
export function podSpecOf(subject: Pick<Subject, 'type' | 'object'>): JsonObject {
  return objectOf(at(podOf(subject), 'spec'));
}

/** Returns the annotations of the pods that a workload runs. */
export function podAnnotationsOf(subject: Pick<Subject, 'type' | 'object'>): JsonObject {
  return objectOf(at(podOf(subject), 'metadata', 'annotations'));
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
