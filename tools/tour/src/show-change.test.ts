// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { showChange } from './show-change.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Types of the resources that a real preview of a scaled pool updates, as it was recorded. */
function recordedTypes(): string[] {
  const file = join(root, 'tools/plan-check/src/recorded-previews/scale-up.json');
  const { steps } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly steps: readonly { readonly op: string; readonly urn: string }[];
  };
  return steps.map(({ op, urn }) => `${op} ${urn.split('::')[2]?.split('$').at(-1) ?? ''}`).sort();
}

test('a change is judged by all checks, and its comment is what a preview of it says', async () => {
  const lines = await showChange(root);
  const comment = lines.filter((line) => line.startsWith('  | '));
  expect(lines.slice(0, lines.length - comment.length)).toEqual([
    'in a copy, stacks/user-cluster/Pulumi.production.shop.yaml:39 "replicas: 6" becomes "replicas: 8":',
    'files      Addresses and versions are right: environments 4, user clusters 5.',
    'capacity   17 machines on 6 hosts: 98 virtual CPUs on 372 (0.3 for 1), 399 of 3024 GiB (86.8 % free).',
    '             now: all fit',
    '             without prd-0, prd-1: all fit',
    '             while 6 move: all fit',
    '             while pools roll: all fit',
    '             one more machine: at most 108 CPUs and 438 GiB, on prd-1',
    'isolation  2 user clusters, 0 ways between them, all meant.',
    'the comment of its pull request, as text (the program ran on both files, without an engine):',
  ]);
  expect(comment[0]).toMatch(/^ {2}\| ## Strata preview of \S+: 1 with changes$/);
  expect(comment.slice(1)).toEqual([
    '  | ### What the author changed',
    '  | - user-cluster/Pulumi.production.shop.yaml: pools[web].replicas 6 → 8',
    '  | ### What follows',
    '  | - What rolls? Nothing. Nodes: 11 → 13 (+2).',
    "  | - What does it need? production: 15 → 17 machines, 82 → 98 virtual CPUs, 334 → 399 GiB; 86.8 % of the hosts' memory stays free; there is room, also without 2 hosts, while machines move and while pools roll.",
    '  | - What does it cost? production: + 268.00 EUR a month (1 397.60 → 1 665.60): shop + 268.00 (+2 machines, +16 CPUs, +64 GiB of memory, +120 GiB of ceph-block).',
    '  | - Can data be lost? No volume, no namespace and no kind is deleted.',
    '  | - Who is affected? 1 cluster: production / shop.',
    '  | - In which order? After the merge: ring last (production).',
    '  | ### production (ring last)',
    '  | production / shop (user-cluster): pool "web": adds 2 nodes; 4 to update; nodes 11 → 13 (+2)',
    '  | - to update: kubernetes:core/v1:ResourceQuota shop-ground-quota-limits: spec.hard."count/volumesnapshots.snapshot.storage.k8s.io" 121 → 123, spec.hard.persistentvolumeclaims 249 → 255, spec.hard.pods 74 → 82, spec.hard."requests.cpu" 97695m → 113985m, spec.hard."requests.memory" 387107Mi → 453589Mi, spec.hard."requests.storage" 9686Gi → 10046Gi',
    '  | - to update: kubernetes:policy/v1:PodDisruptionBudget shop-nodes-pool-web-budget: spec.minAvailable 4 → 6',
    '  | - to update: kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool shop-nodes-pool-web-machines: spec.replicas 6 → 8',
    '  | - to update: strata:cluster:PoolRollout shop-nodes-pool-web-rollout: replicas 6 → 8',
    '  | - when a host is drained: cp: 3 machines migrate',
    '  | - when a host is drained: web: 8 machines drain: its interface is bridged to the pod network, whose address stays behind',
    '  | - when a host is drained: batch: 2 machines drain: its interface is bridged to the pod network, whose address stays behind',
    '  | Everything in full: artifact strata-reports.',
  ]);
});

test('the resources that it names are those of a recorded preview of a scaled pool', async () => {
  const named = (await showChange(root)).flatMap((line) => {
    const [, type] = /^ {2}\| - to update: (\S+) /.exec(line) ?? [];
    return type === undefined ? [] : [`update ${type}`];
  });
  expect(named.sort()).toEqual(recordedTypes());
});
