// SPDX-License-Identifier: Apache-2.0

/** Arguments and options on the command line, after the name of the command. */
export class Input {
  readonly #arguments: Readonly<Record<string, unknown>>;
  readonly #options: Readonly<Record<string, unknown>>;

  constructor(
    args: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>> = {},
  ) {
    this.#arguments = args;
    this.#options = options;
  }

  /** A required argument. */
  argument(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new Error(`the command has no required argument "${name}"`);
    return value;
  }

  /** An argument that may be missing. */
  optional(name: string): string | undefined {
    const value = this.#arguments[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** All values of an argument that takes what is left. */
  many(name: string): readonly string[] {
    const value = this.#arguments[name];
    return Array.isArray(value) ? (value as string[]) : [];
  }

  /** The value of an option. */
  text(name: string): string | undefined {
    const value = this.#options[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** All values of an option that may be given several times. */
  list(name: string): readonly string[] {
    const value = this.#options[name];
    return Array.isArray(value) ? (value as string[]) : [];
  }

  /** Whether a switch is there. */
  has(name: string): boolean {
    return this.#options[name] === true;
  }
}

/** An option as another program wants it: none, `--name value`, or `--name`. */
export function handOn(input: Input, ...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (input.has(name)) return [`--${name}`];
    const one = input.text(name);
    const values = one === undefined ? input.list(name) : [one];
    return values.flatMap((value) => [`--${name}`, value]);
  });
}
