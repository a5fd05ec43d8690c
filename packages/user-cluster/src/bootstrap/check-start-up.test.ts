// SPDX-License-Identifier: Apache-2.0
import { testContext, testPlatform } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { checkStartUp } from './index.ts';

const platform = {
  ...testPlatform,
  goldenImages: [
    ...testPlatform.goldenImages,
    ...['flatcar', 'haiku', 'rocky'].map((os) => ({
      name: `base-${os}`,
      os,
      version: '1',
      namespace: 'images',
      dataSource: `base-${os}`,
      sizeGiB: 10,
    })),
  ],
};
const pool = { name: 'md-a', replicas: 1, instancetype: 'standard-2' };
const check = (change: Change) => checkStartUp({ ...testContext(change), platform });
const checkPool = (image: string, change: object) =>
  check({ pools: [{ ...pool, rootDisk: { image, sizeGiB: 20 }, ...change }] });

test.each([
  ['ubuntu', {}],
  ['ubuntu', { cloudInit: 'configDrive' }],
  ['base-flatcar', { cloudInit: 'ignition' }],
  ['docker://registry.example.org/fedora-coreos:42', { cloudInit: 'ignition' }],
  // Their operating systems are not known.
  ['base-haiku', { cloudInit: 'ignition' }],
  ['docker://registry.example.org/base:1', {}],
])('lets %s start with %j', (image, change) => {
  expect(checkPool(image, change)).toEqual([]);
});

// Proves: machines.ignition
test.each([
  [
    'ubuntu',
    'ignition',
    'pool "md-a" boots from "ubuntu", which is ubuntu, which reads cloud-init, not Ignition; leave cloudInit out, or take another image',
  ],
  [
    'base-flatcar',
    'noCloud',
    'pool "md-a" boots from "base-flatcar", which is flatcar, which reads Ignition, not cloud-init; set cloudInit: ignition, or take another image',
  ],
  [
    'docker://quay.io/containerdisks/flatcar:4230',
    'configDrive',
    'pool "md-a" boots from "docker://quay.io/containerdisks/flatcar:4230", which is flatcar, which reads Ignition, not cloud-init; set cloudInit: ignition, or take another image',
  ],
])('refuses %s with cloudInit: %s', (image, cloudInit, message) => {
  expect(checkPool(image, { cloudInit })).toEqual([{ path: ['pools', 0, 'cloudInit'], message }]);
});

test('refuses further interfaces of machines with Ignition', () => {
  const message = (key: string) =>
    `machines that start from Ignition have one interface, for nothing tells them what the others are for; remove ${key}, or take an image with cloud-init`;
  const rootDisk = { image: 'base-flatcar', sizeGiB: 20 };
  expect(
    check({
      controlPlane: {
        replicas: 3,
        instancetype: 'standard-2',
        cloudInit: 'ignition',
        rootDisk,
        endpoint: { address: '203.0.113.2' },
        peers: {
          network: 'backbone',
          addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
        },
      },
      pools: [{ ...pool, cloudInit: 'ignition', rootDisk, interfaces: [{ network: 'backbone' }] }],
    }),
  ).toEqual([
    { path: ['controlPlane', 'peers'], message: message('peers') },
    { path: ['pools', 0, 'interfaces'], message: message('interfaces') },
  ]);
});

// https://git.rockylinux.org/rocky/kickstarts/-/blob/r9/Rocky-9-GenericCloud-Base.ks
test('refuses further interfaces of systems that do not name cards after their ports', () => {
  const interfaces = [{ network: 'backbone' }];
  expect(checkPool('base-rocky', { interfaces })).toEqual([
    {
      path: ['pools', 0, 'interfaces'],
      message:
        'images of rocky name their network cards eth0, eth1 and so on (net.ifnames=0), but cards are ' +
        'told apart by the names of their ports; remove interfaces, or take an image of Ubuntu or Debian',
    },
  ]);
  expect(checkPool('base-rocky', {})).toEqual([]);
  expect(checkPool('ubuntu', { interfaces })).toEqual([]);
  expect(checkPool('base-haiku', { interfaces })).toEqual([]);
});

test('reports nothing about missing keys, which have problems of their own', () => {
  expect(checkStartUp({ ...testContext(), config: {} })).toEqual([]);
});
