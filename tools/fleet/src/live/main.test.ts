// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canary, clusterAnswers, infraAnswers } from '../testing/api-answers.ts';
import { FakeCluster } from '../testing/fake-cluster.ts';
import { FakePulumi } from '../testing/fake-pulumi.ts';
import { TestRepository } from '../testing/test-repository.ts';
import { readFleet } from '../read-fleet.ts';
import { writePage } from '../write-page.ts';
import { LiveSource } from './live-source.ts';

const programs = ['infra', 'kubevirt-stack', 'addons', 'user-cluster'];

/** Prints outputs as one of a case of the shell. */
const printed = (pattern: string, outputs: object) =>
  `${pattern}) cat <<'END'\n${JSON.stringify(outputs)}\nEND\n;;`;

/** Returns a script that prints the states of the environment `sandbox`. */
function states(infra: FakeCluster, demo: FakeCluster): string {
  const lastUpdate = '2026-11-24T08:00:00.000Z';
  const listed = ['sandbox', 'sandbox.demo'].map((name) => ({ name, lastUpdate, url: canary }));
  return [
    `echo ${canary} >&2`,
    'case "$PWD $*" in',
    printed('*stack\\ ls*', listed),
    printed('*/infra\\ *', {
      kubeconfig: infra.kubeconfig(canary),
      platformKubeconfig: infra.kubeconfig(`${canary}-platform`),
      apiEndpoint: 'https://192.0.2.9:6443',
    }),
    printed('*sandbox.demo*', {
      kubeconfig: demo.kubeconfig(canary),
      kubeconfigs: { ci: canary },
      kubernetes: '1.35.4',
    }),
    printed('*', { release: 'v1.8', password: canary }),
    'esac',
  ].join('\n');
}

test('the process reads a whole environment, and no secret of states and clusters is in the page', async () => {
  using repository = new TestRepository();
  for (const program of programs)
    mkdirSync(join(repository.root, 'packages', program), { recursive: true });
  using infra = await FakeCluster.start(infraAnswers);
  using demo = await FakeCluster.start(clusterAnswers);
  using pulumi = new FakePulumi(states(infra, demo));
  const path = [pulumi.folder, process.env.PATH ?? ''].join(delimiter);
  using source = new LiveSource({
    command: (environment) => [
      '/usr/bin/env',
      `PATH=${path}`,
      process.execPath,
      join(import.meta.dirname, 'main.ts'),
      environment,
      repository.root,
    ],
  });
  const live = await source.read(['sandbox']);
  const facts = live[0]?.value;
  expect(facts?.stacks.map(({ id, outputs }) => [id, outputs.value ?? outputs.problem])).toEqual([
    ['infra/sandbox', { endpoint: 'https://192.0.2.9:6443' }],
    ['kubevirt-stack/sandbox', { release: 'v1.8' }],
    ['addons/sandbox', { release: 'v1.8' }],
    ['user-cluster/sandbox.demo', { kubernetes: '1.35.4' }],
  ]);
  expect(facts?.machines.value?.map(({ host, name }) => [name, host])).toEqual([
    ['web-0', 'h1'],
    ['web-1', undefined],
  ]);
  expect(facts?.clusters.map(({ kubernetes, name }) => [name, kubernetes.value])).toEqual([
    ['demo', '1.35.4'],
  ]);
  const tokens = [infra, demo].map(({ requests }) => requests[0]?.split('Bearer ')[1]);
  expect(tokens).toEqual([`${canary}-platform`, canary]);
  const page = await writePage({ ...readFleet(repository.root, ['sandbox']), live });
  expect(page).toContain('web-1');
  expect(page.includes(canary)).toBe(false);
});
