// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';

/** Arguments of {@link ContainerizedDataImporter}. */
export interface ContainerizedDataImporterArgs {
  readonly environment: string;
  /** Checked against {@link cdiFeatureGates}. */
  readonly featureGates: readonly string[];
}

/** All gates of CDI 1.65. @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/feature-gates/feature-gates.go */
export const cdiFeatureGates: readonly string[] = [
  'DataVolumeClaimAdoption',
  'HonorWaitForFirstConsumer',
  'WebhookPvcRendering',
];

/**
 * CDI itself: the operator installs it as this object says. Done when images can be imported.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/cdi-config.md
 */
export class ContainerizedDataImporter extends pulumi.ComponentResource {
  constructor(
    name: string,
    { environment, featureGates }: ContainerizedDataImporterArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:kubevirt-stack:ContainerizedDataImporter', name, {}, options);
    new apiextensions.CustomResource(
      `${name}-installation`,
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'CDI',
        metadata: {
          name: 'cdi',
          labels: platformLabels(environment),
          annotations: waitingFor('condition=Available'),
        },
        spec: {
          imagePullPolicy: 'IfNotPresent',
          // Refuses to go while imported disks exist, instead of taking them along.
          uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
          config: { featureGates: [...featureGates] },
          infra: {
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
          },
          workload: { nodeSelector: { 'kubernetes.io/os': 'linux' } },
        },
      },
      { parent: this, customTimeouts: { create: '15m', update: '15m', delete: '15m' } },
    );
    this.registerOutputs({});
  }
}
