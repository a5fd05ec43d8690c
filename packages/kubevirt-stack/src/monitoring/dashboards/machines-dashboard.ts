// SPDX-License-Identifier: Apache-2.0
import { curves, stat, table } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';

const chosen = 'namespace=~"$cluster",name=~"$machine"';
const rate = (metric: string) => `sum by (namespace, name) (rate(${metric}{${chosen}}[5m]))`;

/** The VMs, as their hosts see them. */
export const machinesDashboard: Dashboard = {
  uid: 'strata-machines',
  title: 'VMs',
  fleetView: 'clusters',
  variables: [
    { name: 'cluster', label: 'namespace', metric: 'kubevirt_vm_info' },
    { name: 'machine', label: 'name', metric: 'kubevirt_vm_info' },
  ],
  panels: [
    stat(
      'Running',
      'short',
      `count(max by (namespace, name) (kubevirt_vmi_info{phase="running",${chosen}})) or vector(0)`,
    ),
    stat(
      'In an error',
      'short',
      `count(max by (namespace, name) (kubevirt_vm_info{status_group="error",${chosen}})) or vector(0)`,
    ),
    stat('Being moved', 'short', 'max(kubevirt_vmi_migrations_in_running_phase) or vector(0)'),
    stat(
      'In an outdated launcher',
      'short',
      `count(max by (namespace, name) (kubevirt_vmi_info{outdated="true",${chosen}})) or vector(0)`,
    ),
    curves('CPU', 'short', {
      '{{namespace}}/{{name}}': rate('kubevirt_vmi_cpu_usage_seconds_total'),
    }),
    curves('Waiting for a CPU', 'percentunit', {
      '{{namespace}}/{{name}}': rate('kubevirt_vmi_vcpu_delay_seconds_total'),
    }),
    curves('Memory that the guest uses', 'bytes', {
      '{{namespace}}/{{name}}': `sum by (namespace, name) (kubevirt_vmi_memory_available_bytes{${chosen}} - kubevirt_vmi_memory_usable_bytes{${chosen}})`,
    }),
    curves('Memory that the host gives', 'bytes', {
      '{{namespace}}/{{name}}': `sum by (namespace, name) (kubevirt_vmi_memory_resident_bytes{${chosen}})`,
    }),
    curves('Network', 'Bps', {
      '{{namespace}}/{{name}} in': rate('kubevirt_vmi_network_receive_bytes_total'),
      '{{namespace}}/{{name}} out': rate('kubevirt_vmi_network_transmit_bytes_total'),
    }),
    curves('Disks', 'Bps', {
      '{{namespace}}/{{name}} read': rate('kubevirt_vmi_storage_read_traffic_bytes_total'),
      '{{namespace}}/{{name}} written': rate('kubevirt_vmi_storage_write_traffic_bytes_total'),
    }),
    table(
      'Not running',
      `max by (namespace, name, status) (kubevirt_vm_info{status_group!="running",${chosen}})`,
    ),
    table(
      'Cannot be moved',
      `max by (namespace, name, node) (kubevirt_vmi_non_evictable{${chosen}}) > 0`,
    ),
  ],
};
