// SPDX-License-Identifier: Apache-2.0
import type { EnvironmentChange, FactChange, MachineMove } from '../change-model.ts';
import type { Environment } from '../model.ts';
import { environmentFacts } from './environment-facts.ts';
import type { Fact } from './environment-facts.ts';
import { machineMoves } from './machine-moves.ts';

const keyOf = ({ name, what }: Fact) => JSON.stringify([what, name]);

const indexed = (facts: readonly Fact[]) => new Map(facts.map((fact) => [keyOf(fact), fact]));

function factChange(old: Fact | undefined, now: Fact | undefined): FactChange[] {
  const fact = now ?? old;
  if (fact === undefined || old?.text === now?.text) return [];
  const { name, source, what } = fact;
  return [
    {
      kind: old === undefined ? 'appears' : now === undefined ? 'goes' : 'changes',
      what,
      name,
      ...(old !== undefined && { before: old.text }),
      ...(now !== undefined && { after: now.text }),
      source,
    },
  ];
}

function factChanges(before?: Environment, after?: Environment): FactChange[] {
  const [olds, news] = [before, after].map((one) =>
    indexed(one === undefined ? [] : environmentFacts(one)),
  );
  const keys = new Set([...(news?.keys() ?? []), ...(olds?.keys() ?? [])]);
  return [...keys].flatMap((key) => factChange(olds?.get(key), news?.get(key)));
}

function movesOf(before?: Environment, after?: Environment): MachineMove[] {
  const placed = (one?: Environment) =>
    one?.capacity.value?.scenarios.find(({ hostLoss }) => hostLoss === 0)?.hosts ?? [];
  return machineMoves(placed(before), placed(after));
}

/**
 * Returns what differs between two versions of an environment: what appears, what goes, what has
 * another value, and which machines the planner puts elsewhere.
 *
 * @returns undefined when the page shows both alike.
 */
export function compareEnvironments(
  before: Environment | undefined,
  after: Environment | undefined,
): EnvironmentChange | undefined {
  const name = (after ?? before)?.name;
  const [facts, moves] = [factChanges(before, after), movesOf(before, after)];
  if (name === undefined || (facts.length === 0 && moves.length === 0)) return undefined;
  const kind = before === undefined ? 'appears' : after === undefined ? 'goes' : 'changes';
  return { name, kind, facts, moves };
}
