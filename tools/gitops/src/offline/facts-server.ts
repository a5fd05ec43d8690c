// SPDX-License-Identifier: Apache-2.0
import { minorNumber } from '@strata/contracts';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** API server that serves the facts of an infra cluster, and has no objects. */
export interface FactsServer {
  readonly kubeconfig: string;
  close(): Promise<void>;
}

const zoneLabel = 'topology.kubernetes.io/zone';

const defaultClass = 'storageclass.kubernetes.io/is-default-class';

function node({ name, zone, cpu, memoryGiB }: InfraFacts['hosts'][number], kubernetes: string) {
  return {
    metadata: { name, labels: zone === undefined ? {} : { [zoneLabel]: zone } },
    spec: {},
    status: {
      capacity: { cpu: String(cpu), memory: `${memoryGiB}Gi`, 'devices.kubevirt.io/kvm': '1k' },
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: { kubeletVersion: `v${kubernetes}` },
    },
  };
}

function storageClass(one: InfraFacts['storageClasses'][number]) {
  return {
    metadata: {
      name: one.name,
      annotations: one.default ? { [defaultClass]: 'true' } : {},
    },
    provisioner: one.provisioner,
    allowVolumeExpansion: one.expansion,
    volumeBindingMode: one.volumeBindingMode,
    ...(one.topologyBound && { allowedTopologies: [{}] }),
  };
}

/**
 * Returns the answers to what Strata's programs ask an infra cluster, by path; all other paths are
 * not found.
 */
function answersOf({ kubernetes, hosts, storageClasses, network }: InfraFacts) {
  const { api, dnsServers, podCidrs, serviceCidrs } = network;
  const kinds = (items: readonly unknown[]) => ({ items });
  const minor = `${minorNumber(kubernetes)}`;
  // The first node gets the pod ranges of the whole cluster; in a real cluster each node has a part
  // of them.
  const nodes = hosts.map((host, index) => ({
    ...node(host, kubernetes),
    spec: { podCIDRs: index === 0 ? podCidrs : [] },
  }));
  return {
    '/version': { major: '1', minor, gitVersion: `v${kubernetes}` },
    '/api/v1/nodes': kinds(nodes),
    '/apis/storage.k8s.io/v1/storageclasses': kinds(storageClasses.map(storageClass)),
    '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses': kinds(
      storageClasses.flatMap(({ provisioner, snapshotClasses }) =>
        snapshotClasses.map((name) => ({ metadata: { name }, driver: provisioner })),
      ),
    ),
    '/apis/networking.k8s.io/v1/servicecidrs': kinds([{ spec: { cidrs: serviceCidrs } }]),
    '/api/v1/namespaces/kube-system/services/kube-dns': { spec: { clusterIPs: dnsServers } },
    '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices': kinds([
      { endpoints: [{ addresses: api.addresses }], ports: api.ports.map((port) => ({ port })) },
    ]),
  } as Readonly<Record<string, unknown>>;
}

function kubeconfigFor(port: number): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'facts',
        // Client libraries refuse plain HTTP without this setting; the server is in this process.
        cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'nobody', user: { token: 'none' } }],
    contexts: [{ name: 'facts', context: { cluster: 'facts', user: 'nobody' } }],
    'current-context': 'facts',
  });
}

/**
 * Serves the answers of an infra cluster with these facts on loopback, for previews without a
 * cluster.
 *
 * The Kubernetes provider finds no schema there, so it treats the cluster as unreachable. A preview
 * of new objects works all the same: it shows what would be sent, without the API server's
 * defaults.
 */
export async function serveFacts(facts: InfraFacts): Promise<FactsServer> {
  const answers = answersOf(facts);
  const server = createServer(({ method, url = '' }, response) => {
    const answer = method === 'GET' ? answers[url.split('?')[0] ?? ''] : undefined;
    response.setHeader('content-type', 'application/json');
    if (answer === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  // As kube-apiserver: a program that has been busy for a while still has its connection.
  server.keepAliveTimeout = 90_000;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    kubeconfig: kubeconfigFor(port),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
