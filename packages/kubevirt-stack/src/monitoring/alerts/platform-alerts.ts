// SPDX-License-Identifier: Apache-2.0
import type { Alert, AlertContext } from './alert.ts';
import { minutes } from './alert.ts';

const own = ({ namespaces }: AlertContext) =>
  `namespace=~"${[...new Set(Object.values(namespaces))].join('|')}"`;

const deployment = (what: string) => `${what}{namespace="cdi",deployment="cdi-deployment"}`;
const daemonSet = (what: string) => `${what}{namespace="kubevirt",daemonset="virt-handler"}`;
const leading = 'kubevirt_virt_controller_leading_status{namespace="kubevirt",pod="a"}';

/** Alerts on the components that install, migrate and connect VMs. */
export const platformAlerts: readonly Alert[] = [
  {
    name: 'PlatformDeploymentDown',
    expression: (context) =>
      `max by (namespace, deployment) (kube_deployment_status_replicas_available{${own(context)}}) == 0` +
      ' and on (namespace, deployment)' +
      ` max by (namespace, deployment) (kube_deployment_spec_replicas{${own(context)}}) > 0`,
    forMinutes: minutes(10),
    severity: 'critical',
    summary: '{{ $labels.namespace }}/{{ $labels.deployment }} is down',
    description:
      'No pod of this part of the platform is ready. What runs goes on; what it is there for ' +
      'does not happen.',
    cases: [
      {
        when: "CDI's controller has no ready pod",
        given: [
          { series: deployment('kube_deployment_status_replicas_available'), values: '0x20' },
          { series: deployment('kube_deployment_spec_replicas'), values: '1x20' },
        ],
        after: 15,
        fires: [{ namespace: 'cdi', deployment: 'cdi-deployment' }],
      },
      {
        when: 'somebody has scaled it to nothing, or it is not of the platform',
        given: [
          { series: deployment('kube_deployment_status_replicas_available'), values: '0x20' },
          { series: deployment('kube_deployment_spec_replicas'), values: '0x20' },
          {
            series: 'kube_deployment_status_replicas_available{namespace="shop",deployment="web"}',
            values: '0x20',
          },
          {
            series: 'kube_deployment_spec_replicas{namespace="shop",deployment="web"}',
            values: '1x20',
          },
        ],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'PlatformAgentMissing',
    expression: (context) =>
      'max by (namespace, daemonset)' +
      ` (kube_daemonset_status_number_unavailable{${own(context)}}) > 0`,
    forMinutes: minutes(15),
    severity: 'warning',
    summary: '{{ $labels.namespace }}/{{ $labels.daemonset }} is missing on some hosts',
    description: 'Those hosts take no part: in running VMs, announcing addresses or being watched.',
    cases: [
      {
        when: 'virt-handler is not ready on a host',
        given: [{ series: daemonSet('kube_daemonset_status_number_unavailable'), values: '1x30' }],
        after: 20,
        fires: [{ namespace: 'kubevirt', daemonset: 'virt-handler' }],
      },
      {
        when: 'it is on all of them',
        given: [{ series: daemonSet('kube_daemonset_status_number_unavailable'), values: '0x30' }],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'KubevirtNotReady',
    expression: () => '(sum(kubevirt_virt_controller_leading_status) or vector(0)) == 0',
    forMinutes: minutes(10),
    severity: 'critical',
    summary: 'Nobody takes care of VMs',
    description: 'No virt-controller leads: VMs are neither started, restarted nor moved.',
    cases: [
      {
        when: 'there is no virt-controller, or none leads',
        given: [{ series: leading, values: '0x20' }],
        after: 15,
        fires: [{}],
      },
      {
        when: 'one leads',
        given: [{ series: leading, values: '1x20' }],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'CdiNotReady',
    expression: () => '(max(kubevirt_cdi_cr_ready) or vector(0)) == 0',
    forMinutes: minutes(10),
    severity: 'critical',
    summary: 'No disks are made',
    description: 'CDI is not available: disks are neither imported nor cloned, so no VM is added.',
    cases: [
      {
        when: 'CDI says so, or says nothing',
        given: [],
        after: 15,
        fires: [{}],
      },
      {
        when: 'CDI is ready',
        given: [{ series: 'kubevirt_cdi_cr_ready{pod="a"}', values: '1x20' }],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'AddressPoolNearlyEmpty',
    expression: ({ thresholds }) =>
      'max by (pool) (metallb_allocator_addresses_in_use_total / metallb_allocator_addresses_total)' +
      ` > ${thresholds.addressPoolPercent / 100}`,
    forMinutes: minutes(10),
    severity: 'warning',
    summary: 'Address pool {{ $labels.pool }} is nearly used up',
    description:
      'Soon new Services and new user clusters get no address, and wait for one without an error.',
    cases: [
      {
        when: 'nine of ten addresses are in use',
        given: [
          { series: 'metallb_allocator_addresses_in_use_total{pool="public"}', values: '9x20' },
          { series: 'metallb_allocator_addresses_total{pool="public"}', values: '10x20' },
        ],
        after: 15,
        fires: [{ pool: 'public' }],
      },
      {
        when: 'one is',
        given: [
          { series: 'metallb_allocator_addresses_in_use_total{pool="public"}', values: '1x20' },
          { series: 'metallb_allocator_addresses_total{pool="public"}', values: '10x20' },
        ],
        after: 15,
        fires: [],
      },
    ],
  },
];
