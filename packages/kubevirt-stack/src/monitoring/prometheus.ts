// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { platformLabels, waitingFor } from '@strata/contracts';
import { metricsDiscoveryRole, renderRules } from '@strata/contracts/accounts';
import type { RuleFile } from './alerts/render-rules.ts';
import { discoveryRights, metricsRights } from './monitoring-rights.ts';
import { remoteWriteSecret, renderPrometheusSpec } from './prometheus-spec.ts';
import type { PrometheusSpecArgs } from './prometheus-spec.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link Prometheus}. */
export interface PrometheusArgs extends PrometheusSpecArgs {
  readonly rules: RuleFile;
  /** Namespaces in which it discovers pods and Services and nobody else grants it that right. */
  readonly discovers: readonly string[];
}

/**
 * The Prometheus that measures the platform and evaluates alerts.
 *
 * Its account may only discover pods and Services in the namespaces of its targets, and read
 * metrics.
 */
export class Prometheus extends pulumi.ComponentResource {
  /** URL inside the infra cluster. */
  readonly url: string;

  constructor(name: string, args: PrometheusArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Prometheus', name, {}, options);
    const { environment, namespace } = args;
    const access = [...this.#allowDiscovery(name, args), this.#allowMetrics(name, args)];
    const secret = this.#createRemoteWriteSecret(name, args);
    this.#createRules(name, args);
    new apiextensions.CustomResource(
      `${name}-server`,
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'Prometheus',
        metadata: {
          name: 'platform',
          namespace,
          labels: platformLabels(environment),
          annotations: waitingFor('condition=Available'),
        },
        spec: renderPrometheusSpec(args),
      },
      {
        parent: this,
        dependsOn: [...access, ...secret],
        customTimeouts: { create: '10m', update: '10m' },
      },
    );
    this.url = `http://prometheus-operated.${namespace}.svc:9090`;
    this.registerOutputs({ url: this.url });
  }

  #allowDiscovery(name: string, args: PrometheusArgs): pulumi.Resource[] {
    const { account, discovers, environment, namespace } = args;
    const role = new rbac.v1.ClusterRole(
      `${name}-discovery-role`,
      {
        metadata: metadataOf(environment, metricsDiscoveryRole),
        rules: renderRules(discoveryRights),
      },
      { parent: this },
    );
    return discovers.map(
      (where) =>
        new rbac.v1.RoleBinding(
          `${name}-discovery-${where}`,
          {
            metadata: metadataOf(environment, metricsDiscoveryRole, where),
            roleRef: {
              apiGroup: 'rbac.authorization.k8s.io',
              kind: 'ClusterRole',
              name: metricsDiscoveryRole,
            },
            subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
          },
          { parent: this, dependsOn: role },
        ),
    );
  }

  #allowMetrics(name: string, { account, environment, namespace }: PrometheusArgs) {
    const metadata = metadataOf(environment, 'strata-prometheus-metrics');
    const role = new rbac.v1.ClusterRole(
      `${name}-metrics-role`,
      {
        metadata,
        rules: [
          ...renderRules(metricsRights),
          // MetalLB serves metrics to accounts that may get this path.
          { nonResourceURLs: ['/metrics'], verbs: ['get'] },
        ],
      },
      { parent: this },
    );
    return new rbac.v1.ClusterRoleBinding(
      `${name}-metrics-binding`,
      {
        metadata,
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: metadata.name,
        },
        subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
      },
      { parent: this, dependsOn: role },
    );
  }

  #createRemoteWriteSecret(name: string, args: PrometheusArgs): pulumi.Resource[] {
    const { remoteWrite } = args.config.prometheus;
    const stringData = Object.entries({
      token: remoteWrite?.bearerToken,
      username: remoteWrite?.username,
      password: remoteWrite?.password,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    if (stringData.length === 0) return [];
    return [
      new core.v1.Secret(
        `${name}-remote-write-secret`,
        {
          metadata: metadataOf(args.environment, remoteWriteSecret, args.namespace),
          stringData: pulumi.secret(Object.fromEntries(stringData)),
        },
        { parent: this },
      ),
    ];
  }

  #createRules(name: string, { environment, namespace, rules }: PrometheusArgs): void {
    new apiextensions.CustomResource(
      `${name}-rules`,
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: metadataOf(environment, 'platform', namespace),
        spec: rules,
      },
      { parent: this },
    );
  }
}
