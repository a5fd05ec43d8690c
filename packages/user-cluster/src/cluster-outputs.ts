// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ExportedOutputs, userClusterOutputs } from '@strata/contracts';
import { knownHost, machineCommands } from './access/index.ts';
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';
import { renderOidcKubeconfig } from './oidc/index.ts';
import type { UserCluster } from './user-cluster.ts';

/** Outputs that no other stack reads. */
interface OwnOutputs extends Partial<Pick<UserCluster, 'backup'>> {
  /** Kubeconfigs for people who log in, by the name of the issuer. They hold no secret. */
  readonly oidcKubeconfigs?: pulumi.Output<Readonly<Record<string, string>>>;
  /** Line of known_hosts for the bastion. */
  readonly sshKnownHost?: pulumi.Output<string>;
}

type Outputs = ExportedOutputs<typeof userClusterOutputs> & OwnOutputs;

function oidcKubeconfigs({ endpoint, keys }: UserCluster, { cluster, config }: ClusterContext) {
  return keys.authority.apply(({ certificatePem: authorityPem }) =>
    Object.fromEntries(
      config.oidc.issuers.map((issuer) => [
        issuer.name,
        renderOidcKubeconfig({ cluster, endpoint, authorityPem }, issuer),
      ]),
    ),
  );
}

/** Returns the outputs of a user cluster's stack. */
export function clusterOutputs(userCluster: UserCluster, context: ClusterContext): Outputs {
  const { cluster, environment, namespace, config } = context;
  const { backup, bastionKeyPem, keys, endpoint, sshPort } = userCluster;
  return {
    cluster,
    environment,
    namespace,
    endpoint,
    kubernetes: config.kubernetes.version,
    machineGroups: machineGroups(context),
    access: sshPort.apply((port) => machineCommands(context, port)),
    joinTokenExpires: keys.token.expiration,
    kubeconfig: keys.adminKubeconfig,
    kubeconfigs: pulumi.secret(pulumi.all(keys.kubeconfigs)),
    ...(backup !== undefined && { backup }),
    ...(bastionKeyPem !== undefined && {
      sshKnownHost: pulumi
        .all([bastionKeyPem, sshPort])
        .apply(([publicKeyPem, port]) => knownHost({ ...context, publicKeyPem, port })),
    }),
    ...(config.oidc.issuers.length > 0 && {
      oidcKubeconfigs: oidcKubeconfigs(userCluster, context),
    }),
  };
}
