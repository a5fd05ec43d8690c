// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { isOfKind } from '../translate/read-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { Source } from '../translate/source.ts';
import { translatedKinds } from './object-kinds.ts';
import type { TranslatedKind } from './object-kinds.ts';

/** References between the objects of a file. It collects those that lead nowhere, to tell them at once. */
export class References {
  readonly #file: string;
  readonly #objects: readonly ReadObject[];
  readonly #problems: string[] = [];
  /** Objects to which others refer. */
  readonly followed = new Set<object>();

  /** @param file - name of the file, for errors. */
  constructor(file: string, objects: readonly ReadObject[]) {
    this.#file = file;
    this.#objects = objects;
  }

  /**
   * Returns the object to which the first of these paths leads; undefined for a problem that {@link refuse}
   * tells: no reference, one to another kind, or one to an object that is not in the file.
   */
  follow(
    from: ReadObject,
    kind: TranslatedKind,
    paths: readonly [string, ...string[]],
  ): object | undefined {
    const path = paths.find((one) => isMapping(new Source(from).peek(one)));
    if (path !== undefined) {
      return this.only(from, kind, path) ? this.followKnown(from, kind, path) : undefined;
    }
    this.#problems.push(`${this.#title(from)}: ${paths[0]} is missing; it must name a ${kind}`);
    return undefined;
  }

  /** Returns whether a path leads to no object of another kind, which {@link refuse} tells. */
  only(from: ReadObject, kind: TranslatedKind, path: string): boolean {
    const other = new Source(from).text(`${path}.kind`);
    if (other === undefined || other === kind) return true;
    this.#problems.push(
      `${this.#title(from)}: ${path} is of the kind "${other}"; only ${kind} is translated`,
    );
    return false;
  }

  /** Returns the object to which a path leads; undefined where it leads to none, or to one of another kind. */
  followKnown(from: ReadObject, kind: TranslatedKind, path: string): object | undefined {
    const reference = new Source(from);
    if (reference.text(`${path}.kind`) !== kind) return undefined;
    const name = reference.text(`${path}.name`) ?? '?';
    const [found, another] = this.#objects.filter(
      (one) => isOfKind(one, kind, translatedKinds[kind]) && one.metadata?.name === name,
    );
    const place = `${this.#title(from)}: ${path} is the ${kind} ${name}`;
    if (found === undefined) this.#problems.push(`${place}, which is not in the file; add it`);
    else if (another !== undefined) {
      this.#problems.push(`${place}, which is in the file twice; leave one of them in it`);
    } else this.followed.add(found);
    return found;
  }

  /** @throws Error listing every reference that leads nowhere. */
  refuse(): void {
    if (this.#problems.length === 0) return;
    throw new Error(`${this.#file} cannot be translated:\n  ${this.#problems.join('\n  ')}`);
  }

  #title({ kind, metadata }: ReadObject): string {
    return `${String(kind)} ${metadata?.name ?? '?'}`;
  }
}
