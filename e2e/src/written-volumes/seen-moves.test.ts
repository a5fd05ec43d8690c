// SPDX-License-Identifier: Apache-2.0
import { SeenMoves } from './seen-moves.ts';

const node = (name: string, cordonedAt?: string) => ({
  kind: 'Node',
  metadata: { name, uid: `node-${name}` },
  spec: {
    taints: [
      { key: 'node.kubernetes.io/not-ready', timeAdded: '1970-01-01T00:00:01Z' },
      ...(cordonedAt === undefined
        ? []
        : [{ key: 'node.kubernetes.io/unschedulable', timeAdded: cordonedAt }]),
    ],
  },
});
const pod = (name: string, uid: string, nodeName?: string) => ({
  kind: 'Pod',
  metadata: { name, uid },
  spec: { nodeName },
});

/** A program that was on md-0, which was cordoned after 20 s, and then on md-2. */
const seen = () => {
  const moves = new SeenMoves();
  moves.see([node('md-0'), node('md-1'), pod('writer-0', 'a', 'md-0')], 10_000);
  moves.see([node('md-0', '1970-01-01T00:00:20Z'), pod('writer-0', 'a', 'md-0')], 21_000);
  moves.see([node('md-1', '1970-01-01T00:00:30Z'), pod('writer-0', 'b')], 30_500);
  moves.see([node('md-2'), pod('writer-0', 'b', 'md-2')], 31_000);
  return moves;
};

test('the move of a machine begins when its node is cordoned', () => {
  expect(seen().own('writer-0', { from: 22_000, to: 35_000 })).toEqual({
    node: 'md-0',
    from: 20_000,
    to: 35_000,
  });
});

test('a program that stops before its own machine is cordoned has no move of its own', () => {
  const moves = seen();
  // It is on md-2 since 31 s, and only others were cordoned.
  expect(moves.own('writer-0', { from: 40_000, to: 50_000 })).toBeUndefined();
  expect(moves.own('writer-0', { from: 12_000, to: 15_000 })).toBeUndefined();
  expect(moves.own('writer-1', { from: 22_000, to: 35_000 })).toBeUndefined();
});

test('of a node whose name was given twice, the last cordon before the end counts', () => {
  const moves = seen();
  moves.see([pod('writer-0', 'c', 'md-0')], 60_000);
  moves.see([node('md-0', '1970-01-01T00:01:20Z')], 81_000);
  expect(moves.own('writer-0', { from: 82_000, to: 90_000 })).toMatchObject({ from: 80_000 });
});
