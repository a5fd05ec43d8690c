// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '@strata/cluster-client';
import { findRelease } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import { loadManifest } from '@strata/manifests';
import { builtTool, freePort, LoopbackHttps } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, startEtcd } from '../../backup/testing/servers.ts';
import { eventually } from '../../bootstrap/scripts/test-etcd.ts';
import type { StartedApi } from '../../restored/api-server.ts';
import { flagsOf } from '../../restored/flags.ts';
import { Programs } from '../../restored/programs.ts';
import { writeClusterCertificates } from '../../restored/write-certificates.ts';
import { testConfig } from '../../test-context.ts';
import { renderMetricsServer } from './render-metrics-server.ts';

// The real etcd, API server and metrics-server. A kubelet is an HTTPS server of the test with the two
// metrics that metrics-server reads of a node; pods are left out.
const patience = 300_000;
const programs = new Programs();
let folder: string;
let api: StartedApi;
let kubelet: LoopbackHttps;
const at = (...parts: readonly string[]) => join(folder, ...parts);

/** Answers like a kubelet whose node uses half a CPU and 1 GiB. */
function resourceMetrics(): string {
  const now = Date.now();
  return [
    '# TYPE node_cpu_usage_seconds_total counter',
    `node_cpu_usage_seconds_total ${now / 2_000} ${now}`,
    '# TYPE node_memory_working_set_bytes gauge',
    `node_memory_working_set_bytes ${2 ** 30} ${now}`,
    '',
  ].join('\n');
}

/** The flags of the pod's container in a cluster. */
function renderedArgs(requestServingCertificates: boolean): readonly string[] {
  const version = findRelease('v1.8')?.tenant['metrics-server'].version ?? '';
  const { objects } = renderMetricsServer(
    loadManifest('metrics-server', version),
    testConfig({
      kubernetes: {
        version: '1.35.4',
        podCidr: '10.100.0.0/16',
        serviceCidr: '10.101.0.0/16',
        kubelet: { requestServingCertificates },
      },
    }),
  );
  const deployment = objects.find(({ kind }) => kind === 'Deployment') as unknown as {
    readonly spec: {
      readonly template: { readonly spec: { readonly containers: readonly { args: string[] }[] } };
    };
  };
  return deployment.spec.template.spec.containers[0]?.args ?? [];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-metrics-server-'));
  await writeClusterCertificates(at('pki'));
  await writeClusterCertificates(at('other-pki'));
  const ports = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, at('etcd'), at('pki'), ports);
  const encryptionKey = randomBytes(32).toString('base64');
  api = await startApi(programs, { folder: at('api'), pki: at('pki'), etcd: ports, encryptionKey });
  const { client, port, token } = api;
  await client.post('/api/v1/nodes', { metadata: { name: 'md-a-0' } });
  writeFileSync(
    at('kubeconfig'),
    JSON.stringify({
      clusters: [
        {
          name: 'c',
          cluster: {
            server: `https://127.0.0.1:${port}`,
            'certificate-authority': at('pki', 'ca.crt'),
          },
        },
      ],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
    { mode: 0o600 },
  );
}, patience);

afterAll(async () => {
  await programs.stopAll();
  await kubelet.away();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/** Starts a kubelet with a certificate of one of two authorities, and tells the node its port. */
async function startKubelet(pki: 'pki' | 'other-pki'): Promise<void> {
  kubelet = await LoopbackHttps.start(at(pki), (request, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(request.url === '/metrics/resource' ? resourceMetrics() : '');
  });
  const endpoint = { Port: Number(new URL(kubelet.url).port) };
  await api.client.patch('/api/v1/nodes/md-a-0/status', {
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: endpoint },
    },
  });
}

/** Starts metrics-server with the flags of a cluster, and what only a pod has replaced. */
async function startMetricsServer(requestServingCertificates: boolean) {
  const port = await freePort();
  const args = renderedArgs(requestServingCertificates).map((arg) =>
    arg
      .replace('/var/run/secrets/kubernetes.io/serviceaccount/ca.crt', at('pki', 'ca.crt'))
      .replace('--cert-dir=/tmp', `--cert-dir=${at('certificates')}`)
      .replace('--secure-port=10250', `--secure-port=${port}`)
      // The shortest that it takes.
      .replace('--metric-resolution=15s', '--metric-resolution=10s'),
  );
  const kubeconfig = at('kubeconfig');
  const own = {
    kubeconfig,
    'authentication-kubeconfig': kubeconfig,
    'authentication-skip-lookup': 'true',
    'authorization-kubeconfig': kubeconfig,
    'bind-address': '127.0.0.1',
    'kubelet-request-timeout': '5s',
  };
  const server = programs.start(builtTool('metrics-server-0.8.0', 'metrics-server'), [
    ...args,
    ...flagsOf(own),
  ]);
  const client = new ApiClient(
    {
      server: `https://127.0.0.1:${port}`,
      // It makes a certificate by itself, which the API server does not verify either.
      options: { rejectUnauthorized: false, headers: { authorization: `Bearer ${api.token}` } },
    },
    { seconds: 20 },
  );
  return { server, client };
}

interface NodeMetrics {
  readonly usage: { readonly cpu: string; readonly memory: string };
}

const path = '/apis/metrics.k8s.io/v1beta1/nodes/md-a-0';

// Proves: clusters.metrics-server
test.each([
  ['signed by itself', 'other-pki', false],
  ['of the cluster', 'pki', true],
] as const)(
  'with its flags metrics-server measures a kubelet whose certificate is %s',
  async (_, pki, isSigned) => {
    await startKubelet(pki);
    const { client, server } = await startMetricsServer(isSigned);
    await server.ready(async () => (await client.get(path)) !== undefined, 90_000);
    const { usage } = (await client.get<NodeMetrics>(path)) ?? { usage: { cpu: '', memory: '' } };
    expect(usage.memory).toBe('1Gi');
    // Two readings a few seconds apart give a rate, so it is half a CPU to about one part in a hundred.
    expect(parseQuantity(usage.cpu)).toBeCloseTo(0.5, 1);
    await server.stop();
    await kubelet.away();
  },
  patience,
);

// Proves: clusters.metrics-server
test(
  'where kubelets have certificates of the cluster, no other kubelet is believed',
  async () => {
    await startKubelet('other-pki');
    const { client, server } = await startMetricsServer(true);
    await eventually(() =>
      Promise.resolve(server.said.includes('x509: certificate signed by unknown')),
    );
    expect(await client.get(path)).toBeUndefined();
    await server.stop();
  },
  patience,
);

// Proves: clusters.metrics-server
test('its certificate is its own, as the locked manifest tells the API server', () => {
  const version = findRelease('v1.8')?.tenant['metrics-server'].version ?? '';
  const service = loadManifest('metrics-server', version).objects.find(
    ({ kind }) => kind === 'APIService',
  );
  expect(service?.spec).toMatchObject({
    group: 'metrics.k8s.io',
    insecureSkipTLSVerify: true,
    service: { name: 'metrics-server', namespace: 'kube-system' },
  });
  expect(readFileSync(at('certificates', 'apiserver.crt'), 'utf8')).toContain('BEGIN CERTIFICATE');
});
