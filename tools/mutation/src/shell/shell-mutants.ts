// SPDX-License-Identifier: Apache-2.0
/** A script with one small change. */
export interface ShellMutant {
  /** Line of the script, from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole script with the change. */
  readonly text: string;
}

/** Change of a line; each match of the pattern is a mutant of its own. */
interface Rule {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Words that begin or end a compound command: without them the rest is no script. */
const structure =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|in)\b|^[{}()]|^;;|^\S*\)|\)\s*\{$|^[\w-]+\(\)|\bdo$|\bthen$/;

/** Ends of lines after which a command goes on. */
const goesOn = /(?:\\|&&|\|\||\|)$/;

const rules: readonly Rule[] = [
  { pattern: / && /g, replacement: ' || ' },
  { pattern: / \|\| /g, replacement: ' && ' },
  { pattern: / &&$/g, replacement: ' ||' },
  { pattern: / \|\|$/g, replacement: ' &&' },
  { pattern: /\b(if|elif|while|until) (?!!)/g, replacement: '$1 ! ' },
  { pattern: /\b(if|elif|while|until) ! /g, replacement: '$1 ' },
  { pattern: / = /g, replacement: ' != ' },
  { pattern: / != /g, replacement: ' = ' },
  { pattern: / -eq /g, replacement: ' -ne ' },
  { pattern: / -ne /g, replacement: ' -eq ' },
  { pattern: / -lt /g, replacement: ' -ge ' },
  { pattern: / -ge /g, replacement: ' -lt ' },
  { pattern: / -gt /g, replacement: ' -le ' },
  { pattern: / -le /g, replacement: ' -gt ' },
  { pattern: /\[ -n /g, replacement: '[ -z ' },
  { pattern: /\[ -z /g, replacement: '[ -n ' },
  { pattern: /\[ ! /g, replacement: '[ ' },
  { pattern: /\[ (-[a-mo-y]) /g, replacement: '[ ! $1 ' },
  { pattern: /\b(return|exit) 0\b/g, replacement: '$1 1' },
  { pattern: /\b(return|exit) [1-9]\b/g, replacement: '$1 0' },
  { pattern: /^(?<name>\s*(?:local )?\w+=)[0-8]$/g, replacement: '$<name>9' },
  { pattern: /^(\s*(?:local )?\w+=)(?=[^\s\d(]).*$/g, replacement: "$1''" },
];

/** Whether a line is a command of its own, which may be left out. */
function isCommand(trimmed: string, previous: string): boolean {
  return (
    !structure.test(trimmed) &&
    !goesOn.test(trimmed) &&
    !goesOn.test(previous) &&
    !/^\w+=/.test(trimmed)
  );
}

/** Returns a line as each rule changes it, once for every place that the rule finds. */
function changesOf(line: string, previous: string): string[] {
  const trimmed = line.trim();
  const left = isCommand(trimmed, previous) ? [line.replace(/\S.*$/, ':')] : [];
  const changed = rules.flatMap(({ pattern, replacement }) =>
    [...line.matchAll(pattern)].map(({ 0: found, index }) => {
      const one = new RegExp(pattern.source);
      return (
        line.slice(0, index) + found.replace(one, replacement) + line.slice(index + found.length)
      );
    }),
  );
  return [...new Set([...left, ...changed])].filter((one) => one !== line);
}

/**
 * Returns a shell script once for each small change: a command left out, a condition the other way round, a
 * value that is empty, another exit code. Lines are changed without a parser, so some results are no
 * scripts: a shell that only reads them (`sh -n`) tells which.
 */
export function shellMutants(script: string): ShellMutant[] {
  const lines = script.split('\n');
  return lines.flatMap((before, index) => {
    const trimmed = before.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    return changesOf(before, (lines[index - 1] ?? '').trim()).map((after) => ({
      line: index + 1,
      before: trimmed,
      after: after.trim(),
      text: lines.with(index, after).join('\n'),
    }));
  });
}
