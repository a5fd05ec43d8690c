// SPDX-License-Identifier: Apache-2.0
import { core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { accountKubeconfig } from '@strata/cluster-client';
import { createAccount } from '@strata/cluster-client/create-account';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { renderRules, userClusterAccounts } from '@strata/contracts/accounts';
import { platformRights } from './platform-rights.ts';
import { createUserClusterFence } from './user-cluster-fence.ts';
import { accountMakerRights } from './user-cluster-rights.ts';

/** Account that a kubeconfig belongs to. */
export type AccessName = 'platform' | 'user-clusters';

/** Arguments of {@link ScopedAccess}. */
export interface ScopedAccessArgs {
  readonly environment: string;
  /** Kubeconfig of cluster-admin. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Number of the tokens: another number creates new tokens and revokes the old ones. */
  readonly generation: number;
  /** Names of the user clusters whose namespaces may be `privileged`. */
  readonly hostDiskClusters: readonly string[];
}

const namespaceName = 'strata-access';
const apiGroup = 'rbac.authorization.k8s.io';

/** Accounts with one kubeconfig for each kind of stack above, so that cluster-admin stays in this stack. */
export class ScopedAccess extends pulumi.ComponentResource {
  /** Kubeconfigs of the accounts; secrets. */
  readonly kubeconfigs: Readonly<Record<AccessName, pulumi.Output<string>>>;

  constructor(name: string, args: ScopedAccessArgs, options: pulumi.ComponentResourceOptions = {}) {
    super('strata:infra:ScopedAccess', name, {}, options);
    const namespace = new core.v1.Namespace(
      `${name}-namespace`,
      { metadata: { ...this.metadata(args), name: namespaceName } },
      { parent: this },
    );
    this.kubeconfigs = {
      platform: this.account(name, args, 'platform', namespace, (account) =>
        this.grantPlatform(name, args, account),
      ),
      'user-clusters': this.account(name, args, 'user-clusters', namespace, (account) =>
        this.grantUserClusters(name, args, account),
      ),
    };
    this.registerOutputs({ kubeconfigs: this.kubeconfigs });
  }

  private metadata({ environment }: ScopedAccessArgs) {
    return { labels: platformLabels(environment), annotations: { ...ownerAnnotations } };
  }

  /** Creates an account, grants its rights, then creates its token; returns its kubeconfig. */
  private account(
    name: string,
    args: ScopedAccessArgs,
    access: AccessName,
    namespace: core.v1.Namespace,
    grant: (account: core.v1.ServiceAccount) => pulumi.Resource,
  ): pulumi.Output<string> {
    const token = createAccount(
      `${name}-${access}`,
      {
        ...this.metadata(args),
        name: access,
        namespace: namespaceName,
        generation: args.generation,
        grant,
      },
      { parent: this, dependsOn: namespace },
    );
    return pulumi
      .secret(pulumi.all([args.kubeconfig, token.data]))
      .apply(([kubeconfig, data]) =>
        accountKubeconfig(kubeconfig, { name: access, tokenData: data.token }),
      );
  }

  /** Grants the rights of the platform's stacks in all namespaces. */
  private grantPlatform(
    name: string,
    args: ScopedAccessArgs,
    account: core.v1.ServiceAccount,
  ): pulumi.Resource {
    const metadata = { ...this.metadata(args), name: 'strata-platform' };
    const role = new rbac.v1.ClusterRole(
      `${name}-platform-role`,
      { metadata, rules: renderRules(platformRights) },
      { parent: this },
    );
    return new rbac.v1.ClusterRoleBinding(
      `${name}-platform-binding`,
      {
        metadata,
        roleRef: { apiGroup, kind: 'ClusterRole', name: metadata.name },
        subjects: [{ kind: 'ServiceAccount', name: 'platform', namespace: namespaceName }],
      },
      { parent: this, dependsOn: [account, role] },
    );
  }

  /** Grants the right to create the accounts of user clusters, once the policy that separates them is in force. */
  private grantUserClusters(
    name: string,
    args: ScopedAccessArgs,
    account: core.v1.ServiceAccount,
  ): pulumi.Resource {
    const { namespace, fence } = createUserClusterFence(`${name}-clusters`, args, { parent: this });
    const place = { namespace: userClusterAccounts.namespace, name: 'user-clusters' };
    const metadata = { ...this.metadata(args), ...place };
    const role = new rbac.v1.Role(
      `${name}-clusters-accounts-role`,
      { metadata, rules: renderRules(accountMakerRights) },
      { parent: this, dependsOn: namespace },
    );
    return new rbac.v1.RoleBinding(
      `${name}-clusters-accounts-binding`,
      {
        metadata,
        roleRef: { apiGroup, kind: 'Role', name: place.name },
        subjects: [{ kind: 'ServiceAccount', name: 'user-clusters', namespace: namespaceName }],
      },
      { parent: this, dependsOn: [account, role, fence] },
    );
  }
}
