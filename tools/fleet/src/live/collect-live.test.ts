// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { canary, clusterAnswers, infraAnswers } from '../testing/api-answers.ts';
import { FakeCluster } from '../testing/fake-cluster.ts';
import type { FakeAnswer } from '../testing/fake-cluster.ts';
import { collectLive } from './collect-live.ts';
import { liveEnvironment } from './live-schema.ts';
import type { LiveFacts } from './live-schema.ts';
import { readOutputs } from './stack-outputs.ts';
import type { StackState } from './stack-reader.ts';

const outputsAt = '2026-11-25T08:00:00.000Z';

function state(id: string, outputs: object): StackState {
  const [program = '', name = ''] = id.split('/');
  const cluster = name.split('.')[1];
  const stack = {
    id,
    program: program as Stack['program'],
    stack: name,
    environment: 'prod',
    file: '',
    ...(cluster !== undefined && { cluster }),
    reads: [],
  };
  const value = readOutputs(JSON.stringify(outputs));
  return { stack, outputs: { from: 'outputs', place: id, at: outputsAt, value } };
}

async function factsOf(states: readonly StackState[], seconds = 5): Promise<LiveFacts> {
  const stacks = { read: () => Promise.resolve([...states]) };
  const found = liveEnvironment.parse(await collectLive('prod', { stacks, seconds }));
  if (found.value === undefined) throw new Error(found.problem);
  return found.value;
}

const values = (facts: LiveFacts) => ({
  ...Object.fromEntries(
    Object.entries(facts).flatMap(([key, one]) =>
      Array.isArray(one) ? [] : [[key, one.value ?? one.problem]],
    ),
  ),
  clusters: facts.clusters.map(({ kubernetes, name, nodes }) => ({
    name,
    kubernetes: kubernetes.value ?? kubernetes.problem,
    nodes: nodes.value ?? nodes.problem,
  })),
});

const readyNode = {
  ready: 'ready',
  since: '2026-11-20T08:00:00.000Z',
  version: '1.35.4',
  schedulable: true,
  pressures: [],
};

test('reads versions, hosts, machines, backups and expiries with the kubeconfigs of the stacks', async () => {
  using infra = await FakeCluster.start(infraAnswers);
  using shop = await FakeCluster.start(clusterAnswers);
  const facts = await factsOf([
    state('infra/prod', {
      kubeconfig: infra.kubeconfig('admin'),
      platformKubeconfig: infra.kubeconfig('platform'),
    }),
    state('user-cluster/prod.shop', { kubeconfig: shop.kubeconfig('masters') }),
  ]);
  expect(values(facts)).toEqual({
    kubernetes: '1.35.4',
    kubevirt: '1.8.4',
    cdi: '1.65.0',
    hosts: [
      { name: 'h1', ...readyNode },
      {
        name: 'h2',
        ...readyNode,
        ready: 'not ready',
        schedulable: false,
        pressures: ['DiskPressure'],
      },
    ],
    machines: [
      { cluster: 'shop', group: 'web', name: 'web-0', phase: 'Running', host: 'h1', ready: true },
      { cluster: 'shop', group: 'web', name: 'web-1', phase: 'Scheduling', ready: false },
    ],
    backups: [
      {
        cluster: 'shop',
        suspended: false,
        lastSchedule: '2026-11-25T03:00:00.000Z',
        lastSuccess: '2026-11-25T02:00:30.000Z',
      },
    ],
    endings: [
      { cluster: 'shop', credential: 'join token', ends: '2026-12-24T08:00:00.000Z' },
      { cluster: 'shop', credential: 'certificates of cp-0' },
    ],
    clusters: [{ name: 'shop', kubernetes: '1.35.4', nodes: [{ name: 'web-0', ...readyNode }] }],
  });
  expect(facts.kubernetes).toMatchObject({ from: 'cluster', place: 'infra cluster: /version' });
});

