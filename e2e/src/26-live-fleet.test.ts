// SPDX-License-Identifier: Apache-2.0
// The page of the fleet reads an environment that runs: real answers of all its clusters.
import { join, resolve } from 'node:path';
import { openSession } from './environment.ts';

const root = resolve(import.meta.dirname, '../..');
const reader = join(root, 'tools/fleet/src/live/main.ts');

/** Asks the reader once: it reads for each line of its standard input, and ends when that ends. */
const askOnce = `
  const child = require('node:child_process').spawn(
    process.execPath, ${JSON.stringify([reader, 'sandbox', root])}, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('\\n');
  require('node:readline').createInterface({ input: child.stdout }).once('line', (line) => {
    console.log(line);
    child.kill();
  });`;

interface Reading<T> {
  readonly place: string;
  readonly value?: T;
  readonly problem?: string;
}

interface Answer {
  readonly problem?: string;
  readonly value?: {
    readonly stacks: readonly { readonly id: string; readonly outputs: Reading<object> }[];
    readonly kubernetes: Reading<string>;
    readonly kubevirt: Reading<string>;
    readonly cdi: Reading<string>;
    readonly hosts: Reading<readonly { readonly name: string; readonly ready: string }[]>;
    readonly machines: Reading<
      readonly { readonly name: string; readonly phase: string; readonly host?: string }[]
    >;
    readonly backups: Reading<readonly object[]>;
    readonly endings: Reading<readonly object[]>;
    readonly clusters: readonly {
      readonly name: string;
      readonly kubernetes: Reading<string>;
      readonly nodes: Reading<readonly { readonly name: string; readonly ready: string }[]>;
    }[];
  };
}

test('the live page knows every fact of an environment that runs', async () => {
  const session = await openSession();
  const { stderr, stdout } = await session.capture(['node', '--eval', askOnce], { cwd: root });
  expect(stderr).toBe('');
  const { problem, value } = JSON.parse(stdout) as Answer;
  expect(problem).toBeUndefined();
  if (value === undefined) throw new Error('it has read nothing');
  const { backups, cdi, clusters, endings, hosts, kubernetes, kubevirt, machines, stacks } = value;
  const readings = [backups, cdi, endings, hosts, kubernetes, kubevirt, machines];
  const ofClusters = clusters.flatMap((cluster) => [cluster.kubernetes, cluster.nodes]);
  const ofStacks = stacks.map(({ outputs }) => outputs);
  expect(
    [...readings, ...ofClusters, ...ofStacks]
      .filter((reading) => reading.value === undefined)
      .map((reading) => [reading.place, reading.problem]),
  ).toEqual([['addons/sandbox', 'it has not been brought up']]);
  expect([kubernetes.value, kubevirt.value, cdi.value]).toEqual(['1.35.4', '1.8.4', '1.65.0']);
  const ready = (name: string) => ({ name, ready: 'ready' });
  expect(hosts.value).toMatchObject(['metal-0', 'metal-1', 'metal-2'].map(ready));
  const host: unknown = expect.stringMatching(/^metal-[012]$/);
  expect(machines.value).toMatchObject(
    ['cp-0', 'md-a-0', 'md-a-1'].map((name) => ({ name, phase: 'Running', ready: true, host })),
  );
  expect(clusters.map(({ name, nodes }) => [name, nodes.value])).toMatchObject([
    ['demo', ['cp-0', 'md-a-0', 'md-a-1'].map(ready)],
  ]);
});
