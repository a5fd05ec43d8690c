// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderedEvents } from './rendered-events.ts';
import type { RenderedResource } from './rendered-events.ts';
import { renderedReport } from './rendered-report.ts';

const poolType = 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool';

function resource(
  type: string,
  name: string,
  inputs: RenderedResource['inputs'],
  parent?: string,
): RenderedResource {
  return { type, name, inputs, parent, protect: false };
}

const pool = (replicas: number) =>
  resource(
    poolType,
    'web',
    { metadata: { name: 'web', namespace: 'cluster-shop' }, spec: { replicas } },
    'shop-nodes',
  );

const component = resource('strata:user-cluster:Nodes', 'shop-nodes', {}, 'production.shop');
const rendering = (...resources: RenderedResource[]) => ({
  resources: [component, ...resources],
  outputs: {},
});

const map = (name: string) => resource('kubernetes:core/v1:ConfigMap', name, {});
const stack = {
  id: 'user-cluster/prod.shop',
  program: 'user-cluster',
  stack: 'prod.shop',
  environment: 'prod',
  cluster: 'shop',
  reads: [],
  file: 'stacks/user-cluster/Pulumi.prod.shop.yaml',
} as unknown as Parameters<typeof renderedReport>[0]['stack'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-rendered-'));
  mkdirSync(join(root, 'stacks/blast-radius'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function report(before: RenderedResource[], after: RenderedResource[]) {
  return renderedReport({
    workspace: { root, stacks: [] },
    stack,
    startedAt: new Date(),
    before: rendering(...before),
    after: rendering(...after),
  });
}

test('URNs contain the types of all parents, as the engine writes them', () => {
  const events = renderedEvents(
    { project: 'user-cluster', stack: 'prod.shop' },
    rendering(pool(1)),
    rendering(pool(1)),
  );
  expect(events.map(({ resourcePreEvent }) => resourcePreEvent?.metadata.urn)).toEqual([
    'urn:pulumi:prod.shop::user-cluster::strata:user-cluster:Nodes::shop-nodes',
    `urn:pulumi:prod.shop::user-cluster::strata:user-cluster:Nodes$${poolType}::web`,
    undefined,
  ]);
});

test('reports differences as updates with their fields, and counts machines', () => {
  const { changes, consequences, counts, machines, outcome } = report([pool(6)], [pool(8)]);
  expect({ consequences, counts, machines, outcome }).toEqual({
    consequences: ['prod.shop: pool "web": adds 2 nodes'],
    counts: { create: 0, update: 1, replace: 0, delete: 0, same: 1 },
    machines: { before: 6, after: 8 },
    outcome: 'changed',
  });
  expect(changes.map(({ fields, name, operation }) => ({ fields, name, operation }))).toEqual([
    { fields: ['spec.replicas'], name: 'web', operation: 'update' },
  ]);
});

test('reports new objects as creates, missing ones as deletes, and equal ones as unchanged', () => {
  const { counts } = report([map('old'), pool(1)], [map('new'), pool(1)]);
  expect(counts).toEqual({ create: 1, update: 0, replace: 0, delete: 1, same: 2 });
  expect(report([pool(1)], [pool(1)]).outcome).toBe('unchanged');
});

test('refuses more than the limits of the environment allow', () => {
  writeFileSync(join(root, 'stacks/blast-radius/prod.yaml'), 'removedNodes: 1\n');
  const { exceeded, outcome, reason } = report([pool(6)], [pool(3)]);
  const excess =
    'stacks/blast-radius/prod.yaml: removedNodes: 3 are more than 1; make the change in smaller steps, or raise the limit in the same commit';
  expect({ exceeded, outcome, reason }).toEqual({
    exceeded: [excess],
    outcome: 'refused',
    reason: `Not allowed as it is:\n${excess}`,
  });
});
