// SPDX-License-Identifier: Apache-2.0
import { memoryInUse } from '../metrics/memory-in-use.ts';
import { ofHosts } from '../metrics/of-hosts.ts';
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const readiness = 'kube_node_status_condition{node="host-1",condition="Ready",status="true"}';
const label = (schedulable: string) =>
  `kube_node_labels{node="host-1",label_kubevirt_io_schedulable="${schedulable}"}`;
const cordoned = 'kube_node_spec_unschedulable{node="host-1"}';
const handler = {
  series: 'kube_pod_info{namespace="kubevirt",pod="virt-handler-x",node="host-1"}',
  values: '1x20',
};
/**
 * The KVM devices that pods may use: a host with a broken or missing /dev/kvm has capacity, but
 * none allocatable.
 */
const virtualization =
  'kube_node_status_allocatable{node="host-1",resource="devices_kubevirt_io_kvm",unit="integer"}';
const ofHost = 'node="host-1",job="node-exporter"';
/** A VM of a user cluster that claims to be the host: its tenant decides which labels it sends. */
const ofVm = 'node="host-1",job="user-cluster-machines"';
/** Memory of which a number of hugepages with a size of 1 is set aside. */
const memory = (of: string, total: string, available: string, hugepages = '0x30') => [
  { series: `node_memory_MemTotal_bytes{${of}}`, values: total },
  { series: `node_memory_MemAvailable_bytes{${of}}`, values: available },
  { series: `node_memory_HugePages_Total{${of}}`, values: hugepages },
  { series: `node_memory_Hugepagesize_bytes{${of}}`, values: '1x30' },
];
const disk = (of: string, size: string, available: string) =>
  [
    ['size', size],
    ['avail', available],
  ].map(([what, values = '']) => ({
    series: `node_filesystem_${what}_bytes{${of},mountpoint="/var",fstype="ext4"}`,
    values,
  }));
const onDisks = `${ofHosts},fstype!~"tmpfs|ramfs|overlay"`;

