// SPDX-License-Identifier: Apache-2.0
import type { Page, Row } from './pages.ts';
import type { Proof } from './proofs.ts';
import { runsRealPrograms } from './real-programs.ts';
import { isState, states } from './states.ts';

/** Maximal number of characters in a cell; longer text belongs on a page of its own. */
const longest = 330;

const idPattern = /^[a-z0-9-]+\.[a-z0-9-]+$/;

/** Returns the problems of a row by itself. */
function problemsOfRow({ name }: Page, { id, what, where }: Row): readonly string[] {
  return [
    ...(idPattern.test(id) && id.startsWith(`${name}.`)
      ? []
      : [`${id}: an id on this page is "${name}." and lower-case words with hyphens.`]),
    ...[what, where]
      .filter((cell) => cell.length > longest)
      .map((cell) => `${id}: a cell has ${cell.length} characters, ${longest} is the most.`),
  ];
}

/** Returns the problems between a row's state and its tests. */
function problemsOfState({ id, state }: Row, proofs: readonly Proof[]): readonly string[] {
  if (!isState(state)) {
    return [`${id}: there is no state "${state}", but ${Object.keys(states).join(', ')}.`];
  }
  const { proof } = states[state];
  if (proof === 'none') {
    return proofs.map(({ file }) => `${id}: is "${state}", but ${file} proves it.`);
  }
  if (proofs.length === 0) {
    return [`${id}: is "${state}", but no test has "// Proves: ${id}" above it.`];
  }
  return proof === 'test' || proofs.some(({ file }) => runsRealPrograms(file))
    ? []
    : [
        `${id}: is "${state}", but none of its tests runs a program that is not Strata's. ` +
          'Tag an end-to-end test, list its unit test in real-programs.ts, or say "unit tests only".',
      ];
}

/**
 * Returns one line for each problem between rows and proofs: rows whose state claims more or less
 * than their tests show, duplicate ids, tests that prove a row that no page has.
 */
export function judge(pages: readonly Page[], proofs: readonly Proof[]): readonly string[] {
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  const known = new Set(ids);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  return [
    ...pages.flatMap((page) => page.rows.flatMap((row) => problemsOfRow(page, row))),
    ...twice.map((id) => `${id}: is there twice.`),
    ...pages.flatMap(({ rows }) =>
      rows.flatMap((row) =>
        problemsOfState(
          row,
          proofs.filter((proof) => proof.row === row.id),
        ),
      ),
    ),
    ...proofs
      .filter(({ row }) => !known.has(row))
      .map(({ row, file, title }) => `${file}: "${title}" proves ${row}, which no page has.`),
  ];
}
