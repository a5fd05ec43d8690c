// SPDX-License-Identifier: Apache-2.0
import { randomNumbers } from '@strata/testing';

/** Operations on a user cluster that a kill can interrupt, in the order of the cluster's life. */
export const operations = ['create', 'roll', 'upgrade', 'destroy'] as const;
export type Operation = (typeof operations)[number];

/** Processes that can be killed. */
export const victims = [
  'pulumi',
  'strata-provider',
  'kubernetes-provider',
  'supervisor',
  'etcd',
  'kube-apiserver',
] as const;
export type Victim = (typeof victims)[number];

/** One kill. */
export interface Kill {
  /** From 1 on. */
  readonly number: number;
  readonly operation: Operation;
  readonly victim: Victim;
  /** When: this part of the time that the operation takes if nobody kills anything, from 0 to 1. */
  readonly part: number;
  /** Which, where several such processes run: from 0, the first one, to 1, the last one. */
  readonly pick: number;
}

const rounded = (number: number) => Math.round(number * 1_000) / 1_000;

/**
 * Which kills a seed stands for. The operations follow one another as in the life of a cluster, and
 * every operation meets every victim before it meets one for the second time.
 *
 * @param seed - the same seed gives the same kills; more of them begin with the same ones.
 */
export function killSchedule(kills: number, seed: number): readonly Kill[] {
  const random = randomNumbers(seed);
  const decks = new Map<Operation, Victim[]>();
  const nextVictim = (operation: Operation): Victim => {
    const deck = decks.get(operation) ?? [];
    if (deck.length === 0) deck.push(...victims);
    decks.set(operation, deck);
    const [victim = 'pulumi'] = deck.splice(Math.floor(random() * deck.length), 1);
    return victim;
  };
  return Array.from({ length: kills }, (_, index) => {
    const operation = operations[index % operations.length] ?? 'create';
    const victim = nextVictim(operation);
    const [part, pick] = [rounded(random()), rounded(random())];
    return { number: index + 1, operation, victim, part, pick };
  });
}
