// SPDX-License-Identifier: Apache-2.0
import type { Field } from './field.ts';
import type { AnyLifecycle, Problem } from './lifecycle.ts';
import { unknown } from './unknown.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the inputs with the defaults of missing ones. */
export function withDefaults(fields: Readonly<Record<string, Field>>, given: Values): Values {
  const defaults = Object.entries(fields)
    .filter(([name, field]) => given[name] === undefined && field.fallback !== undefined)
    .map(([name, field]) => [name, field.fallback]);
  return { ...given, ...(Object.fromEntries(defaults) as Values) };
}

/** Returns all problems of inputs that already have their defaults. Never shows the value of a secret. */
export function checkInputs(lifecycle: AnyLifecycle, inputs: Values): readonly Problem[] {
  const { fields } = lifecycle;
  const strange = Object.keys(inputs)
    .filter((property) => fields[property] === undefined)
    .map((property) => ({
      property,
      reason: `does not exist; there are: ${Object.keys(fields).join(', ')}`,
    }));
  const wrong = Object.entries(fields).flatMap(([property, field]) => {
    const reason = problemOf(field, inputs[property]);
    return reason === undefined ? [] : [{ property, reason }];
  });
  const isUsable = (name: string) =>
    inputs[name] !== unknown && !wrong.some(({ property }) => property === name);
  const usable = Object.entries(inputs).filter(([name]) => isUsable(name));
  return [...strange, ...wrong, ...(lifecycle.check?.(Object.fromEntries(usable)) ?? [])];
}

function problemOf(field: Field, value: unknown): string | undefined {
  if (value === unknown) return undefined;
  if (value !== undefined && value !== null) return field.problem(value);
  return field.isOptional ? undefined : 'is missing';
}
