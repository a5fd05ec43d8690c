// SPDX-License-Identifier: Apache-2.0
import { backupLateSeries, credentialSeries, volumeBackupLateSeries } from '@strata/contracts';
import type { ExporterName } from './exported-metrics.ts';

/** An exporter's scrape target: which labels Prometheus adds to its series. */
interface Target {
  /**
   * Labels that Prometheus adds.
   * @see
   * https://github.com/prometheus-operator/prometheus-operator/blob/v0.93.1/pkg/prometheus/promcfg.go
   */
  readonly labels: readonly string[];
  /**
   * Whether an exporter's own label wins over one that Prometheus adds; otherwise it is renamed to
   * `exported_<label>`.
   */
  readonly honorLabels: boolean;
  /** Where the target is defined. */
  readonly source: string;
}

const ofPod = ['namespace', 'pod', 'container', 'endpoint', 'instance', 'job'] as const;
const own = 'monitoring/render-targets.ts';

const targets: Readonly<Record<Exclude<ExporterName, 'built-in'>, Target>> = {
  kubevirt: {
    labels: [...ofPod, 'service'],
    honorLabels: true,
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/prometheus.go',
  },
  cdi: {
    labels: [...ofPod, 'service'],
    honorLabels: false,
    source:
      'https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/controller/prometheus.go',
  },
  metallb: { labels: ofPod, honorLabels: false, source: own },
  'node-exporter': { labels: [...ofPod, 'node'], honorLabels: false, source: own },
  'kube-state-metrics': { labels: ofPod, honorLabels: true, source: own },
  kubelet: {
    labels: ['namespace', 'endpoint', 'instance', 'job', 'service', 'node'],
    honorLabels: true,
    source: own,
  },
  'blackbox-exporter': { labels: ofPod, honorLabels: false, source: own },
  prometheus: { labels: ofPod, honorLabels: false, source: own },
  alertmanager: { labels: ofPod, honorLabels: false, source: own },
};

/** Labels that an exporter itself sets on its metrics. */
interface MetricLabels {
  readonly exporter: keyof typeof targets;
  readonly metrics: Readonly<Record<string, readonly string[]>>;
  readonly source: string;
}

const ofMachine = ['namespace', 'name'] as const;

