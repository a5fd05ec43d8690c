// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { monitoringObjects } from '@strata/contracts/accounts';
import type { ClusterContext } from '../cluster-context.ts';
import type { CredentialEnd } from '../keys/index.ts';
import type { NamespaceOwner } from '../tenancy/index.ts';
import { renderCredentialRules } from './render-credential-rules.ts';

/** Arguments of {@link createCredentialRules}. */
export interface CredentialRulesArgs extends Pick<
  ClusterContext,
  'cluster' | 'environment' | 'namespace' | 'platform'
> {
  readonly ends: readonly CredentialEnd[];
  readonly owner: NamespaceOwner;
  /** Names of the control-plane VMs. */
  readonly controlPlane: readonly string[];
}

/**
 * Tells the platform's Prometheus when the cluster's credentials expire. Makes nothing where the
 * platform has no monitoring. The PrometheusRule is in the namespace of Prometheus, which ignores rules
 * in tenants' namespaces.
 *
 * @param options - `dependsOn` names everything that uses the credentials: what an update that fails has
 * not handed out yet must not count as renewed.
 * @see docs/decisions/0024-ends-of-credentials-are-recorded.md
 */
export function createCredentialRules(
  name: string,
  { cluster, controlPlane, ends, environment, namespace, owner, platform }: CredentialRulesArgs,
  options: pulumi.CustomResourceOptions = {},
): readonly pulumi.Resource[] {
  const monitoring = platform.monitoring?.namespace;
  if (monitoring === undefined) return [];
  const known = pulumi
    .all(ends.map((one) => pulumi.output(one.end).apply((end) => ({ ...one, end }))))
    .apply((all) => renderCredentialRules({ cluster, namespace, controlPlane, ends: all }));
  return [
    new apiextensions.CustomResource(
      name,
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: {
          name: `${namespace}-${monitoringObjects.credentials}`,
          namespace: monitoring,
          labels: clusterLabels(environment, cluster),
          annotations: ownerAnnotations,
          ownerReferences: [owner],
        },
        spec: known,
      },
      options,
    ),
  ];
}
