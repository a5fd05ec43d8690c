// SPDX-License-Identifier: Apache-2.0
import { parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as far as a file tells which one it is. */
export interface ReadObject {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly metadata?: { readonly name?: string };
  readonly items?: readonly unknown[];
}

/** Whether an object is of this kind and this group of APIs, in any version. */
export function isOfKind({ apiVersion, kind }: ReadObject, name: string, group: string): boolean {
  return kind === name && String(apiVersion).startsWith(`${group}/`);
}

/** Returns the objects of a document: a list, as kubectl prints one, has several. */
function objectsOf(value: unknown): ReadObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const { items } = value as ReadObject;
  return Array.isArray(items) ? items.flatMap(objectsOf) : [value];
}

/** @throws Error when a value has itself in it, as by an anchor that it refers to. */
function refuseCircle(value: unknown, around: readonly unknown[] = []): void {
  if (typeof value !== 'object' || value === null) return;
  if (around.includes(value)) throw new Error('an anchor is in its own value');
  for (const inner of Object.values(value)) refuseCircle(inner, [...around, value]);
}

/** @throws Error when the document refers to an anchor that is not there, or in a circle. */
function valueOf(name: string, document: { readonly toJS: () => unknown }): unknown {
  try {
    const value = document.toJS();
    refuseCircle(value);
    return value;
  } catch (error) {
    throw new Error(`${name} is no YAML: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
}

/**
 * Reads objects of Kubernetes, as `kubectl get -o yaml` prints them.
 *
 * @param name - of the file, for errors.
 * @throws Error when the text is no YAML.
 */
export function readObjects(name: string, text: string): ReadObject[] {
  // Kubernetes' own reader has merge keys ("<<"), too.
  const documents = parseAllDocuments(text, { merge: true });
  const broken = documents.flatMap(({ errors }) => errors)[0];
  if (broken !== undefined) {
    const { col, line } = broken.linePos?.[0] ?? { line: 0, col: 0 };
    throw new Error(`${name} is no YAML: line ${line}, column ${col} (${broken.code}).`);
  }
  return documents.flatMap((document) => objectsOf(valueOf(name, document)));
}

/**
 * Returns the only object of a kind; undefined where there is none.
 *
 * @param name - of the file, for errors.
 * @throws Error when there are several, for a file describes one cluster.
 */
export function onlyOne(
  name: string,
  kind: string,
  objects: readonly ReadObject[],
): ReadObject | undefined {
  if (objects.length > 1) {
    const names = objects.map(({ metadata }) => metadata?.name ?? '?').join(', ');
    throw new Error(`${name} has the ${kind}s ${names}; leave one of them in it.`);
  }
  return objects[0];
}
