// SPDX-License-Identifier: Apache-2.0
import { apiextensions, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts/program';
import { renderKubeletTargets, renderMetallbTargets, renderOwnTargets } from './render-targets.ts';
import type { ProbedTarget } from './render-targets.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link createScrapeTargets}. */
export interface ScrapeTargetsArgs {
  readonly environment: string;
  /** Namespace of monitoring. */
  readonly namespace: string;
  /** Namespace of the host exporter. */
  readonly hostsNamespace: string;
  readonly metallbNamespace: string;
  /** Whether the kubelets are scraped. */
  readonly kubelets: boolean;
  /** Servers whose certificate is probed. */
  readonly probed: readonly ProbedTarget[];
}

/**
 * Makes the scrape targets, except for KubeVirt and CDI, whose operators make their own.
 *
 * Multus and the snapshot controller export no metrics in the way they are installed.
 */
export function createScrapeTargets(
  name: string,
  args: ScrapeTargetsArgs,
  options: pulumi.CustomResourceOptions,
): void {
  const { environment, hostsNamespace, metallbNamespace, namespace, probed } = args;
  const aliases = [formerComponent('kubevirt-stack:ScrapeTargets', name, options.parent)];
  const monitor = (kind: string, role: string, spec: object) =>
    new apiextensions.CustomResource(
      `${name}-${role}`,
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind,
        metadata: metadataOf(environment, role, namespace),
        spec,
      },
      { ...options, aliases },
    );
  monitor('PodMonitor', 'monitoring', renderOwnTargets([namespace, hostsNamespace], probed));
  monitor('PodMonitor', 'metallb', renderMetallbTargets(metallbNamespace));
  if (args.kubelets) monitor('ServiceMonitor', 'kubelets', renderKubeletTargets());
  // MetalLB asks the API server who requests its metrics; its native manifest lacks the right to do
  // so.
  new rbac.v1.ClusterRoleBinding(
    `${name}-metallb-delegation`,
    {
      metadata: metadataOf(environment, 'strata-metallb-metrics'),
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'system:auth-delegator',
      },
      subjects: ['controller', 'speaker'].map((account) => ({
        kind: 'ServiceAccount',
        name: account,
        namespace: metallbNamespace,
      })),
    },
    { ...options, aliases },
  );
}
