// SPDX-License-Identifier: Apache-2.0
import { exitCodes, Fatal } from './fatal.ts';

/** One flag of a program. */
export interface FlagRow {
  /** `duration` is Go's notation: `15s`, `5m0s`. */
  readonly kind: 'text' | 'switch' | 'number' | 'duration';
  /** What holds when the flag is not given. */
  readonly fallback: string;
}

export type FlagTable = Readonly<Record<string, FlagRow>>;

/** Values of a command line, checked against the program's table. */
export class Flags {
  private readonly table: FlagTable;
  private readonly values: ReadonlyMap<string, string>;

  constructor(table: FlagTable, values: ReadonlyMap<string, string>) {
    this.table = table;
    this.values = values;
  }

  /** As it was given, or the fallback. */
  text(name: string): string {
    const row = this.table[name];
    if (row === undefined) throw new Error(`the table has no flag ${name}`);
    return this.values.get(name) ?? row.fallback;
  }

  isOn(name: string): boolean {
    return truth.get(this.text(name)) ?? false;
  }

  number(name: string): number {
    return Number(this.text(name));
  }

  milliseconds(name: string): number {
    return durationOf(this.text(name)) ?? 0;
  }
}

/** What Go's strconv.ParseBool takes. */
const truth: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

const unitMilliseconds: Readonly<Record<string, number>> = {
  ...{ ns: 1e-6, us: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 },
};

/** Milliseconds of a Go duration, undefined when it is none. */
export function durationOf(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(?<count>\d+(?:\.\d+)?)(?<unit>ns|us|ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, { groups }) => sum + Number(groups?.count) * (unitMilliseconds[groups?.unit ?? ''] ?? 0),
    0,
  );
}

/**
 * Reads a command line as spf13/pflag would under cobra.
 *
 * @throws Fatal with upstream's message and exit code, 1.
 */
export function parseFlags(args: readonly string[], table: FlagTable): Flags {
  const values = new Map<string, string>();
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const match = /^--?(?<name>[^=]+)(?:=(?<value>.*))?$/s.exec(word);
    if (match === null) {
      if (word === '') break;
      throw new Fatal(
        `Error: "cloud-controller-manager" does not take any arguments, got ["${word}"]`,
      );
    }
    const { name = '', value } = match.groups ?? {};
    const row = table[name];
    if (row === undefined || isLongWithOneDash(word, name)) throw unknown(word, name);
    const given = value ?? (row.kind === 'switch' ? 'true' : rest.shift());
    if (given === undefined) throw refusal(`flag needs an argument: --${name}`);
    if (!isValid(row, given)) throw refusal(`invalid argument "${given}" for "--${name}" flag`);
    values.set(name, given);
  }
  return new Flags(table, values);
}

function isLongWithOneDash(word: string, name: string): boolean {
  return name.length > 1 && !word.startsWith('--');
}

function isValid({ kind }: FlagRow, value: string): boolean {
  if (kind === 'switch') return truth.has(value);
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(value);
  return kind === 'text' || durationOf(value) !== undefined;
}

function unknown(word: string, name: string): Fatal {
  if (word.startsWith('--')) return refusal(`unknown flag: --${name}`);
  return refusal(`unknown shorthand flag: '${name.slice(0, 1)}' in ${word}`);
}

function refusal(message: string): Fatal {
  return new Fatal(`Error: ${message}`, exitCodes.failure);
}
