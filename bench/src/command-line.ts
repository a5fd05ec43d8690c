// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';

/** Scenarios in which other tools are measured as well. */
export const comparisonNames = ['one-cluster', 'platform'] as const;

/** One of {@link comparisonNames}. */
export type ComparisonName = (typeof comparisonNames)[number];

/** All scenarios, in the order of measurement. */
export const scenarioNames = [...comparisonNames, 'fleet'] as const;

/** One of {@link scenarioNames}. */
export type ScenarioName = (typeof scenarioNames)[number];

/** Things to do other than to measure all tools. */
const commands = ['check', 'page', 'start', 'trace'] as const;
type Command = (typeof commands)[number];

/** Options of the bench. */
export interface Wish {
  readonly command: Command | 'run' | 'help';
  readonly scenarios: readonly ScenarioName[];
  /** Number of counted rounds of each scenario; a comparison has one warm-up round before. */
  readonly rounds: Readonly<Record<ScenarioName, number>>;
  /** Time limit in minutes: no round starts that would not end within it. */
  readonly minutes: number;
  /**
   * Whether to run only one round without warm-up and to record nothing, to test that the bench
   * works.
   */
  readonly quick: boolean;
  /** Sizes of the fleet, in clusters. */
  readonly clusters: readonly number[];
}

export const usage = `Usage: npm run bench -- [check | page | start | trace] [SCENARIO ...] [options]

Measures Strata beside kubectl, Helm and a stock Pulumi program, records bench/results/*.json and
writes docs/performance.md. Scenarios: ${scenarioNames.join(', ')}; all of them unless named.

  check            measures the comparisons and finds what is worse than recorded
  trace            makes one trace of each of Strata's operations on a stack, in which
                   the time of every part can be seen (one-cluster, or platform)
  start            draws what the sandbox waited for in its first start, right after it
  page             writes the page from what is recorded, without measuring
  --rounds N       rounds that count, after one that warms up (5; of a check 3,
                   of a fleet 1, which has no warm-up)
  --minutes M      begins no round that would not end in time (no limit)
  --clusters LIST  sizes of the fleet (1,10,100)
  --quick          one short round, nothing recorded: shows that the bench works
`;

const isCommand = (word: string): word is Command => (commands as readonly string[]).includes(word);

const isScenario = (name: string): name is ScenarioName =>
  (scenarioNames as readonly string[]).includes(name);

/**
 * Numbers of rounds of a comparison: a median of three is one that a single disturbance does not
 * move. A fleet has one round, which measures every cluster of it.
 */
const defaultRounds = { run: 5, check: 3, quick: 1 };

/** Returns the rounds of each scenario. */
function roundsOf(text: string | undefined, fallback: number): Wish['rounds'] {
  const compared = positive('rounds', text, fallback);
  const fleet = positive('rounds', text, 1);
  return { 'one-cluster': compared, platform: compared, fleet };
}

const isCompared = (name: ScenarioName): name is ComparisonName => name !== 'fleet';

/** Returns the scenarios of a trace, each of which is one stack. */
function tracedScenarios(named: readonly ScenarioName[]): readonly ComparisonName[] {
  if (!named.every(isCompared)) {
    throw new Error(
      `trace follows one stack, and fleet has many: use ${comparisonNames.join(', ')}.`,
    );
  }
  return named.length === 0 ? ['one-cluster'] : named;
}

/** Returns the scenarios of a check, which can only judge what is compared with other tools. */
function checkedScenarios(named: readonly ScenarioName[], quick: boolean) {
  if (quick) {
    throw new Error(
      'check needs all operations of all tools, which --quick leaves out: run check without it.',
    );
  }
  if (named.includes('fleet')) {
    throw new Error(
      `check compares Strata with other tools, and fleet measures no other: use ${comparisonNames.join(', ')}.`,
    );
  }
  return named.length === 0 ? comparisonNames : named;
}

function positive(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0, not "${text}".`);
}

/**
 * Reads the command line.
 *
 * @throws Error naming the wrong argument.
 */
export function readCommandLine(args: readonly string[]): Wish {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      clusters: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const named = positionals.filter((word) => !isCommand(word));
  const unknown = named.find((name) => !isScenario(name));
  if (unknown !== undefined) {
    throw new Error(`There is no scenario "${unknown}": use ${scenarioNames.join(', ')}.`);
  }
  const scenarios = named.filter(isScenario);
  const command = values.help ? 'help' : (positionals.find(isCommand) ?? 'run');
  const isCheck = command === 'check';
  const kind = isCheck ? 'check' : 'run';
  const isTrace = command === 'trace';
  const everything = scenarios.length === 0 ? scenarioNames : scenarios;
  const measured = isCheck ? checkedScenarios(scenarios, values.quick) : everything;
  return {
    command,
    scenarios: isTrace ? tracedScenarios(scenarios) : measured,
    rounds: roundsOf(values.rounds, defaultRounds[values.quick ? 'quick' : kind]),
    minutes: positive('minutes', values.minutes, Number.POSITIVE_INFINITY),
    quick: values.quick,
    clusters: (values.clusters ?? '1,10,100')
      .split(',')
      .map((size) => positive('clusters', size, 1)),
  };
}
