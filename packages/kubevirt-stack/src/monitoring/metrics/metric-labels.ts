// SPDX-License-Identifier: Apache-2.0
import type { ExporterName } from './exported-metrics.ts';

/** A program of the platform or of its hosts that serves metrics. */
export type MeasuredProgram =
  | 'virt-controller'
  | 'virt-handler'
  | 'cdi-controller'
  | 'cdi-operator'
  | 'metallb-controller'
  | 'metallb-speaker'
  | 'node-exporter'
  | 'kube-state-metrics'
  | 'kubelet'
  | 'blackbox-exporter'
  | 'prometheus'
  | 'alertmanager';

/** Labels that a program itself sets on its metrics. */
export interface MetricLabels {
  readonly exporter: Exclude<ExporterName, 'built-in'>;
  /** The program of the exporter that serves them. */
  readonly program: MeasuredProgram;
  readonly metrics: Readonly<Record<string, readonly string[]>>;
  readonly source: string;
}

const ofMachine = ['namespace', 'name'] as const;

/**
 * The labels of every metric that an alert or a dashboard uses. An end-to-end test compares those of real
 * programs with what these serve (`e2e/src/25-series-labels.test.ts`).
 */
export const metricLabels: readonly MetricLabels[] = [
  {
    exporter: 'kubevirt',
    program: 'virt-controller',
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
      kubevirt_vmi_migrations_in_pending_phase: [],
      kubevirt_vmi_migrations_in_running_phase: [],
      kubevirt_vmi_migrations_in_scheduling_phase: [],
      kubevirt_vmi_non_evictable: [...ofMachine, 'node'],
      kubevirt_vmi_phase_transition_time_from_creation_seconds_bucket: ['phase', 'le'],
      kubevirt_vm_resource_requests: [...ofMachine, 'resource', 'unit', 'source'],
      kubevirt_vm_disk_allocated_size_bytes: [
        ...ofMachine,
        'persistentvolumeclaim',
        'volume_mode',
        'device',
      ],
      kubevirt_virt_controller_leading_status: [],
    },
  },
  {
    exporter: 'kubevirt',
    program: 'virt-handler',
    // Beside these, VMs may give their series labels that begin with kubernetes_vmi_label_.
    source: 'https://github.com/kubevirt/kubevirt/tree/v1.8.4/pkg/monitoring/metrics/virt-handler',
    metrics: {
      kubevirt_info: ['goversion', 'kubeversion'],
      kubevirt_vmi_cpu_usage_seconds_total: [...ofMachine, 'node'],
      kubevirt_vmi_vcpu_delay_seconds_total: [...ofMachine, 'node', 'id'],
      kubevirt_vmi_memory_available_bytes: [...ofMachine, 'node'],
      kubevirt_vmi_memory_domain_bytes: [...ofMachine, 'node'],
      kubevirt_vmi_memory_resident_bytes: [...ofMachine, 'node'],
      kubevirt_vmi_memory_usable_bytes: [...ofMachine, 'node'],
      kubevirt_vmi_network_receive_bytes_total: [...ofMachine, 'node', 'interface'],
      kubevirt_vmi_network_transmit_bytes_total: [...ofMachine, 'node', 'interface'],
      kubevirt_vmi_storage_read_traffic_bytes_total: [...ofMachine, 'node', 'drive'],
      kubevirt_vmi_storage_write_traffic_bytes_total: [...ofMachine, 'node', 'drive'],
    },
  },
  {
    exporter: 'cdi',
    program: 'cdi-controller',
    source:
      'https://github.com/kubevirt/containerized-data-importer/tree/v1.65.0/pkg/monitoring/metrics/cdi-controller',
    metrics: { kubevirt_cdi_dataimportcron_outdated: ['namespace', 'cron_name', 'pending'] },
  },
  {
    exporter: 'cdi',
    program: 'cdi-operator',
    source:
      'https://github.com/kubevirt/containerized-data-importer/tree/v1.65.0/pkg/monitoring/metrics/operator-controller',
    metrics: { kubevirt_cdi_cr_ready: [] },
  },
  {
    exporter: 'metallb',
    program: 'metallb-controller',
    source: 'https://github.com/metallb/metallb/tree/v0.16.1/internal',
    metrics: {
      metallb_allocator_ipv4_addresses_in_use_total: ['pool'],
      metallb_allocator_ipv4_addresses_total: ['pool'],
      metallb_allocator_ipv6_addresses_in_use_total: ['pool'],
      metallb_allocator_ipv6_addresses_total: ['pool'],
      metallb_k8s_client_config_stale_bool: [],
    },
  },
  {
    exporter: 'metallb',
    program: 'metallb-speaker',
    source: 'https://github.com/metallb/metallb/blob/v0.16.1/internal/bgp/native/native.go',
    metrics: { metallb_bgp_session_up: ['peer'] },
  },
  {
    exporter: 'node-exporter',
    program: 'node-exporter',
    source: 'https://github.com/prometheus/node_exporter/tree/v1.12.1/collector',
    metrics: {
      node_memory_MemAvailable_bytes: [],
      node_memory_MemTotal_bytes: [],
      node_memory_HugePages_Total: [],
      node_memory_Hugepagesize_bytes: [],
      node_vmstat_oom_kill: [],
      node_cpu_seconds_total: ['cpu', 'mode'],
      node_disk_read_bytes_total: ['device'],
      node_disk_written_bytes_total: ['device'],
      node_network_receive_bytes_total: ['device'],
      node_network_transmit_bytes_total: ['device'],
      node_filesystem_avail_bytes: ['device', 'mountpoint', 'fstype', 'device_error'],
      node_filesystem_size_bytes: ['device', 'mountpoint', 'fstype', 'device_error'],
    },
  },
  {
    exporter: 'kube-state-metrics',
    program: 'kube-state-metrics',
    // Names of resources have underscores: SanitizeLabelName of internal/store/utils.go.
    source: 'https://github.com/kubernetes/kube-state-metrics/tree/v2.18.0/internal/store',
    metrics: {
      kube_node_info: [
        'node',
        'kernel_version',
        'os_image',
        'container_runtime_version',
        'kubelet_version',
        'kubeproxy_version',
        'provider_id',
        'pod_cidr',
        'system_uuid',
        'internal_ip',
      ],
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
      kube_pod_container_resource_requests: [
        'namespace',
        'pod',
        'uid',
        'container',
        'node',
        'resource',
        'unit',
      ],
      kube_pod_status_phase: ['namespace', 'pod', 'uid', 'phase'],
      kube_persistentvolumeclaim_resource_requests_storage_bytes: [
        'namespace',
        'persistentvolumeclaim',
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
    program: 'kubelet',
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
    program: 'blackbox-exporter',
    source: 'https://github.com/prometheus/blackbox_exporter/tree/v0.28.0/prober',
    metrics: {
      probe_ssl_earliest_cert_expiry: [],
      probe_ssl_last_chain_expiry_timestamp_seconds: [],
      probe_success: [],
    },
  },
  {
    exporter: 'prometheus',
    program: 'prometheus',
    source: 'https://github.com/prometheus/prometheus/tree/v3.15.0',
    metrics: {
      prometheus_config_last_reload_successful: [],
      prometheus_rule_evaluation_failures_total: ['rule_group'],
      prometheus_tsdb_head_series: [],
      prometheus_tsdb_head_chunks_storage_size_bytes: [],
      prometheus_tsdb_storage_blocks_bytes: [],
      prometheus_tsdb_wal_storage_size_bytes: [],
    },
  },
  {
    exporter: 'alertmanager',
    program: 'alertmanager',
    source: 'https://github.com/prometheus/alertmanager/tree/v0.33.1',
    metrics: {
      alertmanager_config_last_reload_successful: [],
      alertmanager_notifications_failed_total: ['integration', 'reason'],
    },
  },
];