/** The labels of every metric that an alert uses. */
const exported: readonly MetricLabels[] = [
  {
    exporter: 'kubevirt',
    // They are the same in 1.7.0, 1.8.4 and 1.9.0.
    source:
      'https://github.com/kubevirt/kubevirt/tree/v1.8.4/pkg/monitoring/metrics/virt-controller',
    metrics: {
      kubevirt_vm_info: [
        ...ofMachine,
        'os',
        'workload',
        'flavor',
        'machine_type',
        'instance_type',
        'preference',
        'status',
        'status_group',
      ],
      kubevirt_vmi_info: [
        ...ofMachine,
        'node',
        'phase',
        'os',
        'workload',
        'flavor',
        'instance_type',
        'preference',
        'guest_os_kernel_release',
        'guest_os_machine',
        'guest_os_arch',
        'guest_os_name',
        'guest_os_version_id',
        'evictable',
        'outdated',
        'vmi_pod',
      ],
      kubevirt_vmi_migration_start_time_seconds: [...ofMachine, 'node', 'migration_name'],
      kubevirt_vmi_migration_end_time_seconds: [...ofMachine, 'node', 'migration_name', 'status'],
      kubevirt_vmi_migration_failed: ['vmi', 'vmim', 'namespace'],
      kubevirt_virt_controller_leading_status: [],
    },
  },
  {
    exporter: 'cdi',
    source:
      'https://github.com/kubevirt/containerized-data-importer/tree/v1.65.0/pkg/monitoring/metrics',
    metrics: {
      kubevirt_cdi_dataimportcron_outdated: ['namespace', 'cron_name', 'pending'],
      kubevirt_cdi_cr_ready: [],
    },
  },
  {
    exporter: 'metallb',
    source: 'https://github.com/metallb/metallb/tree/v0.16.1/internal',
    metrics: {
      metallb_allocator_ipv4_addresses_in_use_total: ['pool'],
      metallb_allocator_ipv4_addresses_total: ['pool'],
      metallb_allocator_ipv6_addresses_in_use_total: ['pool'],
      metallb_allocator_ipv6_addresses_total: ['pool'],
      metallb_bgp_session_up: ['peer'],
      metallb_k8s_client_config_stale_bool: [],
    },
  },
  {
    exporter: 'node-exporter',
    source: 'https://github.com/prometheus/node_exporter/tree/v1.12.1/collector',
    metrics: {
      node_memory_MemAvailable_bytes: [],
      node_memory_MemTotal_bytes: [],
      node_memory_HugePages_Total: [],
      node_memory_Hugepagesize_bytes: [],
      node_vmstat_oom_kill: [],
      node_filesystem_avail_bytes: ['device', 'mountpoint', 'fstype', 'device_error'],
      node_filesystem_size_bytes: ['device', 'mountpoint', 'fstype', 'device_error'],
    },
  },
  {
    exporter: 'kube-state-metrics',
    // Names of resources have underscores: SanitizeLabelName of internal/store/utils.go.
    source: 'https://github.com/kubernetes/kube-state-metrics/tree/v2.18.0/internal/store',
    metrics: {
      kube_node_status_condition: ['node', 'condition', 'status'],
      kube_node_status_allocatable: ['node', 'resource', 'unit'],
      kube_node_spec_unschedulable: ['node'],
      // object-metrics.ts allows only this label of nodes.
      kube_node_labels: ['node', 'label_kubevirt_io_schedulable'],
      kube_pod_info: [
        'namespace',
        'pod',
        'uid',
        'host_ip',
        'pod_ip',
        'node',
        'created_by_kind',
        'created_by_name',
        'priority_class',
        'host_network',
      ],
      kube_deployment_status_replicas_available: ['namespace', 'deployment'],
      kube_deployment_spec_replicas: ['namespace', 'deployment'],
      kube_daemonset_status_number_unavailable: ['namespace', 'daemonset'],
      kube_resourcequota: ['resourcequota', 'namespace', 'resource', 'type'],
      kube_cronjob_created: ['namespace', 'cronjob'],
      kube_cronjob_status_last_schedule_time: ['namespace', 'cronjob'],
      kube_cronjob_status_last_successful_time: ['namespace', 'cronjob'],
    },
  },
  {
    exporter: 'kubelet',
    source: 'https://github.com/kubernetes/kubernetes/tree/v1.35.4/pkg/kubelet/metrics',
    metrics: {
      kubelet_certificate_manager_server_ttl_seconds: [],
      kubelet_certificate_manager_client_expiration_renew_errors: [],
      kubelet_volume_stats_available_bytes: ['namespace', 'persistentvolumeclaim'],
      kubelet_volume_stats_capacity_bytes: ['namespace', 'persistentvolumeclaim'],
    },
  },
  {
    exporter: 'blackbox-exporter',
    source: 'https://github.com/prometheus/blackbox_exporter/tree/v0.28.0/prober',
    metrics: {
      probe_ssl_earliest_cert_expiry: [],
      probe_ssl_last_chain_expiry_timestamp_seconds: [],
      probe_success: [],
    },
  },
  {
    exporter: 'prometheus',
    source: 'https://github.com/prometheus/prometheus/tree/v3.15.0',
    metrics: {
      prometheus_config_last_reload_successful: [],
      prometheus_rule_evaluation_failures_total: ['rule_group'],
    },
  },
  {
    exporter: 'alertmanager',
    source: 'https://github.com/prometheus/alertmanager/tree/v0.33.1',
    metrics: {
      alertmanager_config_last_reload_successful: [],
      alertmanager_notifications_failed_total: ['integration', 'reason'],
    },
  },
];

function stored(labels: readonly string[], target: Target): string[] {
  const named = target.honorLabels
    ? labels
    : labels.map((label) => (target.labels.includes(label) ? `exported_${label}` : label));
  return [...new Set([...named, ...target.labels])];
}

/** The labels of series that no exporter exports. */
const made: Readonly<Record<string, readonly string[]>> = {
  // Prometheus makes it for each target; targets of a ServiceMonitor have a service as well.
  up: [...ofPod, 'service'],
  // The stacks of user clusters have Prometheus record these.
  ...Object.fromEntries(
    Object.values(credentialSeries).map((series) => [series, ['cluster', 'credential']]),
  ),
  [backupLateSeries]: ['cluster', 'namespace'],
  [volumeBackupLateSeries]: ['cluster', 'namespace'],
};

/** The labels that Prometheus stores with each metric that alerts use. */
export const seriesLabels: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(made),
  ...exported.flatMap(({ exporter, metrics }) =>
    Object.entries(metrics).map(
      ([metric, labels]) => [metric, stored(labels, targets[exporter])] as const,
    ),
  ),
]);
