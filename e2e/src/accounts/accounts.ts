// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import {
  accountMakerRights,
  insideRights,
  outsideRights,
  platformRights,
} from '@strata/infra/access-rights';
import {
  discoveryRights,
  metricsRights,
  objectMetricsRights,
} from '@strata/kubevirt-stack/account-rights';
import {
  cloudClusterRights,
  cloudLeaseRights,
  cloudRights,
  cloudTenantRights,
  sourceControllerRights,
  storageClusterRights,
  storageNodeRights,
  storageRights,
  storageTenantRights,
  volumeBackupRights,
} from '@strata/user-cluster/controller-rights';

/** Where rights hold, and what they are. */
export interface Scope {
  /** Such as `everywhere` or `in its namespace`. */
  readonly where: string;
  readonly rights: readonly Right[];
}

/** Somebody whom Strata gives rights. */
export interface Account {
  readonly title: string;
  /** Who has its token, and what keeps it from more. */
  readonly about: string;
  readonly scopes: readonly Scope[];
}

const all = {
  loadBalancers: true,
  selectorless: true,
  zones: true,
  hostLabels: [],
  legacyLabels: {},
};
const features = { ...all, expansion: true, snapshots: true };

/** Accounts on the infra cluster. */
export const infraAccounts = {
  platform: {
    title: 'platform, in strata-access',
    about:
      'Of the stacks `kubevirt-stack` and `addons`. They install operators and their roles, which takes `escalate` and `bind`: whoever may give any right can take any. The account is no wall; it is an identity that the audit log shows, and that ends with its token. `npx strata fleet --live` reads with it.',
    scopes: [{ where: 'everywhere', rights: platformRights }],
  },
  'user-clusters': {
    title: 'user-clusters, in strata-access',
    about:
      'Of every stack of the program `user-cluster`, to make the account of its cluster. Whoever has it can be the account of any user cluster, and can neither read nor change anything else.',
    scopes: [{ where: 'in the namespace strata-user-clusters', rights: accountMakerRights }],
  },
  cluster: {
    title: 'cluster-NAME, in strata-user-clusters',
    about:
      'Of the stack of one user cluster. What it writes outside of its namespace, the admission policy `strata-user-cluster` holds against its name: its own namespace, at the Pod Security level `baseline` or `restricted` (`privileged` for clusters in `infra:access.hostDiskClusters`), its own ClusterRoles and bindings, the right to copy golden images, and its own objects in the monitoring of the platform: a scrape of its own machines without credentials, and series of Strata about itself. Networks that it defines in its namespace, those that its machines name, the priority of its pods and the EndpointSlices that it writes, `strata-tenants` judges.',
    scopes: [
      { where: 'in the namespace cluster-NAME', rights: insideRights },
      { where: 'everywhere, within the admission policy', rights: outsideRights },
    ],
  },
  cloud: {
    title: 'cloud-controller-manager, in cluster-NAME',
    about:
      "Of a user cluster's cloud controller. What it writes to Services and EndpointSlices, the admission policy `strata-tenants` judges.",
    scopes: [
      { where: 'in the namespace cluster-NAME', rights: cloudRights(all) },
      { where: 'everywhere', rights: cloudClusterRights(all) },
    ],
  },
  storage: {
    title: 'kubevirt-csi, in cluster-NAME',
    about: "Of a user cluster's CSI controller.",
    scopes: [
      { where: 'in the namespace cluster-NAME', rights: storageRights(features) },
      { where: 'everywhere', rights: storageClusterRights(features) },
    ],
  },
  prometheus: {
    title: 'prometheus-k8s, in monitoring',
    about:
      "Of the platform's Prometheus. KubeVirt's operator gives it a role to find what KubeVirt measures, too. It may also get the path `/metrics`, by which MetalLB lets it in.",
    scopes: [
      {
        where: 'in each namespace where it measures, those of user clusters too',
        rights: discoveryRights,
      },
      { where: 'everywhere', rights: metricsRights },
    ],
  },
  objectMetrics: {
    title: 'kube-state-metrics, in monitoring',
    about: 'It counts objects, no Secret among them.',
    scopes: [{ where: 'everywhere', rights: objectMetricsRights }],
  },
} as const satisfies Readonly<Record<string, Account>>;

