// SPDX-License-Identifier: Apache-2.0
import { apps, core, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts/program';
import { renderRules } from '@strata/contracts/accounts';
import { exporterDeployment } from './exporter-deployment.ts';
import { objectMetricsRights } from './monitoring-rights.ts';
import { restrictedContainer, restrictedPod } from './pod-security.ts';
import { metadataOf } from './workload-labels.ts';

/** Arguments of {@link createObjectMetrics}. */
export interface ObjectMetricsArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly image: string;
}

const workload = 'kube-state-metrics';

/**
 * Makes kube-state-metrics, which turns the state of Kubernetes objects into measurements. It may
 * list only the kinds that it counts; Secrets are not among them.
 *
 * @see https://github.com/kubernetes/kube-state-metrics
 */
export function createObjectMetrics(
  name: string,
  args: ObjectMetricsArgs,
  parent: pulumi.Resource,
): void {
  const options = {
    parent,
    aliases: [formerComponent('kubevirt-stack:ObjectMetrics', name, parent)],
  };
  const access = createAccount(name, args, options);
  const deployment = exporterDeployment(args, workload, renderPod(args.image));
  new apps.v1.Deployment(`${name}-exporter`, deployment, { ...options, dependsOn: access });
}

function createAccount(
  name: string,
  { environment, namespace }: ObjectMetricsArgs,
  options: pulumi.CustomResourceOptions,
): pulumi.Resource[] {
  const account = new core.v1.ServiceAccount(
    `${name}-account`,
    { metadata: metadataOf(environment, workload, namespace) },
    options,
  );
  const metadata = metadataOf(environment, 'strata-kube-state-metrics');
  const role = new rbac.v1.ClusterRole(
    `${name}-role`,
    { metadata, rules: renderRules(objectMetricsRights) },
    options,
  );
  const binding = new rbac.v1.ClusterRoleBinding(
    `${name}-binding`,
    {
      metadata,
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: metadata.name,
      },
      subjects: [{ kind: 'ServiceAccount', name: workload, namespace }],
    },
    { ...options, dependsOn: [account, role] },
  );
  return [account, binding];
}

function renderPod(image: string) {
  const resources = objectMetricsRights.flatMap((group) => [...group.resources]);
  return {
    serviceAccountName: workload,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    securityContext: restrictedPod(),
    containers: [
      {
        name: workload,
        image,
        args: [
          '--port=8080',
          '--telemetry-port=8081',
          `--resources=${resources.join(',')}`,
          // virt-handler sets this label to say whether a host can run VMs.
          '--metric-labels-allowlist=nodes=[kubevirt.io/schedulable]',
        ],
        ports: [
          { name: 'object-metrics', containerPort: 8080 },
          { name: 'telemetry', containerPort: 8081 },
        ],
        livenessProbe: {
          httpGet: { path: '/livez', port: 'object-metrics' },
          initialDelaySeconds: 5,
          timeoutSeconds: 5,
        },
        readinessProbe: {
          httpGet: { path: '/readyz', port: 'telemetry' },
          initialDelaySeconds: 5,
          timeoutSeconds: 5,
        },
        resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
        securityContext: restrictedContainer,
      },
    ],
  };
}
