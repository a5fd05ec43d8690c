// SPDX-License-Identifier: Apache-2.0
import { apps, core, rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { restrictedContainer, restrictedPod } from './pod-security.ts';
import { metadataOf, selects } from './workload-labels.ts';

/** Arguments of {@link ObjectMetrics}. */
export interface ObjectMetricsArgs {
  readonly environment: string;
  readonly namespace: string;
  readonly image: string;
}

const workload = 'kube-state-metrics';

/** What is counted, and where it lives: what alerts, dashboards and KubeVirt's own rules use. */
const counted = [
  { apiGroup: '', resources: ['nodes', 'pods', 'persistentvolumeclaims'] },
  { apiGroup: 'apps', resources: ['deployments', 'daemonsets'] },
] as const;

/**
 * Turns the state of Kubernetes objects into measurements. It may list what it counts, no Secret
 * among it, and nothing else.
 *
 * @see https://github.com/kubernetes/kube-state-metrics
 */
export class ObjectMetrics extends pulumi.ComponentResource {
  constructor(name: string, args: ObjectMetricsArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:ObjectMetrics', name, {}, options);
    const { environment, image, namespace } = args;
    const access = this.#createAccount(name, args);
    const metadata = metadataOf(environment, workload, namespace);
    new apps.v1.Deployment(
      `${name}-exporter`,
      {
        metadata,
        spec: {
          replicas: 1,
          selector: { matchLabels: selects(workload) },
          template: {
            metadata: { labels: { ...metadata.labels, ...selects(workload) } },
            spec: renderPod(image),
          },
        },
      },
      { parent: this, dependsOn: access },
    );
    this.registerOutputs({});
  }

  #createAccount(name: string, { environment, namespace }: ObjectMetricsArgs): pulumi.Resource[] {
    const account = new core.v1.ServiceAccount(
      `${name}-account`,
      { metadata: metadataOf(environment, workload, namespace) },
      { parent: this },
    );
    const metadata = metadataOf(environment, 'strata-kube-state-metrics');
    const role = new rbac.v1.ClusterRole(
      `${name}-role`,
      {
        metadata,
        rules: counted.map(({ apiGroup, resources }) => ({
          apiGroups: [apiGroup],
          resources: [...resources],
          verbs: ['list', 'watch'],
        })),
      },
      { parent: this },
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
      { parent: this, dependsOn: [account, role] },
    );
    return [account, binding];
  }
}

function renderPod(image: string) {
  const resources = counted.flatMap((group) => [...group.resources]);
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
          // With it virt-handler says whether a host can take VMs.
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
