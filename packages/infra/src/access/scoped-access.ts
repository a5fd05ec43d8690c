// SPDX-License-Identifier: Apache-2.0
import { core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { accountKubeconfig } from '@strata/cluster-reader';
import { createAccount } from '@strata/cluster-reader/create-account';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { renderRules, userClusterAccounts } from '@strata/contracts/accounts';
import { platformRights } from './platform-rights.ts';
import { createUserClusterFence } from './user-cluster-fence.ts';
import { accountMakerRights } from './user-cluster-rights.ts';

/** Who a kubeconfig is for. */
export type AccessName = 'platform' | 'user-clusters';

/** Arguments of {@link ScopedAccess}. */
export interface ScopedAccessArgs {
  readonly environment: string;
  /** Of cluster-admin. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Another number makes another token, and ends the old one. */
  readonly generation: number;
  /** User clusters whose namespaces may be `privileged`. */
  readonly hostDiskClusters: readonly string[];
}

const namespaceName = 'strata-access';
const apiGroup = 'rbac.authorization.k8s.io';

/** A kubeconfig for each kind of stack above, so that cluster-admin stays in this one. */
export class ScopedAccess extends pulumi.ComponentResource {
  /** Secrets. */
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

  /** An account with its token, once it has its rights. */
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
        ...{ name: access, namespace: namespaceName, generation: args.generation, grant },
      },
      { parent: this, dependsOn: namespace },
    );
    return pulumi
      .secret(pulumi.all([args.kubeconfig, token.data]))
      .apply(([kubeconfig, data]) =>
        accountKubeconfig(kubeconfig, { name: access, tokenData: data.token }),
      );
  }

  /** The rights of the platform's stacks, everywhere. */
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

  /** The right to make the accounts of user clusters, behind the fence that keeps those apart. */
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
