// SPDX-License-Identifier: Apache-2.0
import type { Alert, AlertContext } from './alert.ts';
import { minutes } from './alert.ts';

/** Parts of the platform in `kube-system`, which has parts of Kubernetes, too. */
const inKubeSystem = {
  deployment: ['snapshot-controller'],
  daemonset: ['kube-multus-ds', 'bridge-marker'],
};

/** Returns a metric of the Deployments or DaemonSets of the platform. */
function own(kind: keyof typeof inKubeSystem, what: string, { namespaces }: AlertContext): string {
  const metric = `kube_${kind}_${what}`;
  const places = [...new Set(Object.values(namespaces))].join('|');
  const names = inKubeSystem[kind].join('|');
  return (
    `max by (namespace, ${kind}) (${metric}{namespace=~"${places}"}` +
    ` or ${metric}{namespace="kube-system",${kind}=~"${names}"})`
  );
}

/** Series of a Deployment that should have one pod and has none. */
const down = (namespace: string, deployment: string) => [
  {
    series: `kube_deployment_status_replicas_available{namespace="${namespace}",deployment="${deployment}"}`,
    values: '0x20',
  },
  {
    series: `kube_deployment_spec_replicas{namespace="${namespace}",deployment="${deployment}"}`,
    values: '1x20',
  },
];
const missing = (namespace: string, daemonset: string, values = '1x30') => ({
  series: `kube_daemonset_status_number_unavailable{namespace="${namespace}",daemonset="${daemonset}"}`,
  values,
});
const leading = 'kubevirt_virt_controller_leading_status{namespace="kubevirt",pod="a"}';

const cdiSays = (value: string) => ({
  series: 'kubevirt_cdi_cr_ready{pod="a"}',
  values: `${value}x20`,
});
const cdiController = (available: string) => [
  {
    series:
      'kube_deployment_status_replicas_available{namespace="cdi",deployment="cdi-deployment"}',
    values: `${available}x20`,
  },
  { series: 'up{job="kube-state-metrics"}', values: '1x20' },
];

/** Alerts on the components that install, migrate and connect VMs. */
export const platformAlerts: readonly Alert[] = [
  {
    name: 'PlatformDeploymentDown',
    expression: (context) =>
      `${own('deployment', 'status_replicas_available', context)} == 0` +
      ` and on (namespace, deployment) ${own('deployment', 'spec_replicas', context)} > 0`,
    forMinutes: minutes(10),
    severity: 'critical',
    summary: '{{ $labels.namespace }}/{{ $labels.deployment }} is down',
    description:
      'No pod of this part of the platform is ready. What runs goes on; what it is there for ' +
      'does not happen.',
    cases: [
      {
        when: "CDI's controller has no ready pod",
        given: down('cdi', 'cdi-deployment'),
        after: 15,
        fires: [{ namespace: 'cdi', deployment: 'cdi-deployment' }],
      },
      {
        when: 'the snapshot controller has none, in the namespace of Kubernetes itself',
        given: [...down('kube-system', 'snapshot-controller'), ...down('kube-system', 'coredns')],
        after: 15,
        fires: [{ namespace: 'kube-system', deployment: 'snapshot-controller' }],
      },
      {
        when: 'somebody has scaled it to nothing, or it is not of the platform',
        given: [
          ...down('cdi', 'cdi-deployment').map(({ series }) => ({ series, values: '0x20' })),
          ...down('shop', 'web'),
        ],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'PlatformAgentMissing',
    expression: (context) => `${own('daemonset', 'status_number_unavailable', context)} > 0`,
    forMinutes: minutes(15),
    severity: 'warning',
    summary: '{{ $labels.namespace }}/{{ $labels.daemonset }} is missing on some hosts',
    description: 'Those hosts take no part: in running VMs, announcing addresses or being watched.',
    cases: [
      {
        when: 'virt-handler is not ready on a host',
        given: [missing('kubevirt', 'virt-handler')],
        after: 20,
        fires: [{ namespace: 'kubevirt', daemonset: 'virt-handler' }],
      },
      {
        when: 'node-exporter, Multus or bridge-marker is not ready on a host',
        given: [
          missing('monitoring-hosts', 'node-exporter'),
          missing('kube-system', 'kube-multus-ds'),
          missing('kube-system', 'bridge-marker'),
          missing('kube-system', 'cilium'),
        ],
        after: 20,
        fires: [
          { namespace: 'monitoring-hosts', daemonset: 'node-exporter' },
          { namespace: 'kube-system', daemonset: 'kube-multus-ds' },
          { namespace: 'kube-system', daemonset: 'bridge-marker' },
        ],
      },
      {
        when: 'it is on all of them',
        given: [missing('kubevirt', 'virt-handler', '0x30')],
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
    // The operator says 1 also while it heals what is broken, and -1 where it does not know after a restart.
    // Without the operator, disks are made as before, and PlatformDeploymentDown tells of it.
    expression: ({ namespaces }) =>
      'max(kubevirt_cdi_cr_ready) != 1 or ' +
      `((sum(kube_deployment_status_replicas_available{namespace="${namespaces.cdi}",deployment="cdi-deployment"})` +
      ' or vector(0)) == 0 and on () max(up{job="kube-state-metrics"}) == 1)',
    forMinutes: minutes(10),
    severity: 'critical',
    summary: 'No disks are made',
    description:
      "CDI's controller does not run, or CDI says that it failed: disks are neither imported nor cloned, so " +
      'no VM is added.',
    cases: [
      ...['0', '-1'].map((value) => ({
        when: `CDI's operator says ${value}`,
        given: [cdiSays(value), ...cdiController('1')],
        after: 15,
        fires: [{}],
      })),
      {
        when: "CDI's controller does not run, while its operator heals that",
        given: [cdiSays('1'), ...cdiController('0')],
        after: 15,
        fires: [{}],
      },
      {
        when: 'there is no CDI',
        given: cdiController('0').slice(1),
        after: 15,
        fires: [{}],
      },
      {
        when: 'CDI is ready',
        given: [cdiSays('1'), ...cdiController('1')],
        after: 15,
        fires: [],
      },
      {
        when: 'the operator is away, and the controller makes disks',
        given: cdiController('1'),
        after: 15,
        fires: [],
      },
      {
        when: 'nothing tells the state of Deployments',
        given: [],
        after: 15,
        fires: [],
      },
    ],
  },
];