/** Alerts on the hosts that VMs run on. */
export const hostAlerts: readonly Alert[] = [
  {
    name: 'HostNotReady',
    expression: () =>
      'max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 0',
    forMinutes: ({ hostAwayMinutes }) => hostAwayMinutes,
    severity: 'critical',
    summary: 'Host {{ $labels.node }} is away',
    description:
      'Its kubelet has stopped reporting. VMs on it may be dead; they start elsewhere only once ' +
      'the host is known to be off.',
    cases: [
      {
        when: 'a host has been away for a quarter of an hour',
        given: [{ series: readiness, values: '1x5 0x20' }],
        after: 20,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'it has rebooted',
        given: [{ series: readiness, values: '0x6 1x20' }],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'HostCannotRunMachines',
    // A host that VMs are no longer meant for, by `kubevirt.workloads`, keeps the label and the empty
    // resource of the virt-handler that it had.
    expression: ({ namespaces }) =>
      '(max by (node) (kube_node_labels{label_kubevirt_io_schedulable="false"}) > 0' +
      ' or max by (node) (kube_node_status_allocatable{resource="devices_kubevirt_io_kvm"}) == 0)' +
      ' unless on (node) kube_node_spec_unschedulable > 0' +
      ` and on (node) kube_pod_info{namespace="${namespaces.kubevirt}",pod=~"virt-handler-.*"}`,
    forMinutes: minutes(10),
    severity: 'critical',
    summary: 'KubeVirt gives host {{ $labels.node }} no VMs',
    description:
      'virt-handler on the host does not report, or the host has no /dev/kvm. VMs there go on ' +
      'without being looked after, and new ones go elsewhere.',
    cases: [
      {
        when: 'virt-handler does not report',
        given: [
          handler,
          { series: label('false'), values: '1x20' },
          { series: cordoned, values: '0x20' },
        ],
        after: 15,
        fires: [{ node: 'host-1' }],
      },
      {
        when: '/dev/kvm is missing, which virt-handler takes for no reason to say that it is not schedulable',
        given: [
          handler,
          { series: label('true'), values: '1x20' },
          { series: virtualization, values: '0x20' },
          { series: cordoned, values: '0x20' },
        ],
        after: 15,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'somebody has cordoned the host for maintenance',
        given: [
          handler,
          { series: label('false'), values: '1x20' },
          { series: virtualization, values: '0x20' },
          { series: cordoned, values: '1x20' },
        ],
        after: 15,
        fires: [],
      },
      {
        when: 'VMs are no longer meant for the host',
        given: [
          { series: label('false'), values: '1x20' },
          { series: virtualization, values: '0x20' },
          { series: cordoned, values: '0x20' },
        ],
        after: 15,
        fires: [],
      },
      {
        when: 'all is well',
        given: [
          handler,
          { series: label('true'), values: '1x20' },
          { series: virtualization, values: '1000x20' },
          { series: cordoned, values: '0x20' },
        ],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'HostMemoryLow',
    expression: ({ thresholds }) =>
      `${memoryInUse(ofHosts)} > ${thresholds.hostMemoryPercent / 100}`,
    forMinutes: minutes(15),
    severity: 'warning',
    summary: 'Host {{ $labels.node }} runs out of memory',
    description: 'Once none is left, the kernel ends a VM.',
    cases: [
      {
        when: 'a twentieth is left',
        given: memory(ofHost, '100x30', '5x30'),
        after: 20,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'a fifth is left',
        given: memory(ofHost, '100x30', '20x30'),
        after: 20,
        fires: [],
      },
      {
        when: 'nine tenths are hugepages for VMs, and half of the rest is left',
        given: memory(ofHost, '100x30', '5x30', '90x30'),
        after: 20,
        fires: [],
      },
      {
        when: 'a VM of a user cluster has little memory left, and says that it is the host',
        given: memory(ofVm, '100x30', '5x30'),
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'HostOutOfMemory',
    expression: () => `max by (node) (increase(node_vmstat_oom_kill{${ofHosts}}[15m])) > 0`,
    forMinutes: minutes(0),
    severity: 'critical',
    summary: 'Host {{ $labels.node }} has ended a process for lack of memory',
    description:
      'It may have been a VM: on a host that is full, or a pod that reached its own limit.',
    cases: [
      {
        when: 'the kernel has killed one process',
        given: [{ series: `node_vmstat_oom_kill{${ofHost}}`, values: '3x10 4x10' }],
        after: 15,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'the last one was long ago',
        given: [{ series: `node_vmstat_oom_kill{${ofHost}}`, values: '3x40' }],
        after: 30,
        fires: [],
      },
      {
        when: 'the kernel of a VM of a user cluster has killed one',
        given: [{ series: `node_vmstat_oom_kill{${ofVm}}`, values: '3x10 4x10' }],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'HostDiskAlmostFull',
    expression: ({ thresholds }) =>
      `max by (node, mountpoint) (1 - node_filesystem_avail_bytes{${onDisks}}` +
      ` / node_filesystem_size_bytes{${onDisks}})` +
      ` > ${thresholds.hostDiskPercent / 100}`,
    forMinutes: minutes(30),
    severity: 'warning',
    summary: 'File system {{ $labels.mountpoint }} of host {{ $labels.node }} is almost full',
    description: 'The kubelet begins to remove images and pods, VMs among them, when it is full.',
    cases: [
      {
        when: 'a tenth is left',
        given: disk(ofHost, '100x40', '10x40'),
        after: 35,
        fires: [{ node: 'host-1', mountpoint: '/var' }],
      },
      {
        when: 'half is left',
        given: disk(ofHost, '100x40', '50x40'),
        after: 35,
        fires: [],
      },
      {
        when: 'the disk of a VM of a user cluster is almost full',
        given: disk(ofVm, '100x40', '10x40'),
        after: 35,
        fires: [],
      },
    ],
  },
];
