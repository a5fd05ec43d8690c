// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { KubevirtStackConfig } from '../config/index.ts';
import { renderConfiguration } from './render-configuration.ts';
import { renderPlacement } from './render-placement.ts';
import type { GateLists } from './resolve-feature-gates.ts';

/** Arguments of {@link KubeVirt}. */
export interface KubeVirtArgs {
  readonly environment: string;
  /** Version that the operator installs, without a leading `v`. */
  readonly version: string;
  /** Namespace of its operator, and so its own. */
  readonly namespace: string;
  /** Feature gates, checked and translated for the installed release. */
  readonly featureGates: GateLists;
  readonly settings: KubevirtStackConfig['kubevirt'];
  /** The Prometheus that scrapes it. */
  readonly monitoring: {
    readonly namespace: string;
    readonly account: string;
  };
}

/**
 * The KubeVirt object, from which the operator installs KubeVirt. Ready when its CRDs exist and VMs
 * can be made.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/installation/
 */
export class KubeVirt extends apiextensions.CustomResource {
  constructor(name: string, args: KubeVirtArgs, options: pulumi.CustomResourceOptions = {}) {
    super(
      `${name}-installation`,
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'KubeVirt',
        metadata: {
          name: 'kubevirt',
          namespace: args.namespace,
          labels: platformLabels(args.environment),
          // Available alone would be true too early: the operator may not have begun an update yet.
          annotations: waitingFor(
            `jsonpath={.status.observedKubeVirtVersion}=v${args.version}`,
            'condition=Available',
          ),
        },
        spec: renderKubeVirt(args),
      },
      {
        ...options,
        customTimeouts: { create: '15m', update: '15m', delete: '15m' },
        aliases: [formerComponent('kubevirt-stack:KubeVirt', name, options.parent)],
      },
    );
  }
}

/** Returns `spec` of the KubeVirt object. */
export function renderKubeVirt(args: Omit<KubeVirtArgs, 'environment' | 'namespace' | 'version'>) {
  const { settings, featureGates, monitoring } = args;
  const certificates = settings.certificateRotateStrategy;
  return {
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: settings.imagePullSecrets?.map((secret) => ({ name: secret })),
    // Refuses the deletion of KubeVirt while VMs exist, instead of deleting them with it.
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    monitorNamespace: monitoring.namespace,
    monitorAccount: monitoring.account,
    workloadUpdateStrategy: settings.workloadUpdateStrategy,
    certificateRotateStrategy: certificates && { selfSigned: certificates },
    infra: renderPlacement(settings.infra),
    workloads: renderPlacement(settings.workloads),
    configuration: renderConfiguration(settings, featureGates),
  };
}
