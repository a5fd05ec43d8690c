// SPDX-License-Identifier: Apache-2.0
import { virtualMachine, virtualMachinePool } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { noDnsCollision } from './index.ts';

test('accepts VMs with DNS servers of their own, or without a pod network', async () => {
  const apart = virtualMachine({ spec: { dnsPolicy: undefined, networks: [] } });
  expect(await violationsOf(noDnsCollision, [virtualMachinePool(), apart])).toEqual([]);
});

test('accepts ClusterFirst, which the program of user clusters refuses where infra says that hosts have a cache', async () => {
  const machines = [
    virtualMachine({ spec: { dnsPolicy: 'ClusterFirst', dnsConfig: undefined } }),
    virtualMachinePool({ spec: { dnsPolicy: 'ClusterFirst', dnsConfig: {} } }),
  ];
  expect(await violationsOf(noDnsCollision, machines)).toEqual([]);
});

test.each([
  [
    { dnsPolicy: undefined },
    'dnsPolicy is not set, so it gets the DNS servers of pods on its host, and where hosts have a NodeLocal DNS cache that is 169.254.20.10, the address of a cache of its own in the user cluster; set dnsPolicy None and dnsConfig.nameservers.',
  ],
  [
    { dnsPolicy: 'ClusterFirst', dnsConfig: { nameservers: ['169.254.20.10'] } },
    'DNS server 169.254.20.10 is the address of the NodeLocal DNS cache, both on its host and in the user cluster; name one that the pod network reaches.',
  ],
  [
    { dnsConfig: {} },
    'dnsPolicy None without dnsConfig.nameservers leaves it without DNS; add them.',
  ],
  [
    { dnsConfig: { nameservers: ['169.254.20.10'] } },
    'DNS server 169.254.20.10 is the address of the NodeLocal DNS cache, both on its host and in the user cluster; name one that the pod network reaches.',
  ],
])('rejects %j', async (spec, message) => {
  expect(await violationsOf(noDnsCollision, [virtualMachine({ spec })])).toEqual([
    `VirtualMachine cluster-demo/cp-0: ${message}`,
  ]);
});
