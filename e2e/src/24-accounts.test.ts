// SPDX-License-Identifier: Apache-2.0
// A token that is stolen does what its account may do, so each is tried with what it must not do.
import { readFile, rm } from 'node:fs/promises';
import type { RackSession } from '@strata/sandbox';
import { infraAccounts, type Scope } from './accounts/accounts.ts';
import { besideSecrets, monitoringAttacks } from './accounts/monitoring-attacks.ts';
import { pageFile, pageText } from './accounts/page.ts';
import { rightsOf, wordsOf } from './accounts/rights-of.ts';
import { collectTokens, type Tokens } from './accounts/tokens.ts';
import { apply } from './apply.ts';
import { eventually, kubectl, openSession } from './environment.ts';

let session: RackSession;
let tokens: Tokens;
beforeAll(async () => {
  session = await openSession();
  tokens = await collectTokens(session);
});
afterAll(() => rm(tokens.folder, { recursive: true, force: true }));

const own = 'cluster-demo';

test('the page of accounts is as the tables are; node e2e/src/accounts/write-page.ts writes it', async () => {
  expect(await readFile(pageFile, 'utf8')).toBe(await pageText());
});

/** Rights that a token has, and those that everybody has who is logged in. */
async function livingRights(name: keyof Tokens, namespace: string) {
  const everybody = await rightsOf(session, tokens.nobody, namespace);
  const rights = await rightsOf(session, tokens[name], namespace);
  return { everybody, own: [...rights].filter((right) => !everybody.has(right)).toSorted() };
}

const tabled = (scopes: readonly Scope[]) =>
  [...wordsOf(scopes.flatMap(({ rights }) => rights))].toSorted();

test.each([
  ['platform', 'kube-system'],
  ['user-clusters', 'strata-user-clusters'],
  ['cluster', own],
  ['prometheus', own],
  ['objectMetrics', 'monitoring'],
] as const)('the token of %s has exactly the rights of its table', async (name, namespace) => {
  const { own: rights, everybody } = await livingRights(name, namespace);
  const table = tabled(infraAccounts[name].scopes).filter((right) => !everybody.has(right));
  expect(rights).toEqual(table);
});

test.each(['cloud', 'storage'] as const)(
  'the token of the %s controller has no right that is not in its table',
  async (name) => {
    const table = new Set(tabled(infraAccounts[name].scopes));
    const { own: rights } = await livingRights(name, own);
    expect(rights.length).toBeGreaterThan(5);
    expect(rights.filter((right) => !table.has(right))).toEqual([]);
  },
);

test.each([
  ['user-clusters', own],
  ['user-clusters', 'kube-system'],
  ['cloud', 'kube-system'],
  ['storage', 'cluster-other'],
] as const)('the token of %s has next to no rights in %s', async (name, namespace) => {
  const { own: rights } = await livingRights(name, namespace);
  const outside = 'user-clusters' === name ? [] : tabled(infraAccounts[name].scopes.slice(1));
  expect(rights).toEqual(outside);
});

/** Attempt to misuse an account's token: account, kubectl command, and the API server's answer. */
type Attack = readonly [who: keyof Tokens, command: string, why: string];

const cannot = (verb: string, what: string) => `cannot ${verb} resource "${what}"`;
const fence = "ValidatingAdmissionPolicy 'strata-user-cluster' with binding";

