// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import { memoryOfMachines } from '../metrics/memory-of-machines.ts';
import { curves, stat, table } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';

/** Matches the namespaces of user clusters, which are not all that have VMs or volumes. */
const namespaces = clusterNamespace('.+');
const chosen = 'namespace=~"$cluster"';

/** The user clusters, one namespace each, as seen from the infra cluster. */
export const clustersDashboard: Dashboard = {
  uid: 'strata-clusters',
  title: 'User clusters',
  fleetView: 'clusters',
  variables: [
    { name: 'cluster', label: 'namespace', metric: 'kubevirt_vm_info', values: namespaces },
  ],
  panels: [
    stat(
      'Clusters',
      'short',
      `count(count by (namespace) (kubevirt_vm_info{namespace=~"${namespaces}"})) or vector(0)`,
    ),
    stat(
      'Machines',
      'short',
      `count(max by (namespace, name) (kubevirt_vm_info{${chosen}})) or vector(0)`,
    ),
    stat(
      'CPUs',
      'short',
      // KubeVirt tells sockets, cores and threads apart, and each only where it is set. A sum of logarithms
      // is the logarithm of the product.
      `round(sum(exp(sum by (namespace, name) (ln(max by (namespace, name, unit) (kubevirt_vm_resource_requests{resource="cpu",unit=~"sockets|cores|threads",source="domain",${chosen}})))))) or vector(0)`,
    ),
    stat(
      'Disk space',
      'bytes',
      `sum(max by (namespace, name, persistentvolumeclaim) (kubevirt_vm_disk_allocated_size_bytes{${chosen}})) or vector(0)`,
    ),
    curves('Machines that run', 'short', {
      '{{namespace}}': `count by (namespace) (max by (namespace, name) (kubevirt_vmi_info{phase="running",${chosen}}))`,
    }),
    curves('CPU', 'short', {
      '{{namespace}}': `sum by (namespace) (rate(kubevirt_vmi_cpu_usage_seconds_total{${chosen}}[5m]))`,
    }),
    curves('Memory that hosts give', 'bytes', {
      '{{namespace}}': `sum by (namespace) (${memoryOfMachines(chosen)})`,
    }),
    curves('Volumes', 'bytes', {
      '{{namespace}}': `sum by (namespace) (max by (namespace, persistentvolumeclaim) (kube_persistentvolumeclaim_resource_requests_storage_bytes{${chosen}}))`,
    }),
    curves('Network', 'Bps', {
      '{{namespace}} in': `sum by (namespace) (rate(kubevirt_vmi_network_receive_bytes_total{${chosen}}[5m]))`,
      '{{namespace}} out': `sum by (namespace) (rate(kubevirt_vmi_network_transmit_bytes_total{${chosen}}[5m]))`,
    }),
    curves('Disks', 'Bps', {
      '{{namespace}} read': `sum by (namespace) (rate(kubevirt_vmi_storage_read_traffic_bytes_total{${chosen}}[5m]))`,
      '{{namespace}} written': `sum by (namespace) (rate(kubevirt_vmi_storage_write_traffic_bytes_total{${chosen}}[5m]))`,
    }),
    table(
      'Machines by state',
      `count by (namespace, status_group) (max by (namespace, name, status_group) (kubevirt_vm_info{${chosen}}))`,
      { valueColumn: 'machines' },
    ),
  ],
};
