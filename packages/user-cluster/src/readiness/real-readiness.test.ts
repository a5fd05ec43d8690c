// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, startController, startEtcd } from '../backup/testing/servers.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { testConfig } from '../test-context.ts';
import { readinessOf } from './readiness.ts';

// The real etcd, API server and controllers of Deployments and budgets. No kubelet: the test says that
// pods are Ready.
const patience = 300_000;
const programs = new Programs();
const config = testConfig();
let folder: string;
let client: ApiClient;
let kubeconfig: string;

const update = { from: '1.36.0', to: '1.37.0' };
const pools = config.pools.map(({ name }) => name);
const node = `${pools[0]}-0`;
const inDefault = '/api/v1/namespaces/default';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-readiness-'));
  const at = (name: string) => join(folder, name);
  await writeClusterCertificates(at('pki'));
  const ports = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, at('etcd'), at('pki'), ports);
  const api = await startApi(programs, {
    folder: at('api'),
    pki: at('pki'),
    etcd: ports,
    encryptionKey: randomBytes(32).toString('base64'),
    // Deprecated since 1.34, and gone in 1.37.
    flags: { 'runtime-config': 'storage.k8s.io/v1beta1=true' },
  });
  ({ client } = api);
  const names = 'deployment-controller,replicaset-controller,disruption-controller';
  startController(programs, folder, at('pki'), api, names);
  kubeconfig = readFileSync(at('controller-manager.kubeconfig'), 'utf8');
  await client.post(`${inDefault}/serviceaccounts`, { metadata: { name: 'default' } });
}, patience);

afterAll(async () => {
  client.close();
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/** Makes a node with this kubelet. */
async function addNode(name: string, kubeletVersion: string): Promise<void> {
  await client.post('/api/v1/nodes', {
    metadata: { name },
    status: { nodeInfo: { kubeletVersion } },
  });
}

/** Makes a Deployment with one pod on a node, and a budget that needs it. */
async function addProgram(name: string, nodeName: string): Promise<void> {
  const labels = { app: name };
  const selector = { matchLabels: labels };
  const containers = [{ name: 'main', image: 'registry.example/x:1' }];
  const template = { metadata: { labels }, spec: { nodeName, containers } };
  await client.post('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name },
    spec: { replicas: 1, selector, template },
  });
  await client.post('/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
    metadata: { name },
    spec: { minAvailable: 1, selector },
  });
}

interface Pods {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

/** Says that the pod of a program is Ready, and returns its name when the budget counts it. */
async function podOf(name: string): Promise<string> {
  let pod = '';
  await eventually(async () => {
    const found = await client.get<Pods>(`${inDefault}/pods?labelSelector=app=${name}`);
    pod = found?.items[0]?.metadata.name ?? '';
    return pod !== '';
  });
  const conditions = [{ type: 'Ready', status: 'True' }];
  await client.patch(`${inDefault}/pods/${pod}/status`, {
    status: { phase: 'Running', conditions },
  });
  const budget = `/apis/policy/v1/namespaces/default/poddisruptionbudgets/${name}`;
  await eventually(async () => {
    const found = await client.get<{ status?: { currentHealthy?: number } }>(budget);
    return found?.status?.currentHealthy === 1;
  });
  return pod;
}

/** Makes a webhook that is asked about pods, with a Service whose pods are on these nodes. */
async function addWebhook(name: string, nodes: readonly string[], rest: object): Promise<void> {
  await client.post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.org`,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: { service: { namespace: 'default', name } },
        rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
        ...rest,
      },
    ],
  });
  await client.post('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
    metadata: { name, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: nodes.map((nodeName, index) => ({
      addresses: [`10.100.0.${index + 1}`],
      nodeName,
      conditions: { ready: true },
    })),
    ports: [],
  });
}

// Proves: drains-and-updates.readiness
test(
  'says that nothing stands in the way of a cluster where nothing does',
  async () => {
    await addNode(node, 'v1.36.0');
    expect(await readinessOf(kubeconfig, config, { update, pools })).toEqual({
      severity: 'info',
      text: `Ready for Kubernetes 1.36.0 -> 1.37.0 and the roll of ${node.slice(0, -2)}: the cluster was asked, and nothing stands in the way.`,
    });
  },
  patience,
);

// Proves: drains-and-updates.readiness
test(
  'names deprecated APIs, budgets, webhooks and nodes that stand in the way, with who owns them',
  async () => {
    await addNode('old-0', 'v1.35.4');
    const classes = '/apis/storage.k8s.io/v1beta1/volumeattributesclasses';
    const gold = {
      metadata: { name: 'gold' },
      driverName: 'csi.example.org',
      parameters: { a: 'b' },
    };
    await client.post(`${classes}?fieldManager=deploy-tool`, gold);
    await addProgram('shop', node);
    await addProgram('elsewhere', 'old-0');
    const pod = await podOf('shop');
    await podOf('elsewhere');
    await addWebhook('guard', [node], {});
    await addWebhook('away', [], {});
    await addWebhook('two', [node, 'old-0'], {});
    await addWebhook('open', [node], { failurePolicy: 'Ignore' });
    const refuses =
      'meanwhile what it is asked about cannot be written, and that can be its own pod';
    const { severity, text } = await readinessOf(kubeconfig, config, { update, pools });
    expect(severity).toBe('warn');
    expect(text.split('\n  ')).toEqual([
      `Before Kubernetes 1.36.0 -> 1.37.0 and the roll of ${pools[0]}, look at:`,
      'volumeattributesclasses of storage.k8s.io/v1beta1 are asked for, and Kubernetes 1.37 has that version no longer; written: gold by deploy-tool',
      'nodes would be more than one minor behind 1.37.0: old-0 (1.35.4); update or remove them first',
      `PodDisruptionBudget default/shop lets no pod go now (1 healthy, 1 needed): ${pod} on ${node}, of Deployment shop; unless that changes, each machine waits 600 s (drain.timeoutSeconds) and is deleted with its pods`,
      `webhook away.example.org of ValidatingWebhookConfiguration away (Service default/away) refuses when it does not answer, and no pod of it is ready now: ${refuses}`,
      `webhook guard.example.org of ValidatingWebhookConfiguration guard (Service default/guard) refuses when it does not answer, and all that answer for it are on ${node}, which is replaced: ${refuses}`,
    ]);
    const sooner = { update: { from: '1.35.4', to: '1.36.0' }, pools: [] };
    expect(await readinessOf(kubeconfig, config, sooner)).toEqual({
      severity: 'info',
      text: 'Ready for Kubernetes 1.35.4 -> 1.36.0; seen for later:\n  later: volumeattributesclasses of storage.k8s.io/v1beta1 are asked for, and Kubernetes 1.37 has that version no longer; written: gold by deploy-tool',
    });
  },
  patience,
);
