// SPDX-License-Identifier: Apache-2.0
// Whoever is administrator of a user cluster decides what its cloud controller copies to the infra
// cluster, and a thief of the controller's token has all of its rights there.
import type { RackSession } from '@strata/sandbox';
import { apply } from './apply.ts';
import { eventually, kubectl, openSession, stacks } from './environment.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});

const namespace = 'cluster-demo';

/** A Service of type LoadBalancer inside the user cluster. */
const service = (name: string, annotations: Record<string, string>, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default', annotations },
  spec: { type: 'LoadBalancer', ports: [{ port: 53 }], selector: { app: 'none' }, ...spec },
});

/** Names of the Services that the cloud controller has made for one of the user's. */
const copies = (name: string) =>
  kubectl(session, [
    'get',
    'services',
    '-n',
    namespace,
    '-o',
    'name',
    '-l',
    `cluster.x-k8s.io/tenant-service-name=${name}`,
  ]);

const attacks: readonly (readonly [string, object, string])[] = [
  [
    'takes the address of the DNS of the infra cluster',
    service('thief', {}, { externalIPs: ['10.96.0.10'] }),
    'spec.externalIPs would take the traffic of others on the infra cluster; leave it out, and use the address that the load balancer gets',
  ],
  [
    'asks for an address that is kept for the APIs of clusters',
    service('thief', { 'metallb.io/loadBalancerIPs': '10.244.240.51' }),
    'the cluster may not have the address 10.244.240.51; it may have: 10.244.240.100/30, ',
  ],
  [
    'asks for it in the old way',
    service('thief', {}, { loadBalancerIP: '10.244.240.51' }),
    'the cluster may not have the address 10.244.240.51; it may have: 10.244.240.100/30, ',
  ],
  [
    'asks for the pool of the APIs',
    service('thief', { 'metallb.io/address-pool': 'endpoints' }),
    'the cluster may not have addresses of the pool that metallb.io/address-pool names; it may have those of: default, demo',
  ],
  [
    'shares an address with whoever uses the same key',
    service('thief', { 'metallb.io/allow-shared-ip': 'web' }),
    'metallb.io/allow-shared-ip must begin with "cluster-demo/", for other clusters could share the address otherwise',
  ],
  [
    'chooses a node port of the infra cluster',
    service('thief', {}, { externalTrafficPolicy: 'Local', healthCheckNodePort: 30_001 }),
    'the node ports 30000 to 30085 belong to the owner of the infra cluster, and so 30001 does; leave healthCheckNodePort out, or take one above 30085',
  ],
  [
    'gives orders to controllers of the infra cluster',
    service('thief', { 'external-dns.alpha.kubernetes.io/hostname': 'bank.example.org' }),
    'the infra cluster takes no annotation external-dns.alpha.kubernetes.io/hostname from Services of user clusters; leave it out, or ask the owner of the platform to list it in kubevirt-stack:tenants',
  ],
];

// Proves: cloud-controller.tenant-services
test.each(attacks)(
  'a Service that %s is refused, and its user reads why',
  async (_, object, why) => {
    await apply(session, [object], user.kubeconfig);
    const events = ['get', 'events', '--field-selector=reason=SyncLoadBalancerFailed'];
    await eventually('the cloud controller was refused', async () =>
      (await user.kubectl(...events, '-o', 'jsonpath={.items[*].message}')).includes(why),
    );
    expect(await copies('thief')).toBe('');
    await user.kubectl('delete', 'service', 'thief');
    await user.kubectl('delete', 'events', '--all');
  },
);

// Proves: cloud-controller.tenant-services
test('a Service that asks for what the cluster may have gets it', async () => {
  const wanted = {
    'metallb.io/loadBalancerIPs': '10.244.240.215',
    'metallb.io/address-pool': 'demo',
    'metallb.io/allow-shared-ip': 'cluster-demo/web',
    'meta.helm.sh/release-name': 'shop',
  };
  await apply(session, [service('guest', wanted)], user.kubeconfig);
  const ip = 'jsonpath={.status.loadBalancer.ingress[0].ip}';
  await user.kubectl('wait', 'service/guest', `--for=${ip}=10.244.240.215`, '--timeout=60s');
  // And its ports can be changed.
  const ports = { spec: { ports: [{ port: 54 }] } };
  await user.kubectl('patch', 'service', 'guest', '--type=merge', '-p', JSON.stringify(ports));
  await eventually('the port is changed', async () => {
    const found = await copies('guest');
    const port = ['get', '-n', namespace, found, '-o', 'jsonpath={.spec.ports[0].port}'];
    return (await kubectl(session, port)) === '54';
  });
  await user.kubectl('delete', 'service', 'guest');
  await eventually('it is gone', async () => (await copies('guest')) === '');
});

// Proves: cloud-controller.tenant-services
test.each([
  ['delete service api $AS', 'the Service api is none that a cloud controller makes'],
  [
    'get service api -o json | sed s/6443/6444/g | kubectl replace -f - $AS',
    'the Service api is none that a cloud controller makes',
  ],
  [
    'create service clusterip a0123456789abcdef0123456789abcde --tcp=80 $AS',
    'only Services of type LoadBalancer are made for user clusters',
  ],
])('with the account of the cloud controller, kubectl %s is refused', async (command, why) => {
  const account = `system:serviceaccount:${namespace}:cloud-controller-manager`;
  const AS = `--as=${account} --namespace=${namespace} --dry-run=server`;
  const script = `kubectl --namespace=${namespace} ${command}`;
  const { code, stderr } = await session.capture(['sh', '-c', script], { env: { AS } });
  expect(code).toBe(1);
  expect(stderr).toContain(why);
});
