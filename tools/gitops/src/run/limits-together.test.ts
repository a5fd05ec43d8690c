// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportedChange, ReportedEffect } from '../report/stack-report.ts';
import { LimitsTogether } from './limits-together.ts';
import type { Findings } from './findings.ts';

const root = mkdtempSync(join(tmpdir(), 'limits-together-'));
mkdirSync(join(root, 'stacks/blast-radius'), { recursive: true });
writeFileSync(join(root, 'stacks/blast-radius/prod.yaml'), 'clusters: 2\nrolledNodes: 6\n');
afterAll(() => rmSync(root, { recursive: true }));

function clusterOf(environment: string, cluster: string): Stack {
  return {
    id: `user-cluster/${environment}.${cluster}`,
    program: 'user-cluster',
    stack: `${environment}.${cluster}`,
    environment,
    cluster,
    file: `stacks/user-cluster/Pulumi.${environment}.${cluster}.yaml`,
    reads: [],
  };
}

const change: ReportedChange = {
  urn: 'u',
  type: 't',
  name: 'n',
  operation: 'update',
  fields: [],
  protected: false,
};

const findings = (...effects: readonly ReportedEffect[]): Findings => ({
  outcome: 'changed',
  changes: [change],
  effects: [...effects],
});
const unchanged: Findings = { outcome: 'unchanged', changes: [] };
const rolls = (count: number) => findings({ kind: 'nodes-roll', count, subject: 'pool "web"' });

const sentence = (key: string, found: number, limit: number) =>
  `stacks/blast-radius/prod.yaml: ${key}: ${found} are more than ${limit}; make the change in smaller steps, or raise the limit in the same commit`;

const names = ['a', 'b', 'c'];
const three = names.map((name) => ({ stack: clusterOf('prod', name), findings: findings() }));

test('clusters of an environment that change together are counted together', () => {
  const limits = new LimitsTogether(root);
  expect(limits.exceeded('prod', three)).toEqual([sentence('clusters', 3, 2)]);
  expect(limits.exceeded('prod', three.slice(1))).toEqual([]);
});

test('nodes that roll in several clusters are added up', () => {
  const both = ['a', 'b'].map((name) => ({ stack: clusterOf('prod', name), findings: rolls(4) }));
  expect(new LimitsTogether(root).exceeded('prod', both)).toEqual([sentence('rolledNodes', 8, 6)]);
});

test('a cluster in which nothing changes is not counted', () => {
  const [, ...two] = three;
  const third = { stack: clusterOf('prod', 'a'), findings: unchanged };
  expect(new LimitsTogether(root).exceeded('prod', [third, ...two])).toEqual([]);
});

test('an environment without limits has none for all of its stacks', () => {
  const stacks = names.map((name) => ({ stack: clusterOf('test', name), findings: rolls(9) }));
  expect(new LimitsTogether(root).exceeded('test', stacks)).toEqual([]);
});

test('clusters whose keys are renewed do not count as changed, but their nodes that roll do', () => {
  const renewals = new Set(names.map((name) => `user-cluster/prod.${name}`));
  const limits = new LimitsTogether(root, renewals);
  expect(limits.exceeded('prod', three)).toEqual([]);
  const rolling = three.map(({ stack }) => ({ stack, findings: rolls(3) }));
  expect(limits.exceeded('prod', rolling)).toEqual([sentence('rolledNodes', 9, 6)]);
});

test('a stack is refused that exceeds a limit with those before it, and one of another environment is not', () => {
  const limits = new LimitsTogether(root);
  const ask = (environment: string, name: string) =>
    limits.refuse(clusterOf(environment, name), findings());
  expect([ask('prod', 'a'), ask('prod', 'b'), ask('test', 'c')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const refused = {
    ...findings(),
    outcome: 'refused',
    exceeded: [sentence('clusters', 3, 2)],
    reason: `Not allowed together with the other stacks of prod:\n${sentence('clusters', 3, 2)}`,
  };
  expect(ask('prod', 'c')).toEqual(refused);
  // A refused stack is not counted, for it does nothing.
  expect(limits.refuse(clusterOf('prod', 'd'), unchanged)).toBeUndefined();
});
