// SPDX-License-Identifier: Apache-2.0
import { apps, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { waitingFor } from '@strata/contracts';
import type { MonitoringConfig } from '../config/index.ts';
import {
  grafanaWorkload,
  passwordKey,
  renderGrafanaFiles,
  renderGrafanaPod,
} from './render-grafana.ts';
import { metadataOf, selects } from './workload-labels.ts';

/** Arguments of {@link Grafana}. */
export interface GrafanaArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly config: NonNullable<MonitoringConfig['grafana']>;
  /** URL of Prometheus. */
  readonly prometheus: string;
  readonly image: string;
}

/**
 * Grafana, with dashboards of hosts, VMs, user clusters and the platform.
 *
 * It reads changed dashboards again while it runs; it reads the password only when the pod starts.
 */
export class Grafana extends pulumi.ComponentResource {
  /** URL inside the infra cluster. */
  readonly url: string;

  constructor(name: string, args: GrafanaArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Grafana', name, {}, options);
    const { config, environment, image, namespace, prometheus } = args;
    const { fleetPage } = config;
    const fleet = fleetPage === undefined ? undefined : { url: fleetPage, environment };
    const metadata = metadataOf(environment, grafanaWorkload, namespace);
    const secret = new core.v1.Secret(
      `${name}-password`,
      { metadata, stringData: pulumi.secret({ [passwordKey]: config.adminPassword }) },
      { parent: this },
    );
    const files = new core.v1.ConfigMap(
      `${name}-dashboards`,
      { metadata, data: renderGrafanaFiles(prometheus, fleet) },
      { parent: this },
    );
    const server = new apps.v1.Deployment(
      `${name}-server`,
      {
        metadata,
        spec: {
          replicas: 1,
          selector: { matchLabels: selects(grafanaWorkload) },
          template: {
            metadata: { labels: { ...metadata.labels, ...selects(grafanaWorkload) } },
            spec: renderGrafanaPod(image, config.url),
          },
        },
      },
      { parent: this, dependsOn: [secret, files] },
    );
    new core.v1.Service(
      `${name}-service`,
      {
        // The Deployment says whether Grafana is ready; waiting for endpoints would take ten
        // seconds more.
        metadata: { ...metadata, annotations: waitingFor('jsonpath={.spec.clusterIP}') },
        spec: {
          selector: selects(grafanaWorkload),
          ports: [{ name: 'http', port: 80, targetPort: 'http' }],
        },
      },
      { parent: this, dependsOn: server },
    );
    this.url = `http://${grafanaWorkload}.${namespace}.svc`;
    this.registerOutputs({ url: this.url });
  }
}
