// SPDX-License-Identifier: Apache-2.0
import { useState } from 'preact/hooks';
import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import type { IsolationWay } from '../model.ts';

/** Pair of clusters, in one direction. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly clusters: readonly string[];
  readonly ways: ReadonlyMap<string, readonly IsolationWay[]>;
  readonly pair: Pair | undefined;
  readonly choose: (pair: Pair) => void;
}

type Level = 'self' | 'closed' | 'meant' | 'open';

/** Sign of each level, so that colour is not the only mark. */
const signs: Readonly<Record<Level, string>> = { self: '', closed: '', meant: '○', open: '●' };

function levelOf(from: string, to: string, ways: readonly IsolationWay[]): Level {
  if (from === to) return 'self';
  if (ways.length === 0) return 'closed';
  return ways.every(({ reason }) => reason !== undefined) ? 'meant' : 'open';
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus by arrow keys; Tab stops only at the focused cell. */
function useRoving(clusters: readonly string[], choose: Props['choose']) {
  const [at, setAt] = useState<readonly [number, number]>([0, 1]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>) => {
    const [row, column] = at;
    const step = steps[event.key];
    const [from, to] = [clusters[row], clusters[column]];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (from !== undefined && to !== undefined && from !== to) choose({ from, to });
    }
    if (step === undefined) return;
    event.preventDefault();
    const within = (place: number) => Math.min(Math.max(place, 0), clusters.length - 1);
    const next = [within(row + step[0]), within(column + step[1])] as const;
    setAt(next);
    const cell = `[data-at="${next.join(' ')}"]`;
    event.currentTarget.querySelector<HTMLElement>(cell)?.focus();
  };
  const onClick = (event: TargetedMouseEvent<HTMLTableElement>) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-at]') : null;
    const [row = 0, column = 0] = (cell?.getAttribute('data-at') ?? '').split(' ').map(Number);
    const [from, to] = [clusters[row], clusters[column]];
    if (cell === null || from === undefined || to === undefined || from === to) return;
    setAt([row, column]);
    choose({ from, to });
  };
  return { at, onKeyDown, onClick };
}

/** Renders a matrix of the clusters of an environment that shows which reaches which. */
export function HeatMap({ choose, clusters, pair, ways }: Props) {
  const { at, onClick, onKeyDown } = useRoving(clusters, choose);
  return (
    <div class="scroll">
      <table
        class={`heat${clusters.length > 24 ? ' dense' : ''}`}
        role="grid"
        aria-label="Who reaches whom"
        {...{ onClick, onKeyDown }}
      >
        <thead>
          <tr>
            <td />
            {clusters.map((to) => (
              <th key={to} scope="col">
                <span>{to}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clusters.map((from, row) => (
            <tr key={from}>
              <th scope="row">{from}</th>
              {clusters.map((to, column) => {
                const level = levelOf(from, to, ways.get(`${from}>${to}`) ?? []);
                const isHere = at[0] === row && at[1] === column;
                return (
                  <td
                    key={to}
                    class={level}
                    data-at={`${row} ${column}`}
                    tabIndex={isHere ? 0 : -1}
                    aria-label={level === 'self' ? from : `${from} to ${to}: ${level}`}
                    aria-selected={pair?.from === from && pair.to === to}
                  >
                    {signs[level]}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
