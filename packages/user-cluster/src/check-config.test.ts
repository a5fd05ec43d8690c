// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/contracts';
import { checkConfig } from './index.ts';

const offer = {
  instancetypes: [
    { name: 'standard-2', cpu: 2, memoryGiB: 8 },
    { name: 'standard-4', cpu: 4, memoryGiB: 16 },
  ],
  preferences: ['sockets-advantage'],
};

function pool(name: string, instancetype: string, preference: string) {
  const pools: UserClusterConfig['pools'] = [
    {
      name,
      replicas: 2,
      instancetype,
      preference,
      rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', sizeGiB: 20 },
      maxUnavailable: 1,
      spread: {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
      },
    },
  ];
  return pools;
}

const right = pool('md-a', 'standard-2', 'sockets-advantage');

test('finds nothing wrong with pools that the platform can serve', () => {
  expect(checkConfig({ pools: right }, offer)).toEqual([]);
});

test('names the pool, what it asks for, and what comes near or all there is', () => {
  const wrong = pool('md-b', 'large', 'socket-advantage');
  expect(checkConfig({ pools: [...right, ...wrong] }, offer)).toEqual([
    {
      path: ['pools', 1, 'instancetype'],
      message:
        'pool "md-b" asks for the instancetype "large", which the platform does not offer; ' +
        'known: standard-2, standard-4',
    },
    {
      path: ['pools', 1, 'preference'],
      message:
        'pool "md-b" asks for the preference "socket-advantage", which the platform does not ' +
        'offer; did you mean "sockets-advantage"?',
    },
  ]);
});
