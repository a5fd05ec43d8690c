// SPDX-License-Identifier: Apache-2.0
import { isMapping, valueAt } from '../mapping.ts';

/** Whether a path is another one or below it. */
const isWithin = (path: string, above: string) => path === above || path.startsWith(`${above}.`);

/** Paths of all values that are no mappings, such as `spec.replicas`. Empty values count for nothing. */
function leaves(value: unknown, path: string): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [path];
  if (!isMapping(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** An object of another product. It remembers which of its values were read, so that none is lost in silence. */
export class Source {
  readonly #value: unknown;
  /** Path of the value in its object; empty for the object itself. */
  readonly #at: string;
  readonly #taken: string[] = [];
  readonly #entries = new Map<string, Source[]>();

  constructor(value: unknown, at = '') {
    this.#value = value;
    this.#at = at;
  }

  /** Returns a path of this value as a path of its object. */
  pathOf(path: string): string {
    return [this.#at, path].filter((part) => part !== '').join('.');
  }

  /** Returns the value at a path, which does not count as read. */
  peek(path: string): unknown {
    return valueAt(this.#value, path);
  }

  /** Returns the first of these paths that has a value, and counts all of them as read. */
  take(...paths: readonly string[]): unknown {
    this.#taken.push(...paths);
    return paths
      .map((path) => valueAt(this.#value, path))
      .find((value) => value !== undefined && value !== '');
  }

  /** Counts all values as read. */
  takeAll(): void {
    if (isMapping(this.#value)) this.#taken.push(...Object.keys(this.#value));
  }

  /**
   * Returns the text at the first of these paths that has one. A number or a switch is one, too, and so is
   * the `value` of a mapping, which machine-controller takes as well. Something else, such as a reference
   * to a Secret, counts as not read.
   *
   * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/providerconfig/types.go (ConfigVarString)
   */
  text(...paths: readonly string[]): string | undefined {
    const found = paths.flatMap((path) => {
      const value = valueAt(this.#value, path);
      const plain = isMapping(value) ? value.value : value;
      const isText = ['string', 'number', 'boolean'].includes(typeof plain) && plain !== '';
      return isText ? [{ path, text: String(plain) }] : [];
    });
    this.#taken.push(...found.map(({ path }) => path));
    return found[0]?.text;
  }

  /** Returns the texts of a list; none where there is no list. */
  texts(...paths: readonly string[]): string[] {
    const list = this.take(...paths);
    if (!Array.isArray(list)) return [];
    return list.flatMap((one: unknown) => {
      const text = new Source({ one }).text('one');
      return text === undefined ? [] : [text];
    });
  }

  /** Returns the entries of a list of mappings, each a source of its own, whose values are read one by one. */
  entries(path: string): readonly Source[] {
    const known = this.#entries.get(path);
    if (known !== undefined) return known;
    const list = this.peek(path);
    if (!Array.isArray(list)) return [];
    this.#taken.push(path);
    const entries = list.map((one, index) => new Source(one, this.pathOf(`${path}[${index}]`)));
    this.#entries.set(path, entries);
    return entries;
  }

  /** Returns the paths of the values that nobody has read. */
  get rest(): string[] {
    const own = leaves(this.#value, '')
      .filter((path) => !this.#taken.some((taken) => isWithin(path, taken)))
      .map((path) => this.pathOf(path));
    return [...own, ...[...this.#entries.values()].flat().flatMap((entry) => entry.rest)];
  }
}
