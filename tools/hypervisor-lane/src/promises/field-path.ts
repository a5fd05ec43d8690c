// SPDX-License-Identifier: Apache-2.0

/** One step of a path, from a value to values in it. */
type Step = (value: unknown) => readonly unknown[];

const fieldsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const named = (name: string): Step =>
  name.endsWith('*')
    ? (value) =>
        fieldsOf(value).flatMap(([key, one]) => (key.startsWith(name.slice(0, -1)) ? [one] : []))
    : (value) => fieldsOf(value).flatMap(([key, one]) => (key === name ? [one] : []));

const entriesWith =
  (key: string, wanted: string): Step =>
  (value) =>
    fieldsOf(value).flatMap(([, entry]) =>
      fieldsOf(entry).some(([name, one]) => name === key && String(one) === wanted) ? [entry] : [],
    );

const parsed: Step = (value) => {
  if (typeof value !== 'string') return [];
  try {
    return [JSON.parse(value) as unknown];
  } catch {
    return [];
  }
};

/** Spellings of steps, and the step that each stands for. */
const grammar: readonly (readonly [RegExp, (...groups: string[]) => Step])[] = [
  [/^\.?([\w-]+)/, named],
  [/^\["([^"]+)"\]/, named],
  [/^\[\*\]/, () => (value) => fieldsOf(value).map(([, entry]) => entry)],
  [/^\[(\w+)=([^\]]+)\]/, entriesWith],
  [/^\{json\}/, () => parsed],
];

function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (let rest = path; rest !== '';) {
    const found = grammar
      .map(([pattern, make]) => ({ groups: pattern.exec(rest), make }))
      .find(({ groups }) => groups !== null);
    if (found?.groups == null) throw new Error(`the path ${path} cannot be read at "${rest}"`);
    const [all, ...groups] = found.groups;
    steps.push(found.make(...groups));
    rest = rest.slice(all.length);
  }
  return steps;
}

/**
 * Returns the values that an object has at a path; none where a field is missing or null. A path is made
 * of `name`, `["name with.dots"]`, `["beginning*"]` for all names that begin so, `[*]` for all entries,
 * `[key=value]` for the entries of which a field has this value, and `{json}` for what a text says, which is
 * nothing if the text is no JSON.
 *
 * @throws Error when the path cannot be read.
 */
export function valuesAt(object: unknown, path: string): unknown[] {
  let values: unknown[] = [object];
  for (const step of stepsOf(path)) values = values.flatMap((value) => [...step(value)]);
  return values.filter((value) => value !== null && value !== undefined);
}

/** Returns a value as text: objects and lists as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
