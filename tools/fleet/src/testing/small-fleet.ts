// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet, Scenario } from '../model.ts';

const source = (file: string, key = '') => ({ file: `stacks/${file}`, key });
const shopFile = 'user-cluster/Pulumi.prod.shop.yaml';

const host = (name: string, machines: number) => ({
  name,
  cpu: 14,
  memoryMib: 50 * 1024,
  groups:
    machines === 0
      ? []
      : [{ cluster: 'shop', name: 'web', machines, cpu: 2, memoryMib: 10 * 1024, pods: 1 }],
  freeCpu: 14 - 2 * machines,
  freeMemoryMib: (50 - 10 * machines) * 1024,
  freePods: 80 - machines,
});

const scenarios: readonly Scenario[] = [
  { hostLoss: 0, lost: [], hosts: [host('h1', 3), host('h2', 0)], unplaced: [] },
  { hostLoss: 1, lost: ['h1'], hosts: [host('h2', 3)], unplaced: [] },
];

const hostFact = (name: string, zone: string) => ({
  name,
  zone,
  cpu: 16,
  memoryGiB: 64,
  takesMachines: true,
});

const prod: Environment = {
  name: 'prod',
  ring: 'last',
  platform: {
    value: {
      release: 'v1.8',
      kubevirt: '1.8.4',
      cdi: '1.65.0',
      contents: { file: 'packages/contracts/src/release-contents/v1.8.ts', key: 'components' },
      next: { state: 'ready', text: 'the platform to release v1.9' },
      runsOn: { oldest: '1.33', newest: '1.35' },
      launcherUpdate: { by: 'migration', batch: 10, interval: '1m' },
      ways: [
        {
          release: 'v1.9',
          kubevirt: '1.9.0',
          edits: [
            {
              text: 'the platform to release v1.9',
              file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
              change: 'kubevirt-stack:release: v1.9',
            },
          ],
        },
      ],
      source: source('kubevirt-stack/Pulumi.prod.yaml', 'config.kubevirt-stack:release'),
    },
  },
  kubernetes: { value: { version: '1.35.4', source: source('infra-facts/prod.yaml') } },
  capacity: {
    value: {
      hosts: [hostFact('h1', 'rack-a'), hostFact('h2', 'rack-b')],
      controlPlanes: [],
      reservedCpu: 2,
      reservedMemoryGiB: 14,
      cpuAllocationRatio: 2,
      machines: 4,
      virtualCpus: 12,
      hostCpus: 28,
      memoryGiB: 40,
      hostMemoryGiB: 100,
      cpuOvercommit: 0.43,
      freeMemoryPercent: 60,
      hostLoss: 1,
      problems: ['freeMemoryPercent: too little'],
      scenarios,
      sources: {
        hosts: source('infra-facts/prod.yaml', 'hosts'),
        limits: source('capacity/prod.yaml'),
        sharing: source('kubevirt-stack/Pulumi.prod.yaml', 'config.kubevirt-stack:kubevirt'),
      },
    },
  },
  clusters: [
    {
      name: 'bank',
      file: 'stacks/user-cluster/Pulumi.prod.bank.yaml',
      profiles: ['eu', 'small'],
      records: [],
      facts: { problem: 'the file is wrong' },
    },
    {
      name: 'shop',
      file: `stacks/${shopFile}`,
      profiles: [],
      records: [
        {
          what: 'Drift check',
          text: '2 fields differ',
          tone: 'bad',
          at: '2026-11-27T04:00:00.000Z',
          readAt: '2026-11-27T10:00:00.000Z',
          source: { file: '.strata/reports/user-cluster/prod.shop.json', key: 'outcome' },
        },
        {
          what: 'Restore of the newest backup',
          text: 'not tried on this machine',
          tone: 'warn',
          source: { file: '.strata/proofs/prod.shop.json', key: 'verdict' },
        },
      ],
      facts: {
        value: {
          kubernetes: '1.35.4',
          next: { state: 'newest', text: 'Kubernetes 1.35 is the newest minor' },
          groups: [
            {
              name: 'web',
              role: 'worker',
              machines: 3,
              size: 'standard-4',
              cpu: 4,
              memoryGiB: 16,
              image: 'ubuntu',
              kubernetes: '1.35.4',
              onDrain: 'drains',
              onUpdate: { migration: 'cannot', eviction: 'restarts' },
              localDisks: [],
              reasons: ['its disk "root" is ReadWriteOnce'],
              source: source(shopFile, 'config.user-cluster:pools[0]'),
            },
          ],
          addresses: [{ what: 'API', text: '192.0.2.1', source: source(shopFile, 'endpoint') }],
          endings: [
            {
              what: 'kubeconfig "on-call" (admin)',
              lifetimeDays: 14,
              renewBeforeDays: 7,
              source: source(shopFile, 'kubeconfigs'),
            },
          ],
          expiry: {
            day: '2026-12-05',
            state: 'soon',
            source: source(shopFile, 'config.user-cluster:expires'),
          },
          hasBackups: true,
          isProtected: true,
          volumes: 'retain',
          source: source(shopFile, 'config.user-cluster:kubernetes.version'),
        },
      },
    },
  ],
  dashboards: {
    links: [
      { title: 'Hosts', url: 'https://grafana.example.org/d/strata-hosts', view: 'hosts' },
      {
        title: 'User clusters',
        url: 'https://grafana.example.org/d/strata-clusters',
        view: 'clusters',
        clusterQuery: '?var-cluster=cluster-',
      },
    ],
    source: source(
      'kubevirt-stack/Pulumi.prod.yaml',
      'config.kubevirt-stack:monitoring.grafana.url',
    ),
  },
  records: [],
  isolation: {
    value: {
      clusters: ['bank', 'shop'],
      ways: [{ from: 'shop', to: 'bank', plane: 'vlan', by: 'office' }],
      tried: [{ plane: 'pods', what: 'TCP 22 of a worker machine' }],
      intendedSource: source('isolation/prod.yaml', 'intended'),
    },
  },
  vlans: {
    uses: [
      {
        vlan: 40,
        bridge: 'br1',
        network: 'own',
        cluster: 'shop',
        groups: [{ cluster: 'shop', name: 'web' }],
        etcdOf: [],
        carriesMigrations: false,
        source: source(shopFile, 'config.user-cluster:network.vlans[0].vlan'),
      },
      {
        vlan: 100,
        bridge: 'br1',
        network: 'storage',
        groups: [],
        etcdOf: [],
        carriesMigrations: false,
        source: source('kubevirt-stack/Pulumi.prod.yaml', 'config.kubevirt-stack:networks[0].vlan'),
      },
    ],
    allowed: [
      {
        by: 'hosts',
        bridge: 'br1',
        ranges: [
          { first: 40, last: 49 },
          { first: 100, last: 100 },
        ],
        source: source('infra/Pulumi.prod.yaml', 'config.infra:bridges[0].vlans'),
      },
      {
        by: 'plan',
        bridge: 'br1',
        ranges: [{ first: 40, last: 44 }],
        source: source('address-plan/prod.yaml', 'vlans'),
      },
    ],
  },
  addresses: [
    {
      name: 'pods',
      unit: 'blocks of /16',
      source: source('address-plan/prod.yaml', 'pods.ranges'),
      ranges: [
        {
          text: '10.128.0.0/10',
          units: 64,
          free: 63,
          shares: [
            {
              cluster: 'shop',
              text: '10.129.0.0/16',
              start: 1,
              length: 1,
              source: source(shopFile, 'config.user-cluster:kubernetes.podCidr'),
            },
          ],
        },
      ],
    },
  ],
};

/** Fleet for tests of the page: one environment with everything, and one invalid cluster. */
export const smallFleet: Fleet = {
  rings: {
    value: [
      { name: 'first', environments: ['staging'], source: source('rings.yaml', 'rings[0]') },
      {
        name: 'last',
        environments: ['prod'],
        windows: {
          texts: ['Mon, Tue 09:00 to 16:00 (Europe/Berlin)', 'every day 01:00 to 02:00 (UTC)'],
          isOpen: false,
          opens: 'Sat 2026-11-28 01:00 (UTC)',
          at: '2026-11-27T10:00:00.000Z',
        },
        source: source('rings.yaml', 'rings[1]'),
      },
    ],
  },
  environments: [prod],
  contradictions: [],
};
