// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations, waitingFor } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { machineScrape, metricsDiscoveryRole, monitoringObjects } from '@strata/contracts/accounts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { ports } from '../tenancy/index.ts';
import type { NamespaceOwner } from '../tenancy/index.ts';

/** ServiceAccount of kubevirt-stack's Prometheus, and the ClusterRole by which it finds pods. */
const prometheus = { account: 'prometheus-k8s', role: metricsDiscoveryRole } as const;

/** The ClusterRole as a RoleBinding names it. */
const discoveryRole = {
  apiGroup: 'rbac.authorization.k8s.io',
  kind: 'ClusterRole',
  name: prometheus.role,
} as const;

/**
 * Label of every pod that runs a VM, and of no other pod.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/template.go
 */
const launcher = { 'kubevirt.io': 'virt-launcher' } as const;

/** Labels of the metrics, and the pod labels that they are copied from. */
const carried: Readonly<Record<(typeof machineScrape.machineLabels)[number], string>> = {
  role: labelKeys.role,
  pool: labelKeys.pool,
  machine: 'vm.kubevirt.io/name',
};

/** Arguments of {@link createMachineMetrics}. */
export interface MachineMetricsArgs extends ClusterContext {
  /**
   * Options of the objects in the cluster's namespace.
   *
   * @default none: each object is deleted by itself
   */
  readonly contents?: NamespaceContents;
  /** Of the ServiceMonitor. */
  readonly owner: NamespaceOwner;
}

/**
 * Makes the objects by which the platform's Prometheus scrapes node-exporter inside the VMs, with the
 * labels of each VM. Makes nothing where the platform has no monitoring or `access.nodeMetrics` is
 * false. The ServiceMonitor is in the namespace of Prometheus, which ignores those in tenants'
 * namespaces.
 */
export function createMachineMetrics(
  name: string,
  { cluster, config, contents, environment, namespace, owner, platform }: MachineMetricsArgs,
  options: pulumi.CustomResourceOptions = {},
): void {
  const monitoring = platform.monitoring?.namespace;
  if (!config.access.nodeMetrics || monitoring === undefined) return;
  const within = {
    ...options,
    aliases: [formerComponent('user-cluster:MachineMetrics', name, options.parent)],
  };
  const inNamespace = { ...within, ...contents };
  const labels = clusterLabels(environment, cluster);
  const metadata = (object: string, where: string) => ({
    name: object,
    namespace: where,
    labels,
    annotations: ownerAnnotations,
  });
  const service = new core.v1.Service(
    `${name}-machines`,
    {
      // Headless: it only lists the VMs, so its creation never waits for them.
      metadata: {
        ...metadata('machines', namespace),
        annotations: waitingFor('jsonpath={.spec.clusterIP}=None'),
      },
      spec: {
        clusterIP: 'None',
        selector: launcher,
        ports: [{ name: 'node-metrics', port: ports.nodeMetrics, protocol: 'TCP' }],
      },
    },
    inNamespace,
  );
  const binding = new rbac.v1.RoleBinding(
    `${name}-discovery`,
    {
      metadata: metadata(prometheus.role, namespace),
      roleRef: discoveryRole,
      subjects: [{ kind: 'ServiceAccount', name: prometheus.account, namespace: monitoring }],
    },
    inNamespace,
  );
  new apiextensions.CustomResource(
    `${name}-monitor`,
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: {
        ...metadata(`${namespace}-${monitoringObjects.machines}`, monitoring),
        ownerReferences: [owner],
      },
      spec: renderMonitor({ cluster, namespace }, labels),
    },
    { ...within, dependsOn: [service, binding] },
  );
}

/**
 * Keeps the series of node-exporter alone. Under other names a VM could answer what the alerts of the
 * platform read, and silence them.
 */
const onlyOfNodes = { sourceLabels: ['__name__'], regex: machineScrape.series, action: 'keep' };

/**
 * Renders the ServiceMonitor. The admission policy of the program infra lets the account of the cluster
 * make none with other fields.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitorSpec
 */
function renderMonitor(
  { cluster, namespace }: Pick<ClusterContext, 'cluster' | 'namespace'>,
  matchLabels: Readonly<Record<string, string>>,
) {
  const metaLabel = (label: string) =>
    `__meta_kubernetes_pod_label_${label.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`;
  return {
    namespaceSelector: { matchNames: [namespace] },
    selector: { matchLabels },
    ...machineScrape.limits,
    endpoints: [
      {
        port: 'node-metrics',
        // Samples have the time of the scrape, whatever the VM says.
        honorTimestamps: false,
        // A VM could send Prometheus to an address that only Prometheus may reach.
        followRedirects: false,
        relabelings: [
          { targetLabel: machineScrape.clusterLabel, replacement: cluster },
          ...machineScrape.machineLabels.map((targetLabel) => ({
            sourceLabels: [metaLabel(carried[targetLabel])],
            targetLabel,
          })),
          { targetLabel: 'job', replacement: machineScrape.job },
        ],
        metricRelabelings: [onlyOfNodes],
      },
    ],
  };
}
