// SPDX-License-Identifier: Apache-2.0
import { machineScrape } from '@strata/contracts/accounts';
import { poolInUse } from '../metrics/pool-in-use.ts';
import { curves, stat, table } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';

/** The components that install, migrate and connect VMs, and monitoring itself. */
export const platformDashboard: Dashboard = {
  uid: 'strata-platform',
  title: 'Platform',
  fleetView: 'overview',
  variables: [],
  panels: [
    stat('Alerts', 'short', 'count(ALERTS{alertstate="firing",severity!="none"}) or vector(0)'),
    stat(
      'virt-controllers in charge',
      'short',
      'sum(kubevirt_virt_controller_leading_status) or vector(0)',
    ),
    stat('CDI is ready', 'short', 'max(kubevirt_cdi_cr_ready) or vector(0)'),
    stat('Cannot be measured', 'short', `count(up{job!="${machineScrape.job}"} == 0) or vector(0)`),
    // With all labels: each alert has those that say what it is about.
    table('Alerts', 'ALERTS{alertstate="firing",severity!="none"}'),
    table('Versions', 'max by (kubeversion, goversion) (kubevirt_info)', { width: 12 }),
    table(
      'Golden images behind their source',
      'max by (exported_namespace, cron_name, pending) (kubevirt_cdi_dataimportcron_outdated) > 0',
      { width: 12 },
    ),
    curves('Addresses in use', 'percentunit', {
      '{{pool}} IPv4': poolInUse('ipv4'),
      '{{pool}} IPv6': poolInUse('ipv6'),
    }),
    curves('Live migrations', 'short', {
      running: 'max(kubevirt_vmi_migrations_in_running_phase)',
      waiting:
        'max(kubevirt_vmi_migrations_in_pending_phase) + max(kubevirt_vmi_migrations_in_scheduling_phase)',
    }),
    curves('From request to running VM, slowest twentieth', 's', {
      seconds:
        'histogram_quantile(0.95, sum by (le) (rate(kubevirt_vmi_phase_transition_time_from_creation_seconds_bucket{phase="Running"}[30m])))',
    }),
    curves('Certificates have left', 's', {
      '{{instance}}': 'min by (instance) (probe_ssl_earliest_cert_expiry) - time()',
    }),
    curves('Series in Prometheus', 'short', {
      '{{pod}}': 'max by (pod) (prometheus_tsdb_head_series)',
    }),
    curves('Disk space of Prometheus', 'bytes', {
      // Blocks are written every two hours; until then series are in the log and in chunks of the head.
      '{{pod}}':
        'max by (pod) (prometheus_tsdb_storage_blocks_bytes + prometheus_tsdb_wal_storage_size_bytes + prometheus_tsdb_head_chunks_storage_size_bytes)',
    }),
  ],
};
