// SPDX-License-Identifier: Apache-2.0
import { repositoryRoot, TestRepository } from '../testing/test-repository.ts';
import { collectFleet } from './collect-fleet.ts';

const [production] = collectFleet(repositoryRoot, ['production']).environments;
const shopFile = 'stacks/user-cluster/Pulumi.production.shop.yaml';

test('collects hosts with their zone and size, and what they have room for', () => {
  const { hosts, scenarios, sources, ...capacity } = production?.capacity.value ?? {};
  expect(hosts?.slice(2, 4)).toEqual([
    { name: 'prd-cp-2', zone: 'rack-c', cpu: 16, memoryGiB: 64, takesMachines: false },
    { name: 'prd-0', zone: 'rack-a', cpu: 64, memoryGiB: 512, takesMachines: true },
  ]);
  expect(capacity).toEqual({
    controlPlanes: ['prd-cp-0', 'prd-cp-1', 'prd-cp-2'],
    reservedCpu: 2,
    reservedMemoryGiB: 8,
    cpuAllocationRatio: 2,
    machines: 15,
    virtualCpus: 82,
    hostCpus: 372,
    memoryGiB: 334,
    hostMemoryGiB: 3024,
    cpuOvercommit: 0.22,
    freeMemoryPercent: 88.964,
    largest: { host: 'prd-3', cpu: 112, memoryGiB: 454 },
    hostLoss: 2,
    problems: [],
  });
  expect(scenarios?.map(({ hostLoss, lost }) => [hostLoss, lost])).toEqual([
    [0, []],
    [1, ['prd-0']],
    [2, ['prd-0', 'prd-1']],
  ]);
  expect(sources?.hosts).toEqual({ file: 'stacks/infra-facts/production.yaml', key: 'hosts' });
});

test('places machines where the planner puts them', () => {
  const [now] = production?.capacity.value?.scenarios ?? [];
  expect(now?.hosts[0]).toEqual({
    name: 'prd-0',
    cpu: 62,
    memoryMib: 516_096,
    groups: [
      { cluster: 'shop', name: 'web', machines: 6, cpu: 4, memoryMib: 33_180, pods: 2 },
      { cluster: 'reports', name: 'work', machines: 3, cpu: 2, memoryMib: 16_764, pods: 1 },
      { cluster: 'shop', name: 'cp', machines: 3, cpu: 2, memoryMib: 16_764, pods: 1 },
      { cluster: 'shop', name: 'batch', machines: 2, cpu: 2, memoryMib: 16_764, pods: 2 },
      { cluster: 'reports', name: 'cp', machines: 1, cpu: 1, memoryMib: 8556, pods: 1 },
    ],
    freeCpu: 21,
    freeMemoryMib: 174_348,
    freePods: 57,
  });
});

test('collects on which hosts a group may run, where others have taints that it does not tolerate', () => {
  using repository = new TestRepository();
  const file = 'stacks/infra-facts/production.yaml';
  const facts = repository.read(file);
  const hosts = (facts.hosts as { readonly name: string }[]).map((host) =>
    /^prd-[1-5]$/.test(host.name)
      ? { ...host, taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }] }
      : host,
  );
  repository.write(file, { ...facts, hosts });
  repository.change('stacks/user-cluster/Pulumi.production.shop.yaml', (config) => {
    const pools = config['user-cluster:pools'] as Record<string, unknown>[];
    const batch = pools.find(({ name }) => name === 'batch') ?? {};
    const tolerations = [{ key: 'dedicated', operator: 'Exists' }];
    batch.scheduling = { ...(batch.scheduling as object | undefined), tolerations };
  });
  repository.change('stacks/kubevirt-stack/Pulumi.production.yaml', (config) => {
    const tolerations = [{ key: 'dedicated', operator: 'Exists' }];
    const kubevirt = config['kubevirt-stack:kubevirt'] as object | undefined;
    config['kubevirt-stack:kubevirt'] = { ...kubevirt, workloads: { tolerations } };
  });
  const [found] = collectFleet(repository.root, ['production']).environments;
  const [now] = found?.capacity.value?.scenarios ?? [];
  const groups = now?.hosts.flatMap((host) => host.groups) ?? [];
  const of = (name: string) => groups.find((group) => group.name === name)?.onlyOn;
  expect(of('web')).toEqual(['prd-0']);
  expect(of('batch')).toBeUndefined();
});

