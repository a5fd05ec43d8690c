// SPDX-License-Identifier: Apache-2.0
import type { Asked, LiveEnvironment, LiveFacts, LiveMachine, LiveNode } from '../live/live-schema.ts';

/** When everything of the small fleet was read. */
export const readAt = '2026-11-25T08:00:00.000Z';

const live = <T>(place: string, value: T): Asked<T> & { readonly value: T } => ({
  from: 'live',
  place: `infra cluster: ${place}`,
  at: readAt,
  value,
});

const node = (name: string, version: string, more: Partial<LiveNode> = {}): LiveNode => ({
  name,
  ready: 'ready',
  since: '2026-11-20T08:00:00.000Z',
  version,
  schedulable: true,
  conditions: [],
  ...more,
});

const web = (index: number, host: string): LiveMachine => ({
  cluster: 'shop',
  group: 'web',
  name: `web-${index}`,
  phase: 'Running',
  host,
  ready: true,
  conditions: [],
});

/** Facts of the environment `prod` of the small fleet, with a host and a machine that are not well. */
export const prodFacts: LiveFacts = {
  stacks: [
    {
      id: 'user-cluster/prod.shop',
      cluster: 'shop',
      update: {
        from: 'history',
        place: 'user-cluster/prod.shop',
        at: readAt,
        value: { commit: '1111111111111111', endedAt: '2026-11-24T08:00:00.000Z' },
      },
      outputs: {
        from: 'outputs',
        place: 'user-cluster/prod.shop',
        at: readAt,
        value: {
          kubernetes: '1.35.4',
          endpoint: 'https://192.0.2.1:6443',
          joinTokenEnds: '2026-12-24T08:00:00.000Z',
          versions: [],
        },
      },
      report: {
        from: 'report',
        place: '.strata/reports/user-cluster/prod.shop.json',
        at: readAt,
        value: {
          operation: 'drift',
          outcome: 'drifted',
          commit: '1111111111111111',
          startedAt: '2026-11-25T06:00:00.000Z',
          driftedFields: 2,
        },
      },
    },
  ],
  kubernetes: live('/version', '1.35.4'),
  kubevirt: live('/apis/kubevirt.io/v1/kubevirts', '1.8.3'),
  cdi: live('/apis/cdi.kubevirt.io/v1beta1/cdis', '1.65.0'),
  hosts: live('/api/v1/nodes', [
    node('h1', '1.35.4'),
    node('h2', '1.35.4', {
      ready: 'unknown',
      since: '2026-11-25T07:00:00.000Z',
      conditions: [{ type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' }],
    }),
  ]),
  machines: live('/apis/kubevirt.io/v1/virtualmachines', [
    web(0, 'h1'),
    web(1, 'h2'),
    { cluster: 'shop', group: 'web', name: 'web-2', phase: 'Starting', ready: false, conditions: [] },
  ]),
  balancers: live('/api/v1/services', [
    { namespace: 'cluster-shop', service: 'api', addresses: ['192.0.2.1'] },
  ]),
  backups: live('/apis/batch/v1/cronjobs', [
    { cluster: 'shop', suspended: false, lastSuccess: '2026-11-25T02:00:00.000Z' },
  ]),
  endings: live('/apis/monitoring.coreos.com/v1/prometheusrules', [
    { cluster: 'shop', credential: 'join token', ends: '2026-12-24' },
  ]),
  clusters: [
    {
      name: 'shop',
      kubernetes: { from: 'live', place: 'shop: /version', at: readAt, problem: 'no answer within 10 s' },
      nodes: {
        from: 'live',
        place: 'shop: /api/v1/nodes',
        at: readAt,
        problem: 'no answer within 10 s',
      },
    },
  ],
};

/** What states and clusters of the small fleet say. */
export const smallLive: readonly LiveEnvironment[] = [{ name: 'prod', at: readAt, facts: prodFacts }];
