// SPDX-License-Identifier: Apache-2.0
import { metricsOf } from './metric-list.ts';

/**
 * The metrics that MetalLB's controller and speaker export in native mode.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/internal/allocator/stats.go
 */
export const metallb = metricsOf({
  counter: `
    metallb_bgp_updates_total metallb_layer2_gratuitous_sent metallb_layer2_requests_received
    metallb_k8s_client_update_errors_total metallb_k8s_client_updates_total
    metallb_layer2_responses_sent
  `,
  gauge: `
    metallb_allocator_addresses_in_use_total metallb_allocator_addresses_total
    metallb_allocator_ipv4_addresses_in_use_total metallb_allocator_ipv4_addresses_total
    metallb_allocator_ipv6_addresses_in_use_total metallb_allocator_ipv6_addresses_total
    metallb_allocator_services_allocated_total metallb_bgp_announced_prefixes_total
    metallb_bgp_pending_prefixes_total metallb_bgp_session_up
    metallb_k8s_client_config_loaded_bool metallb_k8s_client_config_stale_bool
    metallb_speaker_announced
  `,
});

/**
 * The metrics that the blackbox exporter exports about a TLS connection.
 *
 * @see https://github.com/prometheus/blackbox_exporter/tree/v0.28.0/prober
 */
export const blackbox = metricsOf({
  gauge: `
    probe_dns_lookup_time_seconds probe_duration_seconds probe_failed_due_to_bytes probe_failed_due_to_regex
    probe_ip_addr_hash probe_ip_protocol probe_ssl_earliest_cert_expiry
    probe_ssl_last_chain_expiry_timestamp_seconds probe_ssl_last_chain_info probe_success
    probe_tls_cipher_info probe_tls_version_info
  `,
});

/**
 * The metrics of a kubelet that Prometheus keeps: those of volumes and certificates.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/certificate/kubelet.go
 */
export const kubelet = metricsOf({
  counter: 'kubelet_certificate_manager_client_expiration_renew_errors',
  gauge: `
    kubelet_certificate_manager_server_ttl_seconds kubelet_volume_stats_available_bytes
    kubelet_volume_stats_capacity_bytes kubelet_volume_stats_inodes
    kubelet_volume_stats_inodes_free kubelet_volume_stats_inodes_used
    kubelet_volume_stats_used_bytes
  `,
});

/**
 * The series that Prometheus itself makes for every target and alert.
 *
 * @see https://prometheus.io/docs/concepts/jobs_instances/
 */
export const builtIn = metricsOf({
  gauge: `
    ALERTS ALERTS_FOR_STATE scrape_duration_seconds scrape_samples_post_metric_relabeling
    scrape_samples_scraped scrape_series_added up
  `,
});
