// SPDX-License-Identifier: Apache-2.0
import { renderMirror } from './mirror-pods.ts';
import type { Pod } from './objects.ts';

test('a mirror pod says when its manifest was seen, and stays whatever taint its node gets', () => {
  const pod: Pod = {
    metadata: { name: 'etcd', namespace: 'kube-system', uid: 'u' },
    spec: { containers: [{ name: 'etcd', image: 'i' }] },
  };
  const process = { pod, hash: 'h', command: [], env: {}, stopRank: 0 };
  const node = { metadata: { name: 'cp-0', uid: 'n' } };
  const now = new Date('2026-01-01T00:00:10.500Z');
  expect(renderMirror({ process }, node, now)).toMatchObject({
    metadata: {
      name: 'etcd-cp-0',
      annotations: {
        'kubernetes.io/config.hash': 'h',
        'kubernetes.io/config.mirror': 'h',
        'kubernetes.io/config.seen': '2026-01-01T00:00:10.500Z',
        'kubernetes.io/config.source': 'file',
      },
    },
    spec: { nodeName: 'cp-0', tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] },
  });
});
