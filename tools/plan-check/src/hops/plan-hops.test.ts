// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { describeHop, planHops } from './index.ts';
import type { Present, Target } from './index.ts';

const present = (change: Partial<Present> = {}): Present => ({
  release: 'v1.8',
  infraKubernetes: '1.34',
  clusters: [],
  ...change,
});

const shop = (kubernetes: string, ...pools: { name: string; kubernetes?: string }[]) => ({
  clusters: [{ name: 'shop', kubernetes, pools }],
});

const way = (from: Present, to: Target) => planHops(from, to).hops?.map(describeHop);
const problem = (from: Present, to: Target) => planHops(from, to).problem;

test('plans nothing if everything has its version already', () => {
  expect(way(present(shop('1.35.4', { name: 'a' })), { release: 'v1.8' })).toEqual([]);
});

test('the infra cluster is updated first if the release needs it', () => {
  const from = present({ release: 'v1.7', infraKubernetes: '1.32' });
  expect(way(from, { release: 'v1.9' })).toEqual([
    'the infra cluster to Kubernetes 1.33',
    'the platform to release v1.8',
    'the infra cluster to Kubernetes 1.34',
    'the platform to release v1.9',
  ]);
});

test('the infra cluster is updated as far as the release supports it', () => {
  expect(way(present(), { release: 'v1.9', infraKubernetes: '1.35' })).toEqual([
    'the platform to release v1.9',
    'the infra cluster to Kubernetes 1.35',
  ]);
  expect(problem(present(), { infraKubernetes: '1.36' })).toBe(
    'release v1.8 does not run on Kubernetes 1.36, only on 1.33 to 1.35',
  );
});

test('user clusters come after the platform: control plane, then each pool', () => {
  const from = present(shop('1.34.4', { name: 'a' }, { name: 'b' }));
  expect(way(from, { release: 'v1.9', kubernetes: '1.35.4' })).toEqual([
    'the platform to release v1.9',
    'the user cluster "shop": control plane to Kubernetes 1.35.4',
    'the user cluster "shop": pool "a" to Kubernetes 1.35.4',
    'the user cluster "shop": pool "b" to Kubernetes 1.35.4',
  ]);
});

test('goes one minor at a time, and a pool that stayed behind catches up first', () => {
  const from = present(shop('1.33.2', { name: 'a' }, { name: 'b', kubernetes: '1.32.0' }));
  expect(way(from, { kubernetes: '1.35.4' })).toEqual([
    'the user cluster "shop": pool "b" to Kubernetes 1.33.2',
    'the user cluster "shop": control plane to Kubernetes 1.34',
    'the user cluster "shop": pool "a" to Kubernetes 1.34',
    'the user cluster "shop": pool "b" to Kubernetes 1.34',
    'the user cluster "shop": control plane to Kubernetes 1.35.4',
    'the user cluster "shop": pool "a" to Kubernetes 1.35.4',
    'the user cluster "shop": pool "b" to Kubernetes 1.35.4',
  ]);
});

test('updates a pool that stayed behind if its version is asked for', () => {
  const from = present(shop('1.35.4', { name: 'a', kubernetes: '1.34.4' }));
  expect(way(from, {})).toEqual([]);
  expect(way(from, { kubernetes: '1.35.4' })).toEqual([
    'the user cluster "shop": pool "a" to Kubernetes 1.35.4',
  ]);
});

test('a patch update is one hop', () => {
  const from = present(shop('1.35.4', { name: 'a' }));
  expect(way(from, { kubernetes: '1.35.6' })).toEqual([
    'the user cluster "shop": control plane to Kubernetes 1.35.6',
    'the user cluster "shop": pool "a" to Kubernetes 1.35.6',
  ]);
});

test('says why there is no way', () => {
  expect(problem(present({ release: 'v1.9', infraKubernetes: '1.35' }), { release: 'v1.8' })).toBe(
    `no way leads from release v1.9 on Kubernetes 1.35 to release v1.8: one release at a time, never back; there are ${releases.map(({ name }) => name).join(', ')}`,
  );
  expect(problem(present(), { infraKubernetes: '1.33' })).toBe(
    'the infra cluster cannot go back from Kubernetes 1.34 to 1.33',
  );
  expect(problem(present(shop('1.35.4')), { kubernetes: '1.34.4' })).toBe(
    'the user cluster "shop" cannot go back from Kubernetes 1.35.4 to 1.34.4',
  );
  expect(problem(present(shop('1.35.4')), { kubernetes: '1.36.0' })).toBe(
    'the user cluster "shop": the cloud controller manager 0.6.0 and Kubernetes of the user cluster 1.36.0 do not go together: the cloud controller manager 0.6 is made for 1.34 to 1.35',
  );
});

test('plans no update to a Kubernetes that does not run on the operating system of machines', () => {
  const guestOs = { name: 'ubuntu', version: '21.04' };
  const words =
    'Kubernetes of the user cluster 1.35.4 and ubuntu 21.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image';
  const cluster = { name: 'shop', kubernetes: '1.34.4' };
  const pools = [{ name: 'a' }, { name: 'b', guestOs }];
  const to = { kubernetes: '1.35.4' };
  expect(problem(present({ clusters: [{ ...cluster, pools }] }), to)).toBe(
    `the user cluster "shop": pool "b": ${words}`,
  );
  expect(problem(present({ clusters: [{ ...cluster, guestOs, pools }] }), to)).toBe(
    `the user cluster "shop": control plane: ${words}`,
  );
  expect(problem(present({ clusters: [{ ...cluster, guestOs, pools }] }), {})).toBeUndefined();
});
