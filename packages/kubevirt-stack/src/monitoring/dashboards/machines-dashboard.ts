// SPDX-License-Identifier: Apache-2.0
import { memoryOfMachines } from '../metrics/memory-of-machines.ts';
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
    stat(
      'Being moved',
      'short',
      `count(max by (namespace, name) (kubevirt_vm_info{status_group="migrating",${chosen}})) or vector(0)`,
    ),
    stat(
      'In an outdated launcher',
      'short',
      `count(max by (namespace, name) (kubevirt_vmi_info{outdated="true",${chosen}})) or vector(0)`,
    ),
    curves('CPU', 'short', {
      '{{namespace}}/{{name}}': rate('kubevirt_vmi_cpu_usage_seconds_total'),
    }),
    curves('Waiting for a CPU', 'percentunit', {
      // One series for each CPU of a VM: the share of time that they wait, whatever their number.
      '{{namespace}}/{{name}}': `avg by (namespace, name) (rate(kubevirt_vmi_vcpu_delay_seconds_total{${chosen}}[5m]))`,
    }),
    curves('Memory that the guest uses', 'bytes', {
      '{{namespace}}/{{name}}': `sum by (namespace, name) (kubevirt_vmi_memory_available_bytes{${chosen}} - kubevirt_vmi_memory_usable_bytes{${chosen}})`,
    }),
    curves('Memory that the host gives', 'bytes', {
      '{{namespace}}/{{name}}': memoryOfMachines(chosen),
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
      `max by (namespace, name, status) (kubevirt_vm_info{status_group!~"running|migrating",${chosen}})`,
    ),
    // "Eviction strategy is set to Live Migration but is not migratable": with LiveMigrateIfPossible such a
    // VM is shut down for a drain, and is none of these.
    table(
      'Block the drain of their host',
      `max by (namespace, name, node) (kubevirt_vmi_non_evictable{${chosen}}) > 0`,
    ),
  ],
};
