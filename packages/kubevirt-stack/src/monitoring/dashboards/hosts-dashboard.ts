// SPDX-License-Identifier: Apache-2.0
import { memoryInUse } from '../metrics/memory-in-use.ts';
import { ofHosts } from '../metrics/of-hosts.ts';
import { curves, stat, table } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';

const chosen = 'node=~"$host"';
const measured = `${ofHosts},${chosen}`;
/**
 * Ends of the interfaces of pods and VMs on their host. What passes them passes an interface of the host,
 * too, in the other direction.
 */
const ofPods = 'device!~"lo|veth.*|tap.*|lxc.*|cali.*|cilium_(host|net)"';
/** Devices that are made of other disks, or whose data come over the network. */
const ofDisks = 'device!~"(dm-|md|bcache|drbd|nbd|rbd|zd).*"';
const files = 'fstype!~"tmpfs|ramfs|overlay"';

/** The hosts of the data centre. */
export const hostsDashboard: Dashboard = {
  uid: 'strata-hosts',
  title: 'Hosts',
  fleetView: 'hosts',
  variables: [{ name: 'host', label: 'node', metric: 'kube_node_info' }],
  panels: [
    stat(
      'Ready',
      'short',
      'sum(max by (node) (kube_node_status_condition{condition="Ready",status="true"}))',
    ),
    stat('Hosts', 'short', 'count(max by (node) (kube_node_info))'),
    stat(
      'Can run VMs',
      'short',
      'count(max by (node) (kube_node_labels{label_kubevirt_io_schedulable="true"})) or vector(0)',
    ),
    stat(
      'In maintenance',
      'short',
      'sum(max by (node) (kube_node_spec_unschedulable)) or vector(0)',
    ),
    curves('CPU in use', 'percentunit', {
      '{{node}}': `1 - avg by (node) (rate(node_cpu_seconds_total{mode="idle",${measured}}[5m]))`,
    }),
    curves('Memory in use', 'percentunit', {
      '{{node}}': memoryInUse(measured),
    }),
    curves('Memory promised to VMs', 'percentunit', {
      '{{node}}':
        // A launcher that a VM has moved away from stays as a completed pod, with its requests.
        `sum by (node) (kube_pod_container_resource_requests{resource="memory",${chosen},pod=~"virt-launcher-.*"}` +
        ' * on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_status_phase{phase=~"Pending|Running"}))' +
        ` / max by (node) (kube_node_status_allocatable{resource="memory",${chosen}})`,
    }),
    curves('VMs', 'short', {
      '{{node}}': `count by (node) (max by (node, namespace, name) (kubevirt_vmi_info{phase="running",${chosen}}))`,
    }),
    curves('Network', 'Bps', {
      // By device: a byte passes a port, the bond that it is in, a bridge and a tunnel.
      '{{node}} {{device}} in': `sum by (node, device) (rate(node_network_receive_bytes_total{${measured},${ofPods}}[5m]))`,
      '{{node}} {{device}} out': `sum by (node, device) (rate(node_network_transmit_bytes_total{${measured},${ofPods}}[5m]))`,
    }),
    curves('Disks', 'Bps', {
      '{{node}} read': `sum by (node) (rate(node_disk_read_bytes_total{${measured},${ofDisks}}[5m]))`,
      '{{node}} written': `sum by (node) (rate(node_disk_written_bytes_total{${measured},${ofDisks}}[5m]))`,
    }),
    curves('Disk space in use', 'percentunit', {
      '{{node}} {{mountpoint}}': `max by (node, mountpoint) (1 - node_filesystem_avail_bytes{${measured},${files}} / node_filesystem_size_bytes{${measured},${files}})`,
    }),
    curves('Processes ended for lack of memory', 'short', {
      '{{node}}': `max by (node) (increase(node_vmstat_oom_kill{${measured}}[15m]))`,
    }),
    table(
      'Versions',
      `max by (node, kubelet_version, os_image, kernel_version) (kube_node_info{${chosen}})`,
    ),
  ],
};
