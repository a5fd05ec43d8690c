// SPDX-License-Identifier: Apache-2.0
// Whose address a program of a user cluster sees when a client from outside comes by a load balancer.
// Inside the machines, a listener at the node port stands for the user cluster's own kube-proxy. Its
// Services have IPv4 alone, as those of the infra cluster, so there is no IPv6 to try.
import type { RackSession } from '@strata/sandbox';
import { apply } from './apply.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  sharedInstance,
  stacks,
  type List,
} from './environment.ts';
import { textOf } from './packets/attempts.ts';
import { createWorld, removeWorld, world } from './packets/isolation-ends.ts';
import { serveAsHost, servedHost } from './packets/kube-proxy-host.ts';
import { connectFrom, listenIn, podPlace, type Listener } from './packets/pod-network.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

const namespace = 'cluster-demo';
const port = 8080;
const policies = { hidden: 'Cluster', kept: 'Local' } as const;
type Name = keyof typeof policies;

let session: RackSession;
let user: ClusterUser;
const former = servedHost(sharedInstance());
const listeners: Listener[] = [];
/** The host of each worker. */
let hostOf: Record<string, string>;
let hosts: string[];

beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
  await createWorld(session);
  const nodes = await kubectl(session, [
    'get',
    'nodes',
    '-o',
    'jsonpath={.items[*].metadata.name}',
  ]);
  hosts = nodes.split(' ');
  await apply(session, (Object.keys(policies) as Name[]).map(service), user.kubeconfig);
  const machines = await workers();
  hostOf = Object.fromEntries(machines.map(({ name, host }) => [name, host]));
  for (const { name, pod } of machines) {
    // With the policy Local, a node without a pod of the Service answers nobody: the pod is on md-a-0.
    const open: Name[] = name === 'md-a-0' ? ['hidden', 'kept'] : ['hidden'];
    const ports = await Promise.all(open.map(async (one) => `TCP:${await nodePort(one)}`));
    listeners.push(await listenIn(session, podPlace(pod), ports));
  }
});

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
  await serveAsHost(sharedInstance(), former);
  await user.kubectl('delete', 'services', ...Object.keys(policies));
  await removeWorld(session);
});

function service(name: Name) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: {
      type: 'LoadBalancer',
      externalTrafficPolicy: policies[name],
      selector: { app: 'none' },
      ports: [{ port }],
    },
  };
}

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly nodeName: string };
  readonly status: { readonly podIPs?: readonly { readonly ip: string }[] };
}

/** The workers with their hosts and the pods that have their networks. */
async function workers() {
  const selected = ['-l', 'kubevirt.io=virt-launcher,cluster.x-k8s.io/role=worker'];
  const { items } = await kubectlJson<List<Pod>>(session, [
    'get',
    'pods',
    '-n',
    namespace,
    ...selected,
  ]);
  return items.map((pod) => ({
    name: pod.metadata.labels['vm.kubevirt.io/name'] ?? '',
    host: pod.spec.nodeName,
    pod,
  }));
}

const nodePort = (name: Name) =>
  user.kubectl('get', 'service', name, '-o', 'jsonpath={.spec.ports[0].nodePort}');

const address = (name: Name) =>
  user.kubectl('get', 'service', name, '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}');

interface Copy {
  readonly spec: {
    readonly externalTrafficPolicy: string;
    readonly ports: readonly { readonly port: number }[];
  };
}

/** The Service of the infra cluster for one of the user cluster. */
async function copyOf(name: Name): Promise<Copy['spec'] | undefined> {
  const label = `cluster.x-k8s.io/tenant-service-name=${name}`;
  const query = ['get', 'services', '-n', namespace, '-l', label];
  const { items } = await kubectlJson<List<Copy>>(session, query);
  return items[0]?.spec;
}

/** Answer that a client gets from a load balancer: the address that the listener saw, or why none. */
async function seenBehind(name: Name): Promise<string> {
  const attempt = { protocol: 'TCP', address: await address(name), port } as const;
  const [outcome = { failure: 'none' }] = await connectFrom(session, world, [attempt]);
  return textOf(outcome);
}

// Proves: cloud-controller.client-addresses
test('with externalTrafficPolicy Local the client keeps its address, on the host of a VM with a pod', async () => {
  await eventually('both have addresses', async () =>
    (await Promise.all([address('hidden'), address('kept')])).every((one) => one !== ''),
  );
  expect((await copyOf('hidden'))?.externalTrafficPolicy).toBe('Cluster');
  expect((await copyOf('kept'))?.externalTrafficPolicy).toBe('Local');
  const [withPod = '', withoutPod = ''] = [hostOf['md-a-0'], hostOf['md-a-1']];
  expect(withPod).not.toBe(withoutPod);
  const found: Record<string, Record<Name, string>> = {};
  for (const host of hosts) {
    await serveAsHost(sharedInstance(), host);
    found[host] = { hidden: await seenBehind('hidden'), kept: await seenBehind('kept') };
  }
  // The rack's address stands for that of each host.
  const hidden = '10.244.255.254';
  expect(found).toEqual({
    ...Object.fromEntries(hosts.map((host) => [host, { hidden, kept: '(timeout)' }])),
    [withPod]: { hidden, kept: '1.2.3.4' },
    // A VM without a pod: its kube-proxy would drop what nobody listens for here.
    [withoutPod]: { hidden, kept: '(ECONNREFUSED)' },
  });
}, 300_000);

// Proves: cloud-controller.client-addresses
test('a policy that is changed later has no effect outside', async () => {
  const later = { spec: { externalTrafficPolicy: 'Local', ports: [{ port: 8081 }] } };
  await user.kubectl('patch', 'service', 'hidden', '--type=merge', '-p', JSON.stringify(later));
  await eventually('the port is copied', async () => {
    const copy = await copyOf('hidden');
    return copy?.ports[0]?.port === 8081;
  });
  expect((await copyOf('hidden'))?.externalTrafficPolicy).toBe('Cluster');
});
