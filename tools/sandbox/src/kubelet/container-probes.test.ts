// SPDX-License-Identifier: Apache-2.0
import { ContainerProbes } from './container-probes.ts';
import type { Probe } from './pod.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const probe = (path: string, change: Partial<Probe> = {}): Probe => ({
  httpGet: { path, port: 80 },
  periodSeconds: 10,
  failureThreshold: 2,
  ...change,
});

/**
 * Watches a container whose probes pass when their path is in `passing`; records what becomes of
 * it.
 */
function watch(probes: Partial<Record<`${'startup' | 'readiness' | 'liveness'}Probe`, Probe>>) {
  const passing = new Set<string>();
  const asked: string[] = [];
  const begin = Date.now();
  const told: string[] = [];
  const tell = (what: string) => {
    told.push(`${what} at ${((Date.now() - begin) / 1_000).toFixed(1)}`);
  };
  const container = new ContainerProbes({
    container: probes,
    ask: ({ httpGet }) => {
      asked.push(httpGet?.path ?? '');
      return Promise.resolve(passing.has(httpGet?.path ?? ''));
    },
    kill: () => tell('killed'),
    onChange: () => tell(container.isReady ? 'ready' : 'not ready'),
  });
  return { container, passing, asked, told };
}

test('a container without probes is ready while it runs, and not after it has ended', () => {
  const { container, told } = watch({});
  expect([container.hasStarted, container.isReady]).toEqual([false, false]);
  container.begin();
  expect([container.hasStarted, container.isReady]).toEqual([true, true]);
  expect(told).toEqual(['ready at 0.0']);
  container.end();
  expect([container.hasStarted, container.isReady]).toEqual([false, false]);
});

test('the other probes begin when the startup probe has passed, which then stops', async () => {
  const { container, passing, asked, told } = watch({
    startupProbe: probe('/started', { failureThreshold: 100 }),
    readinessProbe: probe('/ready'),
    livenessProbe: probe('/alive'),
  });
  passing.add('/ready').add('/alive');
  container.begin();
  await jest.advanceTimersByTimeAsync(3_200);
  expect(new Set(asked)).toEqual(new Set(['/started']));
  expect([container.hasStarted, container.isReady]).toEqual([false, false]);
  passing.add('/started');
  await jest.advanceTimersByTimeAsync(500);
  expect([container.hasStarted, container.isReady]).toEqual([true, true]);
  expect(told).toEqual(['not ready at 3.5', 'ready at 3.5']);
  const before = asked.length;
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked.slice(before)).toEqual(['/ready', '/alive']);
});

test('kills a container that does not start in time, and gives it as much time again', async () => {
  const { container, told } = watch({ startupProbe: probe('/started', { periodSeconds: 1 }) });
  container.begin();
  await jest.advanceTimersByTimeAsync(1_500);
  expect(told).toEqual(['killed at 1.5']);
  container.begin();
  await jest.advanceTimersByTimeAsync(1_500);
  expect(told).toEqual(['killed at 1.5', 'killed at 3.0']);
});

test('probes a machine earlier, by the startup time that its pod does not need here', async () => {
  const asked: number[] = [];
  const begin = Date.now();
  new ContainerProbes({
    container: { readinessProbe: probe('/ready', { initialDelaySeconds: 12 }) },
    ask: () => Promise.resolve(asked.push((Date.now() - begin) / 1_000) > 0),
    kill: () => undefined,
    onChange: () => undefined,
    earlier: 10,
  }).begin();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([2]);
});
