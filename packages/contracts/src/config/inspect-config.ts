// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import type { StackIdentity } from '../programs.ts';
import { checkSoundParts } from './check-sound-parts.ts';
import { describeIssues, formatPath, hasSecretField, secretPaths } from './describe-issues.ts';
import type { Problem } from './describe-issues.ts';

/** A stack's configuration as the engine passes it. */
export interface RawConfig extends StackIdentity {
  /** Values by `<project>:<key>`, as text; structured values are JSON. */
  readonly values: Readonly<Record<string, string>>;
  /** The keys `<project>:<key>` whose value contains something encrypted. */
  readonly secretKeys: readonly string[];
}

/** Decodes a value: the engine passes scalars as text, and only the schema tells `"2"` from `2`. */
function decode(schema: z.ZodType | undefined, value: string): unknown {
  if (schema === undefined || schema.safeParse(value).success) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Reports keys of other projects than the stack's own: a misspelt prefix would otherwise go
 * unnoticed.
 */
function strayKeys({ project, values }: RawConfig, known: readonly string[]): Problem[] {
  return Object.keys(values)
    .filter((key) => !key.startsWith(`${project}:`) && !key.startsWith('pulumi:'))
    .map((key) => {
      const nearest = nearestName(key.slice(key.indexOf(':') + 1), known);
      const hint =
        nearest === undefined
          ? `this program reads "${project}:" keys only`
          : `did you mean "${project}:${nearest}"?`;
      return { path: [key], message: `unknown key; ${hint}` };
    });
}

function unencrypted(schema: z.ZodObject, input: unknown, raw: RawConfig): Problem[] {
  return secretPaths(schema, input)
    .filter(([key]) => !raw.secretKeys.includes(`${raw.project}:${String(key)}`))
    .map((path) => ({
      path,
      message:
        'a secret in plain text; remove it, then ' +
        `pulumi -C packages/${raw.project} config set --stack ${raw.stack} --secret --path '${formatPath(path)}'`,
    }));
}

/**
 * Returns encrypted keys that contain no secret field. The program would use them like any other
 * value, so against expectation they would be readable in the state, in plans and in messages.
 */
function needlesslyEncrypted(schema: z.ZodObject, raw: RawConfig): string[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>)
    .filter(
      ([key, inner]) => raw.secretKeys.includes(`${raw.project}:${key}`) && !hasSecretField(inner),
    )
    .map(([key]) => key);
}

/**
 * Reports the problems of a configuration whose parts have the right shape; keys may be missing.
 */
export type ConfigCheck<T extends z.ZodObject> = (
  config: Partial<z.output<T>>,
) => readonly Problem[];

/** The valid part of a configuration, and all of its problems. */
export interface InspectedConfig<T extends z.ZodObject> {
  /**
   * The keys that are valid by themselves, without those that are needlessly encrypted; all keys if
   * there is no problem.
   */
  readonly valid: Partial<z.output<T>>;
  /** All problems of its shape. */
  readonly problems: readonly Problem[];
  /**
   * Returns these problems and those that a check finds in the valid parts. Parts with the wrong
   * shape are left out, and so are problems that would depend on them.
   *
   * @param check - called several times if there are problems, with different stand-ins for the
   * parts that have the wrong shape.
   */
  readonly problemsWith: (check: ConfigCheck<T>) => Problem[];
}

/**
 * Checks a stack's configuration against its program's schema.
 *
 * @returns every problem, with its path in the stack's YAML file; values of encrypted keys are
 * never printed.
 */
export function inspectConfig<T extends z.ZodObject>(
  schema: T,
  raw: RawConfig,
): InspectedConfig<T> {
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  // A Map, because a plain object also has keys such as `constructor`.
  const shape = new Map(Object.entries(fields));
  const prefix = `${raw.project}:`;
  const input = Object.fromEntries(
    Object.entries(raw.values)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value] as const)
      .map(([key, value]) => [key, decode(shape.get(key), value)] as const),
  );
  const isHidden = ([key]: readonly PropertyKey[]) =>
    raw.secretKeys.includes(`${prefix}${String(key)}`);
  const parsed = schema.safeParse(input);
  const needless = needlesslyEncrypted(schema, raw);
  const problems = [
    ...(parsed.success ? [] : describeIssues(schema, input, parsed.error.issues, isHidden)),
    ...strayKeys(raw, [...shape.keys()]),
    ...unencrypted(schema, input, raw),
    ...needless.map((key) => ({
      path: [key],
      message:
        'is encrypted, but nothing in it is kept secret: it will be readable in the state and in ' +
        'messages; write it in plain text',
    })),
  ];
  const valid = parsed.success ? parsed.data : validKeys(schema, input);
  // Checks that compare values put them into messages.
  for (const key of needless) Reflect.deleteProperty(valid, key);
  const problemsWith = (check: ConfigCheck<T>) => {
    if (parsed.success) return [...problems, ...check(valid)];
    const broken = { schema, input, told: problems, isHidden, left: needless };
    const more = checkSoundParts(broken, (sound) => check(sound as Partial<z.output<T>>));
    return [...problems, ...more];
  };
  return { valid, problems, problemsWith };
}

/** Returns the top-level keys that are valid by themselves, with their defaults. */
function validKeys<T extends z.ZodObject>(
  schema: T,
  input: Readonly<Record<string, unknown>>,
): Partial<z.output<T>> {
  return Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, inner]) => {
      const parsed = inner.safeParse(input[key]);
      return parsed.success ? [[key, parsed.data]] : [];
    }),
  ) as Partial<z.output<T>>;
}
