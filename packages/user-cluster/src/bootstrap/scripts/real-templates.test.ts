// SPDX-License-Identifier: Apache-2.0
// The templates by which drain.sh chooses pods and keep-node.sh reads its node, run by the real kubectl: their
// own tests play kubectl.
import { answeringCluster, builtTool, endedAfterEach } from '@strata/testing';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoveryOf } from './test-discovery.ts';

const kubectl = builtTool('kubernetes-1.35.4', 'kubectl');
const start = endedAfterEach(answeringCluster);
const folder = mkdtempSync(join(tmpdir(), 'strata-drain-'));
afterAll(() => rmSync(folder, { recursive: true }));

const owned = (name: string, ...kinds: readonly string[]) => ({
  metadata: {
    namespace: 'shop',
    name,
    ...(kinds.length > 0 && { ownerReferences: kinds.map((kind) => ({ kind })) }),
  },
});

/** Answers to the questions of kubectl before it lists pods, the pods, and a node. */
const answers: Readonly<Record<string, object>> = {
  ...discoveryOf(
    { name: 'pods', namespaced: true, kind: 'Pod', verbs: ['get', 'list'] },
    { name: 'nodes', namespaced: false, kind: 'Node', verbs: ['get', 'list'] },
  ),
  '/api/v1/pods': {
    kind: 'PodList',
    apiVersion: 'v1',
    items: [
      owned('web', 'ReplicaSet'),
      owned('alone'),
      owned('agent', 'DaemonSet'),
      owned('static', 'Node'),
      owned('both', 'Job', 'DaemonSet'),
      owned('job', 'Job'),
    ],
  },
  '/api/v1/nodes/md-a-0': {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name: 'md-a-0', annotations: { mine: 'a=b' }, labels: { role: '', rack: '1' } },
    status: {
      addresses: [
        { type: 'Hostname', address: 'md-a-0' },
        { type: 'InternalIP', address: '10.244.1.7' },
        { type: 'ExternalIP', address: '203.0.113.7' },
        { type: 'InternalIP', address: 'fd00::7' },
      ],
    },
  },
};

/** Runs kubectl with the only template of a script, and returns what it prints. */
async function printed(script: string, ...args: readonly string[]): Promise<string> {
  const text = readFileSync(join(import.meta.dirname, script), 'utf8');
  const [, template = ''] = /go-template='([^']+)'/.exec(text) ?? [];
  const cluster = await start(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const found = answers[path];
    response.setHeader('Content-Type', 'application/json');
    if (found === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(found));
  });
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.kubeconfig);
  const flags = ['--kubeconfig', kubeconfig, '--cache-dir', join(folder, 'cache')];
  const asked = ['get', ...args, '--output', `go-template=${template}`];
  return (await promisify(execFile)(kubectl, [...flags, ...asked])).stdout;
}

// Proves: drains-and-updates.workload-evicted
test('the real kubectl lists all pods but those of DaemonSets and static ones, by namespace and name', async () => {
  expect(await printed('drain.sh', 'pods', '--all-namespaces')).toBe(
    'shop web\nshop alone\nshop job\n',
  );
});

test('the real kubectl prints annotations, labels and internal addresses of a node, a line each', async () => {
  expect(await printed('keep-node.sh', 'node', 'md-a-0')).toBe(
    'annotation mine=a=b\nlabel rack=1\nlabel role=\naddress 10.244.1.7\naddress fd00::7\n',
  );
});
