// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { hasWorkers, waitingForWorkers } from './without-workers.ts';

const [pool] = testContext().config.pools;
const { config: awake } = testContext();
const { config: asleep } = testContext({
  pools: [
    { ...pool, replicas: 0 },
    { ...pool, name: 'md-b', replicas: 0 },
  ],
});

const object = (kind: string, annotations?: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'a', ...(annotations && { annotations }) },
});

test('a cluster has workers where one of its pools has a machine', () => {
  expect(hasWorkers(awake)).toBe(true);
  expect(hasWorkers(asleep)).toBe(false);
  expect(hasWorkers({ pools: [] })).toBe(false);
  expect(hasWorkers({ pools: [...asleep.pools, ...awake.pools] })).toBe(true);
});

test('without workers Pulumi waits for no Deployment, and for all other objects', () => {
  const service = object('Service');
  const deployment = object('Deployment', { 'example.org/a': 'b' });
  expect(waitingForWorkers([service, deployment, object('Deployment')], asleep)).toEqual([
    service,
    object('Deployment', { 'example.org/a': 'b', 'pulumi.com/skipAwait': 'true' }),
    object('Deployment', { 'pulumi.com/skipAwait': 'true' }),
  ]);
  expect(waitingForWorkers([service, deployment], awake)).toEqual([service, deployment]);
});
