// SPDX-License-Identifier: Apache-2.0
import { apiextensions, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { renderKubeletTargets, renderMetallbTargets, renderOwnTargets } from './render-targets.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link ScrapeTargets}. */
export interface ScrapeTargetsArgs {
  readonly environment: string;
  /** Where monitoring runs. */
  readonly namespace: string;
  /** Where its part on the hosts runs. */
  readonly hostsNamespace: string;
  readonly metallbNamespace: string;
  /** Whether the kubelets are asked. */
  readonly kubelets: boolean;
  /** `host:port` of those whose certificate is looked at. */
  readonly probed: readonly string[];
}

/**
 * Who is asked for measurements, besides KubeVirt and CDI, whose operators say so themselves.
 *
 * Multus and the snapshot controller export none as they are installed.
 */
export class ScrapeTargets extends pulumi.ComponentResource {
  constructor(name: string, args: ScrapeTargetsArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:ScrapeTargets', name, {}, options);
    const { environment, hostsNamespace, metallbNamespace, namespace, probed } = args;
    const monitor = (kind: string, role: string, spec: object) =>
      new apiextensions.CustomResource(
        `${name}-${role}`,
        {
          apiVersion: 'monitoring.coreos.com/v1',
          kind,
          metadata: metadataOf(environment, role, namespace),
          spec,
        },
        { parent: this },
      );
    monitor('PodMonitor', 'monitoring', renderOwnTargets([namespace, hostsNamespace], probed));
    monitor('PodMonitor', 'metallb', renderMetallbTargets(metallbNamespace));
    if (args.kubelets) monitor('ServiceMonitor', 'kubelets', renderKubeletTargets());
    this.#letMetallbAsk(name, args);
    this.registerOutputs({});
  }

  /** MetalLB asks the API server who wants its metrics; its native manifest forgets to allow that. */
  #letMetallbAsk(name: string, { environment, metallbNamespace }: ScrapeTargetsArgs): void {
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
      { parent: this },
    );
  }
}
