// SPDX-License-Identifier: Apache-2.0
import type { LiveEnvironment, LiveFacts, LiveMachine, LiveNode } from '../live/live-schema.ts';

/** When everything of the small fleet was read. */
export const readAt = '2026-11-25T08:00:00.000Z';

const read = <T>(path: string, value: T) =>
  ({ from: 'cluster', place: `infra cluster: ${path}`, at: readAt, value }) as const;

const away = (path: string) =>
  ({
    from: 'cluster',
    place: `shop: ${path}`,
    at: readAt,
    problem: 'no answer within 10 s',
  }) as const;

const node = (name: string, more: Partial<LiveNode> = {}): LiveNode => ({
  name,
  ready: 'ready',
  since: '2026-11-20T08:00:00.000Z',
  version: '1.35.4',
  schedulable: true,
  pressures: [],
  ...more,
});

const web = (index: number, more: Partial<LiveMachine>): LiveMachine => ({
  cluster: 'shop',
  group: 'web',
  name: `web-${index}`,
  phase: 'Running',
  ready: true,
  ...more,
});

/** Facts of the environment `prod` of the small fleet, with a host and a machine that are not ready. */
export const prodFacts: LiveFacts = {
  stacks: [
    {
      id: 'infra/prod',
      outputs: {
        from: 'outputs',
        place: 'infra/prod',
        at: readAt,
        value: { endpoint: 'https://192.0.2.9:6443' },
      },
    },
    {
      id: 'user-cluster/prod.shop',
      cluster: 'shop',
      writtenAt: '2026-11-24T08:00:00.000Z',
      outputs: {
        from: 'outputs',
        place: 'user-cluster/prod.shop',
        at: readAt,
        value: {
          kubernetes: '1.35.4',
          endpoint: 'https://192.0.2.1:6443',
          joinTokenEnds: '2026-12-24T08:00:00.000Z',
        },
      },
    },
  ],
  kubernetes: read('/version', '1.35.4'),
  kubevirt: read('/apis/kubevirt.io/v1/kubevirts', '1.8.3'),
  cdi: read('/apis/cdi.kubevirt.io/v1beta1/cdis', '1.65.0'),
  hosts: read('/api/v1/nodes', [
    node('h1', { schedulable: false, pressures: ['DiskPressure'] }),
    node('h2', { ready: 'unknown', since: '2026-11-25T07:00:00.000Z' }),
  ]),
  machines: read('/apis/kubevirt.io/v1/virtualmachineinstances', [
    web(0, { host: 'h1' }),
    web(1, { host: 'h2' }),
    web(2, { phase: 'Scheduling', ready: false }),
  ]),
  backups: read('/apis/batch/v1/cronjobs', [
    { cluster: 'shop', suspended: false, lastSuccess: '2026-11-25T02:00:00.000Z' },
  ]),
  endings: read('/apis/monitoring.coreos.com/v1/prometheusrules', [
    { cluster: 'shop', credential: 'join token', ends: '2026-12-24T08:00:00.000Z' },
    { cluster: 'shop', credential: 'certificates of cp-0' },
  ]),
  clusters: [{ name: 'shop', kubernetes: away('/version'), nodes: away('/api/v1/nodes') }],
};

/** Live data of the stacks and clusters of the small fleet. */
export const smallLive: readonly LiveEnvironment[] = [
  { name: 'prod', at: readAt, value: prodFacts },
  { name: 'staging', at: readAt, problem: 'the sandbox does not run' },
];
