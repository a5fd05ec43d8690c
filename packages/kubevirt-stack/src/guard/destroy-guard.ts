// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys, ownerAnnotations, platformLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { findUserClusters, findWorkloads } from './find-workloads.ts';

/** Arguments of {@link DestroyGuard}. */
export interface DestroyGuardArgs {
  readonly environment: string;
  /** Namespace of the record: KubeVirt's own. */
  readonly namespace: string;
  /** Name of the release, for people who look at the cluster. */
  readonly release: string;
  /** Kubeconfig of the infra cluster; used only during a destroy. */
  readonly kubeconfig: string;
  /** Namespaces whose contents belong to the platform itself. */
  readonly ownNamespaces: readonly string[];
}

/** Name of the ConfigMap that records the release of a platform. */
export const recordName = 'strata-platform';

const shown = 5;

const destroyFirst =
  'Destroy its user clusters first; docs/runbooks/delete-cluster.md says how to end their protection before that:';

const keptNamespaces =
  'If a stack is destroyed already and its namespace is left (deletion.volumes: retain), kubectl delete namespace cluster-<name> deletes its volumes.';

/**
 * Refuses to destroy the platform while anything runs on it.
 *
 * KubeVirt and CDI refuse by themselves, but only when their turn comes: by then everything that
 * they do not depend on would be deleted. This record of the release depends on all other
 * resources, so a destroy deletes it first, and its hook checks before that.
 *
 * A hook runs only if the program does: `pulumi destroy --run-program`. Without the option Pulumi
 * refuses, and says so.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/options/hooks/
 */
export class DestroyGuard extends core.v1.ConfigMap {
  /** @param options.dependsOn - everything that must not be deleted before the check has passed. */
  constructor(name: string, args: DestroyGuardArgs, options: pulumi.CustomResourceOptions = {}) {
    super(
      `${name}-record`,
      {
        metadata: {
          name: recordName,
          namespace: args.namespace,
          labels: platformLabels(args.environment),
          // An annotation, not data: a ConfigMap whose data changes is replaced, so a new release
          // would look like a destroy.
          annotations: { ...ownerAnnotations, [annotationKeys.release]: args.release },
        },
      },
      {
        ...options,
        hooks: { beforeDelete: [refusalHook(`${name}-refusal`, args)] },
        aliases: [formerComponent('kubevirt-stack:DestroyGuard', name, options.parent)],
      },
    );
  }
}

function refusalHook(name: string, args: DestroyGuardArgs): pulumi.ResourceHook {
  return new pulumi.ResourceHook(name, () => refuseWhileUsed(args));
}

/**
 * Throws if anything on the platform does not belong to the platform itself.
 *
 * @throws Error that names these objects and the commands that destroy the user clusters.
 */
export async function refuseWhileUsed(
  args: Pick<DestroyGuardArgs, 'environment' | 'kubeconfig' | 'ownNamespaces'>,
): Promise<void> {
  const reader = clusterReader(args.kubeconfig);
  const [workloads, clusters] = await Promise.all([
    findWorkloads(reader, args.ownNamespaces),
    findUserClusters(reader),
  ]);
  if (workloads.length === 0 && clusters.length === 0) return;
  const lines = [
    ...workloads.slice(0, shown).map((workload) => `  ${workload}`),
    ...(workloads.length > shown ? [`  and ${workloads.length - shown} more`] : []),
  ];
  const commands = clusters.map(
    (cluster) => `  pulumi -C packages/user-cluster destroy --stack ${args.environment}.${cluster}`,
  );
  throw new Error(
    [
      `the platform of ${args.environment} is in use; nothing was deleted.`,
      ...(lines.length > 0 ? ['On it:', ...lines] : []),
      ...(commands.length > 0 ? [destroyFirst, ...commands, keptNamespaces] : []),
    ].join('\n'),
  );
}
