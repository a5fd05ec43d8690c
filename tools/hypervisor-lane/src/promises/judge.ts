// SPDX-License-Identifier: Apache-2.0
import { textOf, valuesAt } from './field-path.ts';
import type { FieldPromise, Must, Selection } from './promise.ts';

/** An object of a cluster, as far as it is named in reports. */
export interface ClusterObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Returns the objects of a kind; none when the cluster does not know the kind. */
export type ObjectsOf = (kind: string) => readonly ClusterObject[];

/** Result of judging one promise. */
export interface Verdict {
  readonly promise: FieldPromise;
  /** Objects that were looked at; without any, nobody knows whether the promise is kept. */
  readonly asked: number;
  /** The value found in the first object. */
  readonly example: string;
  /** Objects that break the promise, with what was found in them. */
  readonly broken: readonly string[];
}

/** Returns a test of whether an object has a value that the pattern of its field matches. */
const tests = (patterns: Readonly<Record<string, string>> = {}) =>
  Object.entries(patterns).map(([path, text]) => {
    const pattern = new RegExp(text);
    return (object: ClusterObject) =>
      valuesAt(object, path).some((value) => pattern.test(textOf(value)));
  });

function selected({ kind, where, without }: Selection, objectsOf: ObjectsOf): ClusterObject[] {
  const [wanted, unwanted] = [tests(where), tests(without)];
  return objectsOf(kind).filter(
    (object) => wanted.every((has) => has(object)) && !unwanted.some((has) => has(object)),
  );
}

const filled = (object: ClusterObject, text: string) =>
  text.replaceAll(/\{([^}]+)\}/g, (_, path: string) =>
    valuesAt(object, path).map(textOf).join(','),
  );

const isSame = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted());

/** Facts that values are judged by. */
interface Facts {
  readonly object: ClusterObject;
  readonly objectsOf: ObjectsOf;
  readonly now: Date;
}

function isAsItMust(must: Must, values: readonly string[], { object, objectsOf, now }: Facts) {
  if ('sameAs' in must) return isSame(values, valuesAt(object, must.sameAs).map(textOf));
  if (values.length === 0) return false;
  const each = (test: (value: string) => boolean) => values.every(test);
  if ('is' in must) return each((value) => value === filled(object, must.is));
  if ('matches' in must) return each((value) => new RegExp(must.matches).test(value));
  if ('among' in must) {
    const others = selected(must.among, objectsOf);
    const known = new Set(others.flatMap((other) => valuesAt(other, must.among.field).map(textOf)));
    return each((value) => known.has(value));
  }
  return each((value) => now.getTime() - Date.parse(value) <= must.within * 1_000);
}

const nameOf = ({ metadata: { namespace, name } }: ClusterObject) =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** Judges one promise by the objects of a cluster. */
export function judge(promise: FieldPromise, objectsOf: ObjectsOf, now = new Date()): Verdict {
  const { must } = promise;
  const judged = selected(promise.of, objectsOf).filter(
    (object) =>
      !('sameAs' in must) ||
      [promise.field, must.sameAs].some((path) => valuesAt(object, path).length > 0),
  );
  const found = judged.map((object) => {
    const values = valuesAt(object, promise.field).map(textOf);
    const text = `${nameOf(object)} has ${values.length === 0 ? 'none' : values.join(', ')}`;
    return { text, isKept: isAsItMust(must, values, { object, objectsOf, now }) };
  });
  return {
    promise,
    asked: found.length,
    example: found[0]?.text ?? '',
    broken: found.filter(({ isKept }) => !isKept).map(({ text }) => text),
  };
}
