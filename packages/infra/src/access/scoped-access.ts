// SPDX-License-Identifier: Apache-2.0
import { core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { accessRights } from './access-rights.ts';
import type { AccessName } from './access-rights.ts';
import { accountKubeconfig } from './account-kubeconfig.ts';

/** Arguments of {@link ScopedAccess}. */
export interface ScopedAccessArgs {
  readonly environment: string;
  /** Of cluster-admin. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Another number makes another token, and ends the old one. */
  readonly generation: number;
}

const namespaceName = 'strata-access';

/**
 * A kubeconfig for each kind of stack above, so that cluster-admin stays in this one.
 *
 * The tokens are Secrets of type service-account-token, not TokenRequests: those end within the
 * hours that the API server allows, and the other stacks read these at any time, long after the
 * last `pulumi up` here. A Secret's token ends when the Secret goes, which another generation does.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets
 */
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
      platform: this.account(name, args, 'platform', namespace),
      'user-clusters': this.account(name, args, 'user-clusters', namespace),
    };
    this.registerOutputs({ kubeconfigs: this.kubeconfigs });
  }

  private metadata({ environment }: ScopedAccessArgs) {
    return { labels: platformLabels(environment), annotations: { ...ownerAnnotations } };
  }

  private account(
    name: string,
    args: ScopedAccessArgs,
    access: AccessName,
    namespace: core.v1.Namespace,
  ): pulumi.Output<string> {
    const metadata = { ...this.metadata(args), namespace: namespaceName, name: access };
    const account = new core.v1.ServiceAccount(
      `${name}-${access}`,
      { metadata, automountServiceAccountToken: false },
      { parent: this, dependsOn: namespace },
    );
    const clusterName = { ...this.metadata(args), name: `strata-${access}` };
    const role = new rbac.v1.ClusterRole(
      `${name}-${access}-role`,
      { metadata: clusterName, rules: accessRights[access].map((one) => ({ ...one })) },
      { parent: this },
    );
    const binding = new rbac.v1.ClusterRoleBinding(
      `${name}-${access}-binding`,
      {
        metadata: clusterName,
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: clusterName.name,
        },
        subjects: [{ kind: 'ServiceAccount', name: access, namespace: namespaceName }],
      },
      { parent: this, dependsOn: [account, role] },
    );
    const secretName = `${access}-token-${args.generation}`;
    const token = new core.v1.Secret(
      `${name}-${access}-token`,
      {
        metadata: {
          ...metadata,
          name: secretName,
          annotations: { ...ownerAnnotations, 'kubernetes.io/service-account.name': access },
        },
        type: 'kubernetes.io/service-account-token',
      },
      // The old one goes after the new one has been handed out.
      { parent: this, dependsOn: binding, additionalSecretOutputs: ['data'] },
    );
    return pulumi.secret(pulumi.all([args.kubeconfig, token.data])).apply(([kubeconfig, data]) =>
      accountKubeconfig(kubeconfig, {
        name: access,
        token: Buffer.from(data.token ?? '', 'base64').toString('utf8'),
      }),
    );
  }
}
