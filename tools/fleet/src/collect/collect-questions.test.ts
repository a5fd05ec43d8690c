// SPDX-License-Identifier: Apache-2.0
import { repositoryRoot, TestRepository } from '../testing/test-repository.ts';
import { collectFleet } from './collect-fleet.ts';

const [production] = collectFleet(repositoryRoot, ['production']).environments;

test('collects the networks that have a VLAN, who is in them, and what allows it', () => {
  const { allowed, uses } = production?.vlans ?? {};
  expect(uses).toEqual([
    {
      vlan: 100,
      bridge: 'br1',
      network: 'storage',
      groups: [],
      etcdOf: [],
      carriesMigrations: false,
      source: {
        file: 'stacks/kubevirt-stack/Pulumi.production.yaml',
        key: 'config.kubevirt-stack:networks[0].vlan',
      },
    },
    {
      vlan: 400,
      bridge: 'br1',
      network: 'own',
      cluster: 'shop',
      groups: [{ cluster: 'shop', name: 'cp' }],
      etcdOf: ['shop'],
      carriesMigrations: false,
      source: {
        file: 'stacks/user-cluster/Pulumi.production.shop.yaml',
        key: 'config.user-cluster:network.vlans[0].vlan',
      },
    },
  ]);
  expect(allowed?.map(({ by, bridge, ranges }) => [by, bridge, ranges])).toEqual([
    [
      'hosts',
      'br1',
      [
        { first: 100, last: 100 },
        { first: 400, last: 699 },
      ],
    ],
    ['plan', 'br1', [{ first: 400, last: 699 }]],
  ]);
});

test('collects pools with an interface in a network of the platform, and VLANs bound to a cluster', () => {
  using repository = new TestRepository();
  repository.change('stacks/user-cluster/Pulumi.production.reports.yaml', (config) => {
    const [pool] = config['user-cluster:pools'] as Record<string, unknown>[];
    if (pool !== undefined) pool.interfaces = [{ network: 'storage', addresses: 'none' }];
  });
  repository.change('stacks/kubevirt-stack/Pulumi.production.yaml', (config) => {
    const vlans = [{ bridge: 'br1', ids: [400, '410-419'], boundTo: 'shop' }];
    config['kubevirt-stack:tenants'] = { vlans };
  });
  const [found] = collectFleet(repository.root, ['production']).environments;
  expect(found?.vlans.uses[0]?.groups).toEqual([{ cluster: 'reports', name: 'work' }]);
  expect(found?.vlans.allowed.filter(({ by }) => by === 'platform')).toEqual([
    {
      by: 'platform',
      bridge: 'br1',
      ranges: [
        { first: 400, last: 400 },
        { first: 410, last: 419 },
      ],
      boundTo: 'shop',
      source: {
        file: 'stacks/kubevirt-stack/Pulumi.production.yaml',
        key: 'config.kubevirt-stack:tenants.vlans[0]',
      },
    },
  ]);
});

test('a way that first needs another Kubernetes below has that in it', () => {
  using repository = new TestRepository();
  const release = (name: string) => (config: Record<string, unknown>) => {
    config['kubevirt-stack:release'] = name;
  };
  repository.change('stacks/kubevirt-stack/Pulumi.production.yaml', release('v1.7'));
  repository.change('stacks/infra/Pulumi.production.yaml', (config) => {
    (config['infra:kubeone'] as Record<string, unknown>).version = '1.32.4';
  });
  const [found] = collectFleet(repository.root, ['production']).environments;
  const [way] = found?.platform.value?.ways ?? [];
  expect(way?.edits[0]).toEqual({
    text: 'the infra cluster to Kubernetes 1.33',
    file: 'stacks/infra/Pulumi.production.yaml',
    change:
      'infra:kubeone.version: 1.33, by hand with KubeOne 1.12, because KubeOne 1.14 of this checkout takes over clusters of Kubernetes 1.34 to 1.36',
  });
});

test('collects how machines come to the launcher of a new KubeVirt', () => {
  expect(production?.platform.value?.launcherUpdate).toEqual({
    by: 'migration',
    batch: 10,
    interval: '1m',
  });
});
