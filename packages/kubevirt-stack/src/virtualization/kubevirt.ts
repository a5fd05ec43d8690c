// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent, platformLabels, waitingFor } from '@strata/contracts';
import type { KubevirtStackConfig } from '@strata/contracts';
import { renderConfiguration } from './render-configuration.ts';
import { renderPlacement } from './render-placement.ts';
import type { GateLists } from './resolve-feature-gates.ts';

/** Arguments of {@link KubeVirt}. */
export interface KubeVirtArgs {
  readonly environment: string;
  /** What the operator installs, without a leading `v`. */
  readonly version: string;
  /** The namespace of its operator, which it shares. */
  readonly namespace: string;
  /** Checked and translated for the installed release. */
  readonly featureGates: GateLists;
  readonly settings: KubevirtStackConfig['kubevirt'];
  /** The Prometheus that watches it. */
  readonly monitoring: {
    readonly namespace: string;
    readonly account: string;
    /** Of KubeVirt's ServiceMonitor. @default namespace */
    readonly serviceMonitorNamespace?: string;
  };
}

/**
 * KubeVirt itself: the operator installs it as this object says. Done when its kinds exist and VMs
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
          // Available alone would do at once when the operator has yet to begin an update.
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

/** `spec` of the KubeVirt object. */
export function renderKubeVirt(args: Omit<KubeVirtArgs, 'environment' | 'namespace' | 'version'>) {
  const { settings, featureGates, monitoring } = args;
  const certificates = settings.certificateRotateStrategy;
  return {
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: settings.imagePullSecrets?.map((secret) => ({ name: secret })),
    // Refuses to go while VMs exist, instead of taking them along.
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    monitorNamespace: monitoring.namespace,
    monitorAccount: monitoring.account,
    serviceMonitorNamespace: monitoring.serviceMonitorNamespace,
    workloadUpdateStrategy: settings.workloadUpdateStrategy,
    certificateRotateStrategy: certificates && { selfSigned: certificates },
    infra: renderPlacement(settings.infra),
    workloads: renderPlacement(settings.workloads),
    configuration: renderConfiguration(settings, featureGates),
  };
}
