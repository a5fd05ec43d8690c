// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import type { Problem } from './describe-issues.ts';
import { isAtOrBelow } from './format-path.ts';
import { soundParts } from './sound-parts.ts';

/** A configuration in which some parts have the wrong shape. */
interface BrokenConfig {
  readonly schema: z.ZodObject;
  readonly input: Readonly<Record<string, unknown>>;
  /** Problems of its shape. */
  readonly told: readonly Problem[];
  /** Returns whether the value at a path must not be shown. */
  readonly isHidden: (path: readonly PropertyKey[]) => boolean;
  /** Top-level keys that must be left out. */
  readonly left: readonly string[];
}

/**
 * Stand-ins for each wrong part; more of them would rule out more false problems. A part has at
 * most three.
 */
const variants = [0, 1, 2] as const;

const isSame = (one: Problem, other: Problem) =>
  one.message === other.message &&
  one.path.length === other.path.length &&
  isAtOrBelow(one.path, other.path);

/**
 * Returns the problems of a configuration besides the wrong shape of some parts. These parts are
 * replaced by several stand-ins in turn; a problem that appears with all of them does not depend on
 * the wrong parts.
 */
export function checkSoundParts(
  { schema, input, told, isHidden, left }: BrokenConfig,
  check: (config: Readonly<Record<string, unknown>>) => readonly Problem[],
): Problem[] {
  const [first = [], ...others] = variants.map((variant) => {
    const sound = soundParts(schema, input, variant);
    const { error } = schema.safeParse(sound.input);
    const config = Object.fromEntries(
      Object.entries(sound.output).filter(([key]) => !left.includes(key)),
    );
    return [
      // zod checks a rule about several parts of a mapping only if all of them have the right
      // shape.
      ...describeIssues(schema, sound.input, error?.issues ?? [], isHidden),
      ...check(config),
    ].filter(({ path }) => !sound.replaced.some((outer) => isAtOrBelow(path, outer)));
  });
  return first.filter(
    (problem) =>
      others.every((some) => some.some((other) => isSame(problem, other))) &&
      !told.some((other) => isSame(problem, other)),
  );
}
