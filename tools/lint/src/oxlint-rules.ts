// SPDX-License-Identifier: Apache-2.0
import type { OxlintConfig } from 'oxlint';

export type Rules = NonNullable<OxlintConfig['rules']>;

/** Part of ESLint's configurations that is read here: settings by the names of rules. */
interface Preset {
  readonly rules?: object;
}

/** Rules of ESLint that oxlint has not, or that find other things there: ESLint's own run in oxlint. */
const ownOfEslint: ReadonlySet<string> = new Set([
  'no-dupe-args',
  'no-octal',
  // oxlint's takes `(a?.b)!.c` for unsafe.
  'no-unsafe-optional-chaining',
]);

/** Rules of typescript-eslint that oxlint knows by the names of those of ESLint that they extend. */
const extending: ReadonlySet<string> = new Set([
  '@typescript-eslint/no-array-constructor',
  '@typescript-eslint/no-empty-function',
  '@typescript-eslint/no-unused-expressions',
  '@typescript-eslint/no-unused-vars',
  '@typescript-eslint/no-useless-constructor',
]);

/**
 * Rules that no released oxlint has: main.ts asks tsgolint for them. oxlint refuses names that it does not
 * know, so none is left out unseen.
 */
export const unknownToOxlint: readonly string[] = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
];

function nameInOxlint(name: string): string {
  if (ownOfEslint.has(name)) return `eslint-js/${name}`;
  if (extending.has(name)) return name.replace('@typescript-eslint/', '');
  return name.replace('@typescript-eslint/', 'typescript/');
}

const isOff = (setting: unknown) => setting === 'off' || setting === 0;

/** Returns the rules that presets turn on, with their settings; of two presets, the later one decides. */
export function rulesOf(presets: readonly Preset[]): readonly (readonly [string, unknown])[] {
  const settings = new Map<string, unknown>(
    presets.flatMap(({ rules = {} }) => Object.entries(rules)),
  );
  return [...settings].filter(([, setting]) => !isOff(setting));
}

/** Returns the rules that presets of ESLint turn on, under the names that oxlint has for them. */
export function asOxlintRules(presets: readonly Preset[]): Rules {
  return Object.fromEntries(
    rulesOf(presets)
      .filter(([name]) => !unknownToOxlint.includes(name))
      .map(([name, setting]) => [nameInOxlint(name), setting]),
  ) as Rules;
}