const attacks: readonly Attack[] = [
  ['user-clusters', 'get secret platform-token-1 -n strata-access', cannot('get', 'secrets')],
  ['user-clusters', `get secrets -n ${own}`, cannot('list', 'secrets')],
  ['user-clusters', 'create namespace cluster-thief', cannot('create', 'namespaces')],
  [
    'user-clusters',
    'create deployment thief --image=thief -n kube-system',
    cannot('create', 'deployments'),
  ],
  [
    'user-clusters',
    'create clusterrolebinding thief --clusterrole=cluster-admin --serviceaccount=strata-access:user-clusters',
    cannot('create', 'clusterrolebindings'),
  ],
  [
    'user-clusters',
    'create rolebinding thief -n strata-user-clusters --clusterrole=cluster-admin --serviceaccount=strata-access:user-clusters',
    cannot('create', 'rolebindings'),
  ],
  ['cluster', 'get secret platform-token-1 -n strata-access', cannot('get', 'secrets')],
  ['cluster', 'get secrets -n strata-user-clusters', cannot('list', 'secrets')],
  ['cluster', 'get secrets -n cluster-other', cannot('list', 'secrets')],
  [
    'cluster',
    'create namespace cluster-thief',
    `${fence} 'strata-user-cluster' denied request: the account cluster-demo may write the namespace cluster-demo alone, not cluster-thief`,
  ],
  [
    'cluster',
    'delete namespace monitoring',
    'may write the namespace cluster-demo alone, not monitoring',
  ],
  [
    'cluster',
    'label namespace kube-system thief=here',
    'may write the namespace cluster-demo alone, not kube-system',
  ],
  [
    'cluster',
    `label namespace ${own} --overwrite pod-security.kubernetes.io/enforce=privileged`,
    'the namespace cluster-demo may not have the Pod Security level privileged: its pods could take over a host; a cluster with files of hosts as disks must be named in infra:access.hostDiskClusters',
  ],
  [
    'cluster',
    `label namespace ${own} pod-security.kubernetes.io/enforce-`,
    'the namespace cluster-demo may not have the Pod Security level none',
  ],
  [
    'cluster',
    // Before 1.34, probes could reach the host that their pod is on.
    `label namespace ${own} pod-security.kubernetes.io/enforce-version=v1.33`,
    'the namespace cluster-demo may not have the version v1.33 of Pod Security: older ones allow pods what the latest refuses; leave out the label pod-security.kubernetes.io/enforce-version',
  ],
  [
    'cluster',
    `label namespace ${own} cluster.x-k8s.io/cluster-name-`,
    'the namespace cluster-demo must have the label cluster.x-k8s.io/cluster-name with the name of its cluster',
  ],
  [
    'cluster',
    'create rolebinding cluster-demo -n kube-system --clusterrole=strata-user-cluster --serviceaccount=strata-user-clusters:cluster-demo',
    'outside of its namespace, the account cluster-demo may write the RoleBinding cluster-demo alone, by which accounts of its namespace get the Role golden-image-cloner',
  ],
  [
    'cluster',
    'create rolebinding cluster-demo -n golden-images --role=golden-image-cloner --serviceaccount=cluster-other:default',
    'may write the RoleBinding cluster-demo alone',
  ],
  [
    'cluster',
    'delete rolebinding --all -n kube-system',
    'may write the RoleBinding cluster-demo alone',
  ],
  [
    'cluster',
    'create clusterrolebinding thief --clusterrole=strata-user-cluster --serviceaccount=strata-user-clusters:cluster-demo',
    'the account cluster-demo may write these alone: cluster-demo-cloud-controller-manager, cluster-demo-csi-controller; not thief',
  ],
  [
    'cluster',
    'delete clusterrole strata-platform',
    'may write these alone: cluster-demo-cloud-controller-manager, cluster-demo-csi-controller; not strata-platform',
  ],
  [
    'cluster',
    'create clusterrolebinding cluster-demo-csi-controller --clusterrole=strata-user-cluster --serviceaccount=cluster-demo:default',
    'the ClusterRoleBinding cluster-demo-csi-controller may give the ClusterRole cluster-demo-csi-controller alone, to accounts of the namespace cluster-demo',
  ],
  [
    'cluster',
    'create clusterrolebinding cluster-demo-csi-controller --clusterrole=cluster-admin --serviceaccount=cluster-demo:default',
    'is attempting to grant RBAC permissions not currently held',
  ],
  [
    'cluster',
    'create clusterrole cluster-demo-csi-controller --verb=get --resource=secrets',
    'is attempting to grant RBAC permissions not currently held',
  ],
  [
    'cluster',
    // It holds this right itself, so RBAC lets it give it.
    'create clusterrole cluster-demo-csi-controller --verb=delete --resource=namespaces',
    'the ClusterRole cluster-demo-csi-controller may give get of nodes, persistentvolumes alone',
  ],
  [
    'cluster',
    // The namespace counts as an object in itself, so a Role would let others write its labels.
    `create role thief -n ${own} --verb=patch --resource=namespaces`,
    'the Role thief may give no right on namespaces, clusterroles, clusterrolebindings, servicemonitors, prometheusrules, nodes, persistentvolumes: the account cluster-demo alone has those',
  ],
  [
    'cluster',
    `create rolebinding thief -n ${own} --clusterrole=strata-user-cluster-outside --serviceaccount=${own}:thief`,
    'the RoleBinding thief may give a Role, or these ClusterRoles alone: strata-user-cluster, strata-prometheus-discovery; not the ClusterRole strata-user-cluster-outside',
  ],
  [
    'cluster',
    `create rolebinding thief -n ${own} --clusterrole=admin --serviceaccount=${own}:default`,
    'is attempting to grant RBAC permissions not currently held',
  ],
  ...monitoringAttacks.map((attack): Attack => ['cluster', ...attack]),
  ['cluster', `create job thief --image=thief -n ${own}`, cannot('create', 'jobs')],
  ['cluster', `run thief --image=thief -n ${own}`, cannot('create', 'pods')],
  ['cluster', 'get nodes', cannot('list', 'nodes')],
  [
    'cluster',
    `patch service api -n ${own} --type=merge --patch={"spec":{"externalIPs":["10.96.0.10"]}}`,
    'spec.externalIPs of the Service api would take the traffic of others on the infra cluster; leave it out',
  ],
  [
    'cluster',
    `annotate service api -n ${own} metallb.io/allow-shared-ip=web`,
    'the key for a shared address of the Service api must begin with "cluster-demo/", for other clusters could share the address otherwise',
  ],
];

