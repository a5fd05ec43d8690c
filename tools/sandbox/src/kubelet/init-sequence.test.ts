// SPDX-License-Identifier: Apache-2.0
import type { SupervisedProcess } from '../process/supervised-process.ts';
import { InitSequence } from './init-sequence.ts';
import type { Container } from './pod.ts';

const containers = ['first', 'second'].map((name) => ({ name, image: 'x' }));

/** Returns a sequence whose processes end as told. */
function sequence(given: readonly Container[] = containers) {
  const begun: string[] = [];
  const states: { phase: string; lastExit?: { code: number } }[] = [];
  const init = new InitSequence(given, ({ name }) => {
    begun.push(name);
    const state = { phase: 'running' };
    states.push(state);
    return { state } as unknown as SupervisedProcess;
  });
  return { init, begun, states };
}

test('runs one container after the other', () => {
  const { init, begun, states } = sequence();
  expect(init.advance()).toBe(false);
  expect(init.advance()).toBe(false);
  expect(begun).toEqual(['first']);
  Object.assign(states[0] ?? {}, { phase: 'ended', lastExit: { code: 0 } });
  expect(init.advance()).toBe(false);
  expect(begun).toEqual(['first', 'second']);
  Object.assign(states[1] ?? {}, { phase: 'ended', lastExit: { code: 0 } });
  expect(init.advance()).toBe(true);
});

test('does not continue after a container that failed', () => {
  const { init, begun, states } = sequence();
  init.advance();
  Object.assign(states[0] ?? {}, { phase: 'waiting', lastExit: { code: 1 } });
  expect(init.advance()).toBe(false);
  expect(begun).toEqual(['first']);
});

test('does not wait for the end of a sidecar', () => {
  const sidecar = { name: 'log', image: 'x', restartPolicy: 'Always' };
  const { init, begun } = sequence([sidecar]);
  expect([init.advance(), init.advance()]).toEqual([false, true]);
  expect(begun).toEqual(['log']);
});

test('has nothing to do for a pod without init containers', () => {
  const nothing = new InitSequence([], () => {
    throw new Error('nothing to start');
  });
  expect(nothing.advance()).toBe(true);
});
