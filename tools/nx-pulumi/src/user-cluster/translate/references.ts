// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { isOfKind } from './read-objects.ts';
import type { ReadObject } from './read-objects.ts';
import { Source } from './source.ts';

/** A value with references to objects: an object, or an entry of a list of one. */
export interface Referrer {
  /** Of the object, for messages. */
  readonly title: string;
  readonly source: Source;
}

/** Returns an object as a value with references. */
export function referrerOf(object: ReadObject): Referrer {
  const { kind, metadata } = object;
  return { title: `${String(kind)} ${metadata?.name ?? '?'}`, source: new Source(object) };
}

/** References between the objects of a file. It collects those that lead nowhere, to tell them at once. */
export class References<Kind extends string> {
  readonly #file: string;
  readonly #objects: readonly ReadObject[];
  readonly #groups: Readonly<Record<Kind, string>>;
  readonly #problems: string[] = [];
  /** Objects to which others refer. */
  readonly followed = new Set<object>();

  /**
   * @param file - name of the file, for errors.
   * @param groups - of the APIs of all kinds to which references lead.
   */
  constructor(
    file: string,
    objects: readonly ReadObject[],
    groups: Readonly<Record<Kind, string>>,
  ) {
    this.#file = file;
    this.#objects = objects;
    this.#groups = groups;
  }

  /**
   * Returns the object to which the first of these paths leads; undefined for a problem that {@link refuse}
   * tells: no reference, one to another kind, or one to an object that is not in the file.
   */
  follow(from: Referrer, kind: Kind, paths: readonly [string, ...string[]]): object | undefined {
    const path = paths.find((one) => isMapping(from.source.peek(one)));
    if (path !== undefined) {
      return this.only(from, kind, path) ? this.followKnown(from, kind, path) : undefined;
    }
    this.#problems.push(
      `${from.title}: ${from.source.pathOf(paths[0])} is missing; it must name a ${kind}`,
    );
    return undefined;
  }

  /** Returns whether a path leads to no object of another kind, which {@link refuse} tells. */
  only(from: Referrer, kind: Kind, path: string): boolean {
    const other = from.source.text(`${path}.kind`);
    if (other === undefined || other === kind) return true;
    this.#problems.push(
      `${from.title}: ${from.source.pathOf(path)} is of the kind "${other}"; only ${kind} is translated`,
    );
    return false;
  }

  /** Returns the object to which a path leads; undefined where it leads to none, or to one of another kind. */
  followKnown(from: Referrer, kind: Kind, path: string): object | undefined {
    if (from.source.text(`${path}.kind`) !== kind) return undefined;
    const name = from.source.text(`${path}.name`) ?? '?';
    const [found, another] = this.#objects.filter(
      (one) => isOfKind(one, kind, this.#groups[kind]) && one.metadata?.name === name,
    );
    const place = `${from.title}: ${from.source.pathOf(path)} is the ${kind} ${name}`;
    if (found === undefined) this.#problems.push(`${place}, which is not in the file; add it`);
    else if (another !== undefined) {
      this.#problems.push(`${place}, which is in the file twice; leave one of them in it`);
    } else this.followed.add(found);
    return found;
  }

  /** Adds a problem that {@link refuse} tells with the others. */
  add(problem: string): void {
    this.#problems.push(problem);
  }

  /** @throws Error listing every reference that leads nowhere. */
  refuse(): void {
    if (this.#problems.length === 0) return;
    throw new Error(`${this.#file} cannot be translated:\n  ${this.#problems.join('\n  ')}`);
  }
}
