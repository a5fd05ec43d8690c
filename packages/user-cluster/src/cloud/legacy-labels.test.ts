// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMove } from './legacy-labels.ts';

const id = 'a6fa1a50e2ad011e9b210d663bd873d9';

/** Applies a JSON merge patch, as RFC 7396 defines it. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null) return patch;
  const result = { ...(target as Record<string, unknown>) };
  for (const [key, value] of Object.entries(patch)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- what the patch says
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

// Proves: cloud-controller.lasting-selectors
test('a moved load balancer selects exactly what a new one selects', () => {
  const old = { spec: { selector: { [`cloud.kubevirt.io/${id}`]: 'web' }, type: 'LoadBalancer' } };
  expect(mergePatch(old, renderMove(id, 'demo'))).toEqual({
    spec: {
      selector: {
        'cluster.x-k8s.io/role': 'worker',
        'cluster.x-k8s.io/cluster-name': 'demo',
      },
      type: 'LoadBalancer',
    },
  });
});

// Proves: cloud-controller.lasting-selectors
test('the runbook has exactly this patch', () => {
  const runbook = join(import.meta.dirname, '../../../../docs/runbooks/move-load-balancers.md');
  const [, shown = ''] = /--patch '(?<patch>[^']+)'/.exec(readFileSync(runbook, 'utf8')) ?? [];
  expect(JSON.parse(shown)).toEqual(renderMove(id, 'shop'));
});
