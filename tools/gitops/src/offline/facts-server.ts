// SPDX-License-Identifier: Apache-2.0
import { minorNumber } from '@strata/contracts';
import type { InfraFacts } from '@strata/contracts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An API server that knows the facts of an infra cluster, and has nothing on it. */
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

/** What Strata's programs ask an infra cluster, by path; all else is not found there. */
function answersOf({ kubernetes, hosts, storageClasses, network }: InfraFacts) {
  const { api, dnsServers, podCidrs, serviceCidrs } = network;
  const kinds = (items: readonly unknown[]) => ({ items });
  const minor = `${minorNumber(kubernetes)}`;
  // Where the cluster as a whole says it, as the first node's: each node has a part.
  const nodes = hosts.map((host, index) => ({
    ...node(host, kubernetes),
    spec: { podCIDRs: index === 0 ? podCidrs : [] },
  }));
  return {
    '/version': { major: '1', minor, gitVersion: `v${kubernetes}` },
    '/api/v1/nodes': kinds(nodes),
    '/apis/storage.k8s.io/v1/storageclasses': kinds(storageClasses.map(storageClass)),
    '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses': kinds(
      storageClasses
        .filter(({ snapshots }) => snapshots)
        .map(({ name, provisioner }) => ({ metadata: { name }, driver: provisioner })),
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
        // Client libraries refuse plain HTTP without it; the server is in this process.
        cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'nobody', user: { token: 'none' } }],
    contexts: [{ name: 'facts', context: { cluster: 'facts', user: 'nobody' } }],
    'current-context': 'facts',
  });
}

/**
 * Answers on loopback as the infra cluster would that has these facts, for previews without one.
 *
 * The Kubernetes provider finds no schema there and so believes it unreachable, which a preview of
 * new objects survives: it shows what would be sent, and the API server's defaults are not in it.
 */
export async function serveFacts(facts: InfraFacts): Promise<FactsServer> {
  const answers = answersOf(facts);
  const server = createServer(({ method, url = '' }, response) => {
    const answer = method === 'GET' ? answers[url.split('?')[0] ?? ''] : undefined;
    response.setHeader('content-type', 'application/json');
    if (answer === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
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