/** Accounts on the infra cluster that have roles of others, and pods without any. */
const otherAccounts: readonly Account[] = [
  {
    title: 'bridge-marker, in kube-system',
    about:
      "It says on each Node which bridges the host has. Its role is Kubernetes' own `system:node-problem-detector`: it gets nodes, changes their status, and writes events.",
    scopes: [],
  },
  {
    title: 'controller and speaker, in metallb-system',
    about:
      "MetalLB's own, whose manifest forgets to let them ask the API server who wants their measurements: `system:auth-delegator`.",
    scopes: [],
  },
  {
    title: 'volume-backup, in cluster-NAME',
    about:
      'Of the job that takes snapshots of the volumes of a user cluster with `backup.volumes`.',
    scopes: [{ where: 'in the namespace cluster-NAME', rights: volumeBackupRights }],
  },
  {
    title: 'default, in cluster-NAME',
    about:
      'Of no program. In its name, or that of an account that a machine has as a disk, KubeVirt copies golden images: the Role `golden-image-cloner` in the namespace of the images.',
    scopes: [],
  },
  {
    title: 'Without an account',
    about:
      'node-exporter, the probe of certificates, Alertmanager, Grafana and the SSH bastion of a user cluster have no token in their pods.',
    scopes: [],
  },
];

/** Accounts inside of each user cluster. */
const clusterAccounts: readonly Account[] = [
  {
    title: 'The cloud controller',
    about: 'By a client certificate, which the cluster signs.',
    scopes: [
      { where: 'everywhere', rights: cloudTenantRights(features) },
      { where: 'in the namespace kube-system', rights: cloudLeaseRights },
    ],
  },
  {
    title: 'The CSI controller',
    about: 'By a client certificate, too.',
    scopes: [{ where: 'everywhere', rights: storageTenantRights(features) }],
  },
  {
    title: 'kubevirt-csi-node, in kube-system',
    about: 'Of the CSI driver on each node.',
    scopes: [{ where: 'everywhere', rights: storageNodeRights }],
  },
  {
    title: 'source-controller, in flux-system',
    about: 'Of Flux, in a cluster with `delivery.flux`. It fetches the repository.',
    scopes: [{ where: 'in its namespace', rights: sourceControllerRights }],
  },
  {
    title: 'kustomize-controller, in flux-system',
    about:
      'Of Flux, in a cluster with `delivery.flux`. It is bound to `cluster-admin`, for it makes whatever the repository has ([why](decisions/0045-flux-delivers-into-clusters.md)).',
    scopes: [],
  },
  {
    title: 'The stack, and people',
    about:
      "The stack has a certificate of the group `system:masters`, which no role can narrow: the output `kubeconfig`. People have certificates of their own, `kubernetes.kubeconfigs`, each bound to one of Kubernetes' roles `view`, `edit`, `admin` and `cluster-admin`, everywhere or in one namespace. People who log in by an issuer of [`oidc`](user-clusters.md#oidc) have no account: the roles of `oidc.groups` are bound to the groups that their tokens name.",
    scopes: [],
  },
  {
    title: 'Machines',
    about:
      "A worker joins by the join token (`system:bootstrappers:kubeadm:default-node-token`), and has the rights of its node then (`system:nodes`). A machine of the control plane has the authorities of the cluster, and can make itself any account. With its node's rights a machine drains itself and keeps its node right.",
    scopes: [],
  },
];

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

function renderScope({ where, rights }: Scope): string[] {
  const rows = rights.map(({ group, resources, verbs, names, need }) => {
    const named = names === undefined ? '' : ` named ${code(names)}`;
    const kinds = resources.map((resource) => (group === '' ? resource : `${resource}.${group}`));
    return `| ${code(kinds)}${named} | ${verbs.join(', ')} | ${need} |`;
  });
  const title = `${where.charAt(0).toUpperCase()}${where.slice(1)}:`;
  return [title, '', '| what | verbs | what needs it |', '| --- | --- | --- |', ...rows, ''];
}

function renderAccount({ title, about, scopes }: Account): string[] {
  return [`### ${title}`, '', about, '', ...scopes.flatMap(renderScope)];
}

/** docs/accounts.md, before it is formatted. */
export function renderAccounts(): string {
  return [
    '# Accounts',
    '',
    '<!-- Written by `node e2e/src/accounts/write-page.ts` from the tables of the programs. -->',
    '',
    "Every account of Kubernetes that Strata makes, every right of it, and what needs the right. `e2e/src/24-accounts.test.ts` asks a running sandbox for the rights of the tokens of stacks, of the cloud and CSI controllers and of Prometheus and kube-state-metrics on the infra cluster, and compares them with these tables; it also tries the ways from the accounts of stacks to more, which the API server refuses. The other tables are those that the programs make the roles from. Accounts of upstream's operators are as their manifests make them; users of hosts (`infra:ssh`) and [identities of a forge's runners](gitops.md) are no accounts of Kubernetes. People use the kubeconfig of cluster-admin (output `kubeconfig` of the stack `infra`) to mend a cluster. Of the programs the stack `infra` alone uses it: it makes the accounts.",
    '',
    '## On the infra cluster',
    '',
    ...[...Object.values(infraAccounts), ...otherAccounts].flatMap(renderAccount),
    '## Inside of a user cluster',
    '',
    ...clusterAccounts.flatMap(renderAccount),
  ].join('\n');
}