test('sends nothing but GETs, to the infra cluster with the account of the platform', async () => {
  using infra = await FakeCluster.start(infraAnswers);
  using shop = await FakeCluster.start(clusterAnswers);
  await factsOf([
    state('infra/prod', {
      kubeconfig: infra.kubeconfig('admin'),
      platformKubeconfig: infra.kubeconfig('platform'),
    }),
    state('user-cluster/prod.shop', { kubeconfig: shop.kubeconfig('masters') }),
  ]);
  expect([...infra.requests].sort()).toEqual([
    'GET /api/v1/nodes?resourceVersion=0 Bearer platform',
    'GET /apis/batch/v1/cronjobs?fieldSelector=metadata.name%3Detcd-backup Bearer platform',
    'GET /apis/cdi.kubevirt.io/v1beta1/cdis Bearer platform',
    'GET /apis/kubevirt.io/v1/kubevirts Bearer platform',
    'GET /apis/kubevirt.io/v1/virtualmachineinstances?labelSelector=cluster.x-k8s.io%2Fcluster-name&resourceVersion=0 Bearer platform',
    'GET /apis/monitoring.coreos.com/v1/prometheusrules?labelSelector=cluster.x-k8s.io%2Fcluster-name&resourceVersion=0 Bearer platform',
    'GET /version Bearer platform',
  ]);
  expect([...shop.requests].sort()).toEqual([
    'GET /api/v1/nodes?resourceVersion=0 Bearer masters',
    'GET /version Bearer masters',
  ]);
});

test('nothing of annotations, labels, specs, messages and kubeconfigs is among the facts', async () => {
  using infra = await FakeCluster.start(infraAnswers);
  using shop = await FakeCluster.start(clusterAnswers);
  const facts = await factsOf([
    state('infra/prod', { kubeconfig: infra.kubeconfig(canary), sshKey: canary }),
    state('user-cluster/prod.shop', {
      kubeconfig: shop.kubeconfig(canary),
      kubeconfigs: { ci: canary },
    }),
  ]);
  expect(facts.machines.value).toHaveLength(2);
  expect(infra.requests).toContain(`GET /version Bearer ${canary}`);
  expect(JSON.stringify(facts).includes(canary)).toBe(false);
});

test.each<[string, FakeAnswer, string]>([
  ['refuses', 403, 'it refuses (HTTP 403)'],
  ['does not answer', 'silence', 'no answer within 0.3 s'],
  [
    'answers otherwise',
    { gitVersion: 1 },
    'what it answers has another form than expected at gitVersion',
  ],
  [
    'answers with a sentence',
    { gitVersion: `v1 ${canary}` },
    'what it answers has another form than expected',
  ],
])('a path that %s is the only fact that is not known', async (_, answer, problem) => {
  using shop = await FakeCluster.start({ ...clusterAnswers, '/version': answer });
  const facts = await factsOf(
    [state('user-cluster/prod.shop', { kubeconfig: shop.kubeconfig('t') })],
    0.3,
  );
  const [cluster] = facts.clusters;
  expect(cluster?.kubernetes.problem).toBe(problem);
  expect(cluster?.nodes.value).toHaveLength(1);
});

test('a cluster that nothing listens for has the reason in each fact, and does not stop the others', async () => {
  const gone = await FakeCluster.start({});
  const kubeconfig = gone.kubeconfig(canary);
  gone[Symbol.dispose]();
  using shop = await FakeCluster.start(clusterAnswers);
  const facts = await factsOf([
    state('infra/prod', { kubeconfig }),
    state('user-cluster/prod.shop', { kubeconfig: shop.kubeconfig('t') }),
    state('user-cluster/prod.bank', {}),
  ]);
  const endpoint = /127[\d.:]+/.exec(kubeconfig)?.[0] ?? '';
  for (const reading of [facts.kubernetes, facts.hosts, facts.machines, facts.backups]) {
    expect(reading.problem).toBe(`connect ECONNREFUSED ${endpoint}`);
  }
  expect(facts.clusters.map(({ kubernetes }) => kubernetes.value ?? kubernetes.problem)).toEqual([
    '1.35.4',
    'no kubeconfig: user-cluster/prod.bank: it outputs none',
  ]);
});

test('a kubeconfig that cannot be parsed is not quoted', async () => {
  const facts = await factsOf([state('infra/prod', { kubeconfig: `{ ${canary}: [` })]);
  expect(facts.kubernetes.problem).toBe(
    'the reason is not shown here, because it may quote a kubeconfig or a state',
  );
});

test('an environment without a stack of infra says so', async () => {
  const facts = await factsOf([]);
  expect(facts.hosts.problem).toBe('no kubeconfig: there is no stack of infra');
});

test('an infra cluster without operators, machines and monitoring has none', async () => {
  const { '/api/v1/nodes': nodes, '/version': version } = infraAnswers;
  const backups = { items: [] };
  using infra = await FakeCluster.start({
    '/version': version,
    '/api/v1/nodes': nodes,
    '/apis/batch/v1/cronjobs': backups,
  });
  const facts = await factsOf([state('infra/prod', { kubeconfig: infra.kubeconfig('t') })]);
  expect(values(facts)).toMatchObject({
    kubevirt: 'KubeVirt is not there',
    cdi: 'CDI is not there',
    machines: [],
    backups: [],
    endings: [],
  });
});
