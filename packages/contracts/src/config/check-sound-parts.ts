// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import type { Problem } from './describe-issues.ts';
import { soundParts } from './sound-parts.ts';

/** A configuration of which some parts have the wrong shape. */
interface BrokenConfig {
  readonly schema: z.ZodObject;
  readonly input: Readonly<Record<string, unknown>>;
  /** What has been said about its shape. */
  readonly told: readonly Problem[];
  /** Whether the value at a path must not be shown. */
  readonly isHidden: (path: readonly PropertyKey[]) => boolean;
  /** Top-level keys that nobody may look at. */
  readonly left: readonly string[];
}

/** More find more that depends on what is not known. Of each wrong part there are at most three. */
const variants = [0, 1, 2] as const;

const isAtOrBelow = (path: readonly PropertyKey[], outer: readonly PropertyKey[]) =>
  outer.every((part, index) => path[index] === part);

const isSame = (one: Problem, other: Problem) =>
  one.message === other.message &&
  one.path.length === other.path.length &&
  isAtOrBelow(one.path, other.path);

/**
 * What is wrong with a configuration besides the shape of some of its parts. These give way to
 * stand-ins, several times to others; what is wrong every time does not depend on them.
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
      // Rules about several parts of a mapping are asked only when each of them has its shape.
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
