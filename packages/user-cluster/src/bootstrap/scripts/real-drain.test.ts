// SPDX-License-Identifier: Apache-2.0
// The template by which drain.sh chooses pods, run by the real kubectl: drain.test.ts plays kubectl, and
// takes from the template what it needs.
import { answeringCluster, builtTool, endedAfterEach } from '@strata/testing';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** What kubectl asks before it lists pods, and the pods. */
const answers: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [{ name: 'pods', namespaced: true, kind: 'Pod', verbs: ['get', 'list'] }],
  },
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
};

// Proves: drains-and-updates.workload-evicted
test('the real kubectl lists all pods but those of DaemonSets and static ones, by namespace and name', async () => {
  const script = readFileSync(join(import.meta.dirname, 'drain.sh'), 'utf8');
  const [, template = ''] = /go-template='([^']+)'/.exec(script) ?? [];
  const cluster = await start(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const found = answers[path];
    response.setHeader('Content-Type', 'application/json');
    if (found === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(found));
  });
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.kubeconfig);
  const args = ['get', 'pods', '--all-namespaces', '--output', `go-template=${template}`];
  const flags = ['--kubeconfig', kubeconfig, '--cache-dir', join(folder, 'cache')];
  const { stdout } = await promisify(execFile)(kubectl, [...flags, ...args]);
  expect(stdout).toBe('shop web\nshop alone\nshop job\n');
});