test.each(attacks)('with the token of %s, kubectl %s is refused', async (who, command, why) => {
  const dryRun = /^(get) /.test(command) ? [] : ['--dry-run=server'];
  const { code, stderr } = await session.capture([
    'kubectl',
    '--kubeconfig',
    tokens[who],
    ...command.split(' '),
    ...dryRun,
  ]);
  expect(stderr).toContain(why);
  expect(code).toBe(1);
});

test.each(['cdi', 'kubevirt'])(
  'a cluster cannot have Prometheus send it the Secrets of the namespace %s',
  async (namespace) => {
    await expect(apply(session, [besideSecrets(own, namespace)], tokens.cluster)).rejects.toThrow(
      `the account cluster-demo may write servicemonitors in the namespace monitoring alone, not in ${namespace}`,
    );
  },
);

test('an account of a cluster cannot lead a load balancer to machines of another cluster', async () => {
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: 'api-thief',
      namespace: own,
      labels: { 'kubernetes.io/service-name': 'api' },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.244.1.9'] }],
    ports: [{ port: 6443, protocol: 'TCP' }],
  };
  await expect(apply(session, [slice], tokens.cluster)).rejects.toThrow(
    'the accounts of cluster-demo may write no EndpointSlices, which could lead to machines of other clusters',
  );
  await expect(apply(session, [slice], tokens.cloud)).rejects.toThrow(
    cannot('get', 'endpointslices'),
  );
});

test('disks of others cannot be copied: the right is for golden images alone', async () => {
  const may = async (namespace: string, ...who: readonly string[]) => {
    const copy = ['create', 'datavolumes.cdi.kubevirt.io', '--subresource=source'];
    const question = ['auth', 'can-i', ...copy, '--namespace', namespace, ...who];
    return (await session.capture(['kubectl', ...question])).stdout.trim();
  };
  const stack = ['--kubeconfig', tokens.cluster];
  expect(await may('cluster-other', ...stack)).toBe('no');
  expect(await may('golden-images', ...stack)).toBe('no');
  // In its name, KubeVirt makes the disks of the cluster's machines.
  const copier = ['--as', `system:serviceaccount:${own}:default`];
  expect(await may('cluster-other', ...copier)).toBe('no');
  expect(await may('golden-images', ...copier)).toBe('yes');
});

const program = (pod: object, container: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'thief', namespace: own },
  spec: {
    selector: { matchLabels: { app: 'thief' } },
    template: {
      metadata: { labels: { app: 'thief' } },
      spec: { ...pod, containers: [{ name: 'thief', image: 'thief', ...container }] },
    },
  },
});

test.each([
  [
    'its host',
    program({ hostPID: true }, { securityContext: { privileged: true } }),
    'violates PodSecurity "baseline:latest": host namespaces (hostPID=true), privileged',
  ],
  [
    'the place of machines of others',
    program({ priorityClassName: 'system-node-critical' }),
    'a pod of a user cluster may have a priority below 1000000000 alone, not 2000001000: machines of other clusters would have to make room for it',
  ],
])('a program of the cluster that wants %s gets no pod', async (_, deployment, why) => {
  await apply(session, [deployment], tokens.cluster);
  const failure = [
    'get',
    'deployment',
    'thief',
    '-n',
    own,
    '-o',
    'jsonpath={.status.conditions[?(@.type=="ReplicaFailure")].message}',
  ];
  await eventually('the pod is refused', async () =>
    (await kubectl(session, failure)).includes(why),
  );
  const gone = ['--kubeconfig', tokens.cluster, 'delete', 'deployment', 'thief', '-n', own];
  await kubectl(session, gone);
});
