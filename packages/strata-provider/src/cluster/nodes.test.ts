// SPDX-License-Identifier: Apache-2.0
import { nodeProblem, type ClusterNode } from './nodes.ts';

const nodeThat = (status: string, message?: string): ClusterNode => ({
  metadata: { name: 'web-0' },
  status: { conditions: [{ type: 'Ready', status, ...(message !== undefined && { message }) }] },
});

test.each<readonly [title: string, node: ClusterNode | undefined, problem: string | undefined]>([
  ['there is no node of its name', undefined, 'runs, and is no node of its cluster yet'],
  ['its node is Ready', nodeThat('True', 'kubelet is posting ready status'), undefined],
  [
    'its kubelet gives a reason',
    nodeThat('False', 'cni plugin not initialized'),
    'runs, and its node is not Ready yet: cni plugin not initialized',
  ],
  [
    'its machine says something else on a second line',
    nodeThat('False', 'not yet\r\n::warning::all clear\u001b[2J'),
    'runs, and its node is not Ready yet: not yet\\u000d\\n::warning::all clear\\u001b[2J',
  ],
  ['its node gives no reason', nodeThat('Unknown'), 'runs, and its node is not Ready yet'],
  [
    'its node has no status yet',
    { metadata: { name: 'web-0' } },
    'runs, and its node is not Ready yet',
  ],
])('reports why the node of a machine is not Ready: %s', (_, node, problem) => {
  expect(nodeProblem(node)).toBe(problem);
});
