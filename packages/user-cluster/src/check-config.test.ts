// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { checkConfig } from './check-config.ts';
import { testContext } from './test-context.ts';

test('accepts a configuration with required keys only', () => {
  expect(checkConfig(testContext())).toEqual([]);
});

// Proves: clusters.all-mistakes-first
test('every area reports its problems, in the order of the keys', () => {
  const { config, ...facts } = testContext({
    kubernetes: { version: '1.30.0', podCidr: '10.244.0.0/16', serviceCidr: '10.101.0.0/16' },
    controlPlane: {
      replicas: 2,
      instancetype: 'standard-3',
      rootDisk: { image: 'ubuntu', sizeGiB: 5 },
      endpoint: { address: '10.50.0.12' },
    },
    pools: [
      {
        name: 'cp',
        replicas: 1,
        instancetype: 'standard-2',
        rootDisk: { image: 'debian' },
        evictionStrategy: 'LiveMigrate',
      },
    ],
    network: { dns: { servers: ['169.254.20.10'] } },
    access: { ssh: { via: 'load-balancer' } },
  });
  const paths = checkConfig({ ...facts, config }).map(({ path }) => formatPath(path));
  expect(new Set(paths)).toEqual(
    new Set([
      'kubernetes.version',
      'kubernetes.podCidr',
      'controlPlane.replicas',
      'controlPlane.instancetype',
      'controlPlane.rootDisk.sizeGiB',
      'controlPlane.endpoint.address',
      'pools[0].name',
      'pools[0].rootDisk.image',
      'pools[0].evictionStrategy',
      'network.dns.servers[0]',
      'access.ssh.authorizedKeys',
      'access.ssh.address',
    ]),
  );
});

// Proves: clusters.all-mistakes-first
test('reports nothing about missing keys a second time', () => {
  expect(checkConfig({ ...testContext(), config: {} })).toEqual([]);
});
