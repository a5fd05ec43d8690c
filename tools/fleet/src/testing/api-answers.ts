// SPDX-License-Identifier: Apache-2.0
// Answers of an API server with all the fields of real ones that may hold a secret.
import { credentialSeries } from '@strata/contracts/credential-series';

/** Secret in annotations, labels, messages and environment variables. */
export const canary = 'Kanarienvogel7f3e9c';

const metadata = (name: string, labels: Readonly<Record<string, string>> = {}) => ({
  name,
  uid: canary,
  annotations: { 'kubectl.kubernetes.io/last-applied-configuration': canary },
  labels: { ...labels, 'example.org/note': canary },
  managedFields: [{ manager: canary }],
});

const condition = (type: string, status: string) => ({
  type,
  status,
  reason: canary,
  message: canary,
  lastTransitionTime: '2026-11-20T08:00:00Z',
});

/**
 * Condition without times, which KubeVirt writes as null: `aggregateDataVolumesConditions` in
 * pkg/virt-controller/watch/vmi/datavolumes.go of v1.7.0, v1.8.4 and v1.9.0 sets none.
 */
const disksReady = {
  ...condition('DataVolumesReady', 'True'),
  lastProbeTime: null,
  lastTransitionTime: null,
};

const node = (name: string, ready: string, more: object = {}) => ({
  metadata: metadata(name),
  spec: { providerID: canary, ...more },
  status: {
    conditions: [
      condition('Ready', ready),
      condition('DiskPressure', ready === 'True' ? 'False' : 'True'),
    ],
    nodeInfo: { kubeletVersion: 'v1.35.4', machineID: canary },
    images: [{ names: [canary] }],
  },
});

const owner = { 'cluster.x-k8s.io/cluster-name': 'shop', 'strata.dev/pool': 'web' };

const rule = (credential: string, expr: string) => ({
  record: credentialSeries.end,
  expr,
  labels: { cluster: 'shop', credential, note: canary },
});

/** Answers of an infra cluster with one machine that runs and one that waits. */
export const infraAnswers = {
  '/version': { gitVersion: 'v1.35.4', buildDate: canary },
  '/api/v1/nodes': { items: [node('h1', 'True'), node('h2', 'False', { unschedulable: true })] },
  '/apis/kubevirt.io/v1/kubevirts': {
    items: [{ metadata: metadata('k'), status: { observedKubeVirtVersion: 'v1.8.4' } }],
  },
  '/apis/cdi.kubevirt.io/v1beta1/cdis': {
    items: [{ metadata: metadata('c'), status: { observedVersion: 'v1.65.0' } }],
  },
  '/apis/kubevirt.io/v1/virtualmachineinstances': {
    items: [
      {
        metadata: metadata('web-0', owner),
        spec: { volumes: [{ cloudInitNoCloud: { userData: canary } }] },
        status: {
          phase: 'Running',
          nodeName: 'h1',
          conditions: [condition('Ready', 'True'), disksReady],
        },
      },
      { metadata: metadata('web-1', owner), status: { phase: 'Scheduling' } },
    ],
  },
  '/apis/batch/v1/cronjobs': {
    items: [
      {
        metadata: metadata('etcd-backup', { 'cluster.x-k8s.io/cluster-name': 'shop' }),
        spec: { suspend: false, jobTemplate: { spec: { env: [{ value: canary }] } } },
        status: {
          lastScheduleTime: '2026-11-25T03:00:00Z',
          lastSuccessfulTime: '2026-11-25T02:00:30Z',
        },
      },
    ],
  },
  '/apis/monitoring.coreos.com/v1/prometheusrules': {
    items: [
      {
        metadata: metadata('credentials'),
        spec: {
          groups: [
            {
              rules: [
                rule('join token', `vector(${Date.parse('2026-12-24T08:00:00Z') / 1_000})`),
                rule('certificates of cp-0', 'max(kubevirt_vm_create_date_timestamp_seconds) + 1'),
              ],
            },
          ],
        },
      },
    ],
  },
} as const;

/** Answers of a user cluster. */
export const clusterAnswers = {
  '/version': { gitVersion: 'v1.35.4' },
  '/api/v1/nodes': { items: [node('web-0', 'True')] },
} as const;
