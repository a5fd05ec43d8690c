// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import {
  accountMakerRights,
  insideRights,
  outsideRights,
  platformRights,
} from '@strata/infra/access-rights';
import {
  cloudClusterRights,
  cloudLeaseRights,
  cloudRights,
  cloudTenantRights,
  storageClusterRights,
  storageRights,
  storageTenantRights,
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
      'Of the stacks `kubevirt-stack` and `addons`. They install operators and their roles, which takes `escalate` and `bind`: whoever may give any right can take any. The account is no wall; it is an identity that the audit log shows, and that ends with its token.',
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
      'Of the stack of one user cluster. What it writes outside of its namespace, the admission policy `strata-user-cluster` holds against its name: its own namespace, at the Pod Security level `baseline` or `restricted` (`privileged` for clusters in `infra:access.hostDiskClusters`), its own ClusterRoles and bindings, the right to copy golden images, and its own objects in the monitoring of the platform. Networks that it defines in its namespace, and those that its machines name, `strata-tenants` judges.',
    scopes: [
      { where: 'in the namespace cluster-NAME', rights: insideRights },
      { where: 'everywhere, within the admission policy', rights: outsideRights },
    ],
  },
  cloud: {
    title: 'cloud-controller-manager, in cluster-NAME',
    about:
      "Of a user cluster's cloud controller. What it writes to Services, the admission policy `strata-tenants` judges.",
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
} as const satisfies Readonly<Record<string, Account>>;

/** Accounts inside of each user cluster, of the same two controllers. */
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
    "Every account that Strata makes, every right of it, and what needs the right. `e2e/src/24-accounts.test.ts` asks a running sandbox for the rights of each token on the infra cluster and compares them with these tables; it also tries the ways from each account to more, which the API server refuses. Accounts of upstream's operators are as their manifests make them. People use the kubeconfig of cluster-admin (output `kubeconfig` of the stack `infra`) to mend a cluster, and no program does.",
    '',
    '## On the infra cluster',
    '',
    ...Object.values(infraAccounts).flatMap(renderAccount),
    '## Inside of a user cluster',
    '',
    ...clusterAccounts.flatMap(renderAccount),
  ].join('\n');
}
