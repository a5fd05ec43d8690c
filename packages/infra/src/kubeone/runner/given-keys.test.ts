// SPDX-License-Identifier: Apache-2.0
import { planes, worker } from '../test-config.ts';
import { manifestOf, runnerLab, type RunnerLab } from './testing/runner-lab.ts';

// Each run starts five processes.

let kubeone: RunnerLab['kubeone'];
let run: RunnerLab['run'];
beforeEach(() => {
  ({ kubeone, run } = runnerLab());
});
afterEach(() => {
  kubeone.remove();
});

/** Runs `apply` for a cluster whose worker has the given fields; `before` is the output of an earlier run. */
const bringUp = (own: object, before?: string) =>
  run(
    'apply',
    manifestOf({}, { hosts: [...planes, { ...worker, ...own }] }),
    before === undefined ? {} : { PULUMI_COMMAND_STDOUT: before },
  );

const nodeOf = (name: string) => {
  const node = kubeone.nodes()[name];
  if (node === undefined) throw new Error(`there is no node ${name}`);
  return node;
};

// Proves: infra-cluster.made-by-kubeone
test('labels and annotations that were removed from the configuration are removed from the node, and those set by others stay', async () => {
  const first = await bringUp({
    zone: 'a',
    labels: { 'example.org/rack': 'r1', 'example.org/old': 'x' },
    annotations: { 'example.org/note': 'n' },
  });
  const { labels, annotations } = nodeOf('metal-3');
  expect(labels).toMatchObject({
    'topology.kubernetes.io/zone': 'a',
    'example.org/rack': 'r1',
    'example.org/old': 'x',
  });
  expect(annotations).toEqual({ 'example.org/note': 'n' });
  const others = { 'kubevirt.io/schedulable': 'true' };
  kubeone.setNodes({
    ...kubeone.nodes(),
    'metal-3': { ...nodeOf('metal-3'), labels: { ...labels, ...others } },
  });

  const second = await bringUp({ labels: { 'example.org/rack': 'r2' } }, first.stdout);
  expect(second.exitCode).toBe(0);
  expect(nodeOf('metal-3').labels).toEqual({
    'kubernetes.io/hostname': 'metal-3',
    'v1.kubeone.io/operating-system': 'ubuntu',
    'example.org/rack': 'r2',
    ...others,
  });
  expect(nodeOf('metal-3').annotations).toEqual({});
  expect(second.stderr).toContain(
    'strata: metal-3 loses the labels example.org/old, topology.kubernetes.io/zone and the annotation example.org/note\n',
  );
  // A key is removed once: when somebody sets it afterwards, it stays.
  kubeone.setNodes({
    ...kubeone.nodes(),
    'metal-3': { ...nodeOf('metal-3'), labels: { 'example.org/old': 'by hand' } },
  });
  await bringUp({}, second.stdout);
  expect(nodeOf('metal-3').labels).toMatchObject({ 'example.org/old': 'by hand' });
});

test('when a run fails, the next run removes the labels', async () => {
  const first = await bringUp({ labels: { 'example.org/old': 'x' } });
  kubeone.set({ failAt: 'metal-4', kubeconfig: 'k' });
  const more = { ...worker, name: 'metal-4', publicAddress: '192.0.2.14' };
  const grown = manifestOf({}, { hosts: [...planes, worker, more] });
  const env = { PULUMI_COMMAND_STDOUT: first.stdout };
  expect((await run('apply', grown, env)).exitCode).toBe(10);
  kubeone.set({ kubeconfig: 'k' });
  expect((await run('apply', grown, env)).exitCode).toBe(0);
  expect(Object.keys(nodeOf('metal-3').labels)).not.toContain('example.org/old');
});

test('removes no labels when the output of the last run comes from an older version without a list of keys', async () => {
  await bringUp({ labels: { 'example.org/old': 'x' } });
  const former = JSON.stringify({ kubeconfig: 'k', changes: [] });
  expect((await bringUp({}, former)).exitCode).toBe(0);
  expect(nodeOf('metal-3').labels).toMatchObject({ 'example.org/old': 'x' });
});

test('a node gets its taints when it joins, and later runs of KubeOne do not change them', async () => {
  const taint = { key: 'example.org/only', effect: 'NoSchedule' };
  const first = await bringUp({ taints: [taint] });
  expect(nodeOf('metal-3').taints).toEqual([taint]);
  expect(nodeOf('metal-0').taints).toEqual([
    { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
  ]);
  await bringUp({ taints: [] }, first.stdout);
  expect(nodeOf('metal-3').taints).toEqual([taint]);
});
