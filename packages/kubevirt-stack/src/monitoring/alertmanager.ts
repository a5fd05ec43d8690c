// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';
import type { MonitoringConfig } from '../config/index.ts';
import { versionOf } from './monitoring-images.ts';
import { restrictedPod } from './pod-security.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link Alertmanager}. */
export interface AlertmanagerArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly config: NonNullable<MonitoringConfig['alertmanager']>;
  readonly image: string;
}

const configSecret = 'alertmanager-configuration';

/**
 * Alertmanager, which notifies people of alerts as configured. Silences last only as long as its
 * pods.
 *
 * @see
 * https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.Alertmanager
 */
export class Alertmanager extends pulumi.ComponentResource {
  constructor(name: string, args: AlertmanagerArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Alertmanager', name, {}, options);
    const { config, environment, image, namespace } = args;
    const secret = new core.v1.Secret(
      `${name}-configuration`,
      {
        metadata: metadataOf(environment, configSecret, namespace),
        stringData: pulumi.secret({ 'alertmanager.yaml': config.config }),
      },
      { parent: this },
    );
    new apiextensions.CustomResource(
      `${name}-server`,
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'Alertmanager',
        metadata: {
          name: 'platform',
          namespace,
          labels: platformLabels(environment),
          annotations: waitingFor('condition=Available'),
        },
        spec: {
          image,
          version: versionOf(image),
          replicas: config.replicas,
          configSecret,
          automountServiceAccountToken: false,
          resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '256Mi' } },
          securityContext: restrictedPod(),
        },
      },
      {
        parent: this,
        dependsOn: secret,
        customTimeouts: { create: '10m', update: '10m' },
      },
    );
    this.registerOutputs({});
  }
}
