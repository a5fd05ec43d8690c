// SPDX-License-Identifier: Apache-2.0
import { guestInterface, renderNetworkData } from './index.ts';
import { testMachine, testPlatform } from './test-cluster.ts';

/** Returns what a machine with these interfaces is told; "fast-net" passes cards through. */
function ethernetsOf(interfaces: readonly object[]): unknown {
  const text = renderNetworkData(testMachine({ interfaces }).machine, testPlatform);
  return (JSON.parse(text ?? '{}') as { readonly ethernets?: unknown }).ethernets;
}

const further = {
  dhcp4: true,
  optional: true,
  'accept-ra': false,
  'dhcp4-overrides': { 'use-routes': false, 'use-dns': false },
};

// Proves: machines.interfaces
test('gives a guest its further interfaces, without their routes and DNS servers, and deaf to routers that announce themselves', () => {
  const interfaces = [
    { network: 'storage-net', mac: '02:00:00:AA:00:10' },
    { network: 'storage-net', name: 'quiet', addresses: 'none' },
  ];
  const text = renderNetworkData(testMachine({ interfaces }).machine, testPlatform);
  expect(JSON.parse(text ?? '')).toEqual({
    version: 2,
    ethernets: {
      enp1s0: { dhcp4: true },
      enp2s0: { match: { macaddress: '02:00:00:aa:00:10' }, 'set-name': 'enp2s0', ...further },
      enp3s0: { dhcp4: false, optional: true, 'accept-ra': false },
    },
  });
  expect(renderNetworkData(testMachine().machine, testPlatform)).toBeUndefined();
});

// KubeVirt renders a card as a host device, and libvirt gives host devices their ports behind those of
// all interfaces and disks: pkg/virt-launcher/virtwrap/converter/network/configurator.go `Configure`,
// libvirt's src/qemu/qemu_domain_address.c `qemuDomainAssignDevicePCISlots`.
// Proves: machines.interfaces
test('a card that is passed through has no port before others, and no name that is known', () => {
  const card = { network: 'fast-net', addresses: 'none' };
  expect(ethernetsOf([card, { network: 'storage-net' }])).toEqual({
    enp1s0: { dhcp4: true },
    enp2s0: further,
  });
  expect(ethernetsOf([card])).toEqual({ enp1s0: { dhcp4: true } });
});

// Proves: machines.interfaces
test('a card with a MAC address is found by it, and gets a name of its own', () => {
  const mac = '02:00:00:00:00:AA';
  expect(
    ethernetsOf([
      { network: 'storage-net' },
      { network: 'fast-net', mac },
      { network: 'storage-net', name: 'b' },
    ]),
  ).toEqual({
    enp1s0: { dhcp4: true },
    enp2s0: further,
    card1: { match: { macaddress: '02:00:00:00:00:aa' }, 'set-name': 'card1', ...further },
    enp3s0: further,
  });
});

// Proves: machines.interfaces
test("returns a guest's name of its interface in a network", () => {
  const nameIn = (network: string, interfaces: readonly object[]) =>
    guestInterface(testMachine({ interfaces }).machine, network, testPlatform);
  const both = [{ network: 'fast-net', name: 'fast' }, { network: 'storage-net' }];
  expect(nameIn('storage-net', both)).toBe('enp2s0');
  expect(nameIn('fast-net', both)).toBeUndefined();
  expect(nameIn('fast-net', [{ network: 'fast-net', mac: '02:00:00:00:00:aa' }])).toBe('card0');
  expect(nameIn('fast', both)).toBeUndefined();
});
