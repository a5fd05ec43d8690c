// SPDX-License-Identifier: Apache-2.0
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const vm = (more: string) => `kubevirt_vm_info{namespace="shop",name="node-1",${more}}`;
const vmi = (phase: string) =>
  `kubevirt_vmi_info{namespace="shop",name="node-1",node="host-1",phase="${phase}"}`;
const machine = { namespace: 'shop', name: 'node-1' };

/** Alerts on VMs. Several virt-controllers may report the same VM, hence `max by`. */
export const machineAlerts: readonly Alert[] = [
  {
    name: 'VirtualMachineNotRunning',
    expression: () => 'max by (namespace, name) (kubevirt_vm_info{status_group="error"}) > 0',
    forMinutes: ({ machineErrorMinutes }) => machineErrorMinutes,
    severity: 'critical',
    summary: 'VM {{ $labels.namespace }}/{{ $labels.name }} should run and does not',
    description:
      'KubeVirt reports an error for the VM: it crashes, finds no host, or misses its image or disk.',
    cases: [
      {
        when: 'a VM keeps crashing',
        given: [
          { series: vm('status="crashloopbackoff",status_group="error"'), values: '1x20' },
          { series: vm('status="crashloopbackoff",status_group="error",pod="b"'), values: '1x20' },
        ],
        after: 15,
        fires: [machine],
      },
      {
        when: 'its owner has stopped a VM',
        given: [{ series: vm('status="stopped",status_group="non_running"'), values: '1x20' }],
        after: 15,
        fires: [],
      },
      {
        when: 'a VM recovers within the time',
        given: [{ series: vm('status="unschedulable",status_group="error"'), values: '1x8 stale' }],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'VirtualMachineStuckStarting',
    // While disks are made, there is no VirtualMachineInstance: the VM alone says that it starts.
    expression: () =>
      'max by (namespace, name) (kubevirt_vmi_info{phase=~"pending|scheduling|scheduled"}' +
      ' or kubevirt_vm_info{status_group="starting"}) > 0',
    forMinutes: ({ machineStartMinutes }) => machineStartMinutes,
    severity: 'warning',
    summary: 'VM {{ $labels.namespace }}/{{ $labels.name }} does not get beyond its start',
    description: 'Its pod waits for a host, a disk or a network, or its launcher does not come up.',
    cases: [
      {
        when: 'no host has room for a VM',
        given: [{ series: vmi('scheduling'), values: '1x40' }],
        after: 35,
        fires: [machine],
      },
      {
        when: 'a disk of a VM is not made, and the VM starts afterwards but not at once',
        given: [
          { series: vm('status="provisioning",status_group="starting"'), values: '1x20 stale' },
          { series: vm('status="starting",status_group="starting"'), values: '_x20 1x20' },
          { series: vmi('scheduling'), values: '_x20 1x20' },
        ],
        after: 35,
        fires: [machine],
      },
      {
        when: 'a VM runs',
        given: [
          { series: vmi('running'), values: '1x40' },
          { series: vm('status="running",status_group="running"'), values: '1x40' },
        ],
        after: 35,
        fires: [],
      },
    ],
  },
  {
    name: 'VirtualMachinePaused',
    // KubeVirt lets such a VM go on again and again, so it may run at a single moment.
    expression: () =>
      'count_over_time(max by (namespace, name) (kubevirt_vm_info{status="paused"})[10m:1m]) >= 3',
    forMinutes: minutes(0),
    severity: 'critical',
    summary: 'VM {{ $labels.namespace }}/{{ $labels.name }} stands still',
    description:
      'The VM is stopped where it is, with all that runs on it: mostly, because a disk answered with ' +
      'an I/O error, and storage that is full does so for many VMs at once.',
    cases: [
      {
        when: 'a disk of a VM fails, and KubeVirt lets the VM go on now and then',
        given: [
          {
            series: vm('status="paused",status_group="non_running",pod="a"'),
            values: '1x1 stale 1 stale',
          },
          {
            series: vm('status="paused",status_group="non_running",pod="b"'),
            values: '_x4 1',
          },
          {
            series: vm('status="running",status_group="running",pod="a"'),
            values: '_ _ 1 stale 1',
          },
        ],
        after: 5,
        fires: [machine],
      },
      {
        when: 'a disk fails for a moment, and the VM goes on',
        given: [
          {
            series: vm('status="paused",status_group="non_running"'),
            values: '1x1 stale',
          },
        ],
        after: 8,
        fires: [],
      },
      {
        when: 'its owner has stopped a VM',
        given: [{ series: vm('status="stopped",status_group="non_running"'), values: '1x20' }],
        after: 15,
        fires: [],
      },
    ],
  },
];