test('collects the version, pools, addresses and expiry dates of a cluster', () => {
  const facts = production?.clusters.find(({ name }) => name === 'shop')?.facts.value;
  expect(facts?.next).toEqual({
    state: 'newest',
    text: 'Kubernetes 1.35 is the newest minor that Strata knows',
  });
  expect(facts?.groups[1]).toEqual({
    name: 'web',
    role: 'worker',
    machines: 6,
    size: 'standard-8',
    cpu: 8,
    memoryGiB: 32,
    image: 'ubuntu-24-04',
    kubernetes: '1.35.4',
    onDrain: 'drains',
    onUpdate: { migration: 'cannot', eviction: 'restarts' },
    localDisks: [],
    reasons: ['its interface is bridged to the pod network, whose address stays behind'],
    source: { file: shopFile, key: 'config.user-cluster:pools[0]' },
  });
  expect(facts?.addresses.map(({ text, what }) => `${what} ${text}`)).toEqual([
    'API 10.20.9.1',
    'pods 10.128.0.0/18',
    'Services 172.16.0.0/20',
    'SSH 10.20.9.2',
    'VLAN "own" 400 of br1',
    'tunnel port 8473',
  ]);
  expect(facts?.endings[0]).toEqual({
    what: 'kubeconfig "on-call" (admin)',
    lifetimeDays: 14,
    renewBeforeDays: 7,
    source: { file: shopFile, key: 'config.user-cluster:kubernetes.kubeconfigs[0]' },
  });
  expect([facts?.isProtected, facts?.volumes]).toEqual([true, 'retain']);
});

test('reports that clusters with an interface in one network reach each other, and who intends it', () => {
  using repository = new TestRepository();
  for (const name of ['reports', 'shop']) {
    repository.change(`stacks/user-cluster/Pulumi.production.${name}.yaml`, (config) => {
      const [pool] = config['user-cluster:pools'] as Record<string, unknown>[];
      if (pool !== undefined) pool.interfaces = [{ network: 'storage', addresses: 'none' }];
    });
  }
  const way = { from: 'shop', to: 'reports', plane: 'vlan', reason: 'backups' };
  repository.write('stacks/isolation/production.yaml', { intended: [way] });
  const [found] = collectFleet(repository.root, ['production']).environments;
  expect(found?.isolation.value?.clusters).toEqual(['reports', 'shop']);
  expect(found?.isolation.value?.ways).toEqual([
    { from: 'reports', to: 'shop', plane: 'vlan', by: 'storage' },
    { from: 'shop', to: 'reports', plane: 'vlan', by: 'storage', reason: 'backups' },
  ]);
});

test('lists the shares that clusters have of each range of the address plan', () => {
  const pods = production?.addresses.find(({ name }) => name === 'pods');
  expect(pods).toEqual({
    name: 'pods',
    unit: 'blocks of /18',
    source: { file: 'stacks/address-plan/production.yaml', key: 'pods.ranges' },
    ranges: [
      {
        text: '10.128.0.0/10',
        units: 256,
        free: 254,
        shares: [
          {
            cluster: 'shop',
            text: '10.128.0.0/18',
            start: 0,
            length: 1,
            source: { file: shopFile, key: 'config.user-cluster:kubernetes.podCidr' },
          },
          {
            cluster: 'reports',
            text: '10.128.64.0/18',
            start: 1,
            length: 1,
            source: {
              file: 'stacks/user-cluster/Pulumi.production.reports.yaml',
              key: 'config.user-cluster:kubernetes.podCidr',
            },
          },
        ],
      },
    ],
  });
});

// Proves: monitoring.dashboards
test('an environment has links to dashboards where its file says where Grafana is', () => {
  using repository = new TestRepository();
  const file = 'stacks/kubevirt-stack/Pulumi.production.yaml';
  const dashboardsOf = () =>
    collectFleet(repository.root, ['production']).environments[0]?.dashboards;
  expect(dashboardsOf()).toBeUndefined();
  repository.change(file, (config) => {
    const monitoring = config['kubevirt-stack:monitoring'] as Record<string, object> | undefined;
    const adminPassword = { secure: 'v1:abcdefghijkl' };
    const url = 'https://grafana.example.org/';
    const grafana = { ...monitoring?.grafana, adminPassword, url };
    config['kubevirt-stack:monitoring'] = { ...monitoring, grafana };
  });
  expect(dashboardsOf()).toEqual({
    links: [
      {
        title: 'Platform',
        url: 'https://grafana.example.org/d/strata-platform',
        view: 'overview',
      },
      { title: 'Hosts', url: 'https://grafana.example.org/d/strata-hosts', view: 'hosts' },
      {
        title: 'VMs',
        url: 'https://grafana.example.org/d/strata-machines',
        view: 'clusters',
        clusterQuery: '?var-cluster=cluster-',
      },
      {
        title: 'User clusters',
        url: 'https://grafana.example.org/d/strata-clusters',
        view: 'clusters',
        clusterQuery: '?var-cluster=cluster-',
      },
    ],
    source: { file, key: 'config.kubevirt-stack:monitoring.grafana.url' },
  });
});
