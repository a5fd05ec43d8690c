// SPDX-License-Identifier: Apache-2.0
import type { BridgeConfig } from '../config/index.ts';
import { bridgesTool } from './bridges-tool.ts';
import {
  attachMachine,
  canHaveNetworks,
  hostWithNetwork,
  soon,
  takenBack,
} from './testing/host-with-network.ts';
import type { HostWithNetwork } from './testing/host-with-network.ts';

const bridge: BridgeConfig = { name: 'br-vlan', uplink: 'up0', mtu: 1450, vlans: ['100-102'] };

const make = async (host: HostWithNetwork, ...bridges: BridgeConfig[]) => {
  await host.run('apply', bridges);
  await host.run('confirm', bridges);
};

/** Returns text that changes when the bridge is deleted or the port of the VM is detached from it. */
const lasting = ({ shell }: HostWithNetwork) =>
  shell(
    'ip -o link show dev br-vlan | cut -d: -f1; ip -o link show dev vm0 | grep -o "master [^ ]*"',
  );

const vlansOf = ({ shell }: HostWithNetwork, port: string) =>
  shell(`bridge -c -j vlan show dev ${port}`).trim();

(canHaveNetworks ? describe : describe.skip)('with a VM on the bridge', () => {
  // Proves: networks.changed-bridges
  test('changes VLANs and MTU of the bridge in place', async () => {
    await using host = await hostWithNetwork();
    await make(host, bridge);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 100 });
    const before = lasting(host);
    await make(host, { ...bridge, mtu: 1440, vlans: [100, '102-104'] });
    expect(lasting(host)).toBe(before);
    expect(vlansOf(host, 'up0')).toBe(
      '[{"ifname":"up0","vlans":[{"vlan":1,"flags":["PVID","Egress Untagged"]},{"vlan":100},{"vlan":102,"vlanEnd":104}]}]',
    );
    expect(vlansOf(host, 'vm0')).toBe(
      '[{"ifname":"vm0","vlans":[{"vlan":100,"flags":["PVID","Egress Untagged"]}]}]',
    );
    expect(host.shell('ip -o link show dev up0')).toContain(' mtu 1440 ');
  }, 180_000);

  test('keeps the MTU of the bridge when a machine with smaller frames joins, and repairs it where it was lost', async () => {
    await using host = await hostWithNetwork();
    const own = { ...bridge, mtu: 1500 };
    await make(host, own);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 100, mtu: 1280 });
    expect(host.shell('ip -o link show dev br-vlan')).toContain(' mtu 1500 ');
    const check = `${host.root}${bridgesTool} check`;
    expect(host.shell(check)).toBe('');
    host.shell('ip link set dev br-vlan mtu 1280');
    expect(host.shell(check)).toBe('br-vlan does not have the MTU 1500\n');
    await make(host, own);
    expect(host.shell('ip -o link show dev br-vlan')).toContain(' mtu 1500 ');
  }, 180_000);

  test('replaces the uplink, and gives the old one its address back', async () => {
    await using host = await hostWithNetwork();
    await make(host, bridge);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 100 });
    const before = lasting(host);
    await make(host, { ...bridge, uplink: 'up1' });
    expect(lasting(host)).toBe(before);
    expect(host.shell('ip -o -4 address show to 10.9.0.2')).toContain(' up0 ');
    expect(host.shell('ip -o link show dev up0')).toMatch(/ mtu 1500 (?!.* master )/);
    expect(host.shell('ip -o link show dev up1')).toContain(' master br-vlan ');
  }, 180_000);

  // Proves: networks.changed-bridges
  test('refuses changes that would cut the VM off, and lists all problems in one message', async () => {
    await using host = await hostWithNetwork();
    await make(host, bridge);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 101 });
    const before = lasting(host) + host.shell('ip -o link; ip route');
    await expect(host.run('apply', [{ ...bridge, mtu: 1300, vlans: [100] }])).rejects.toThrow(
      'host host-1 was not changed:\n' +
        '  - vm0 of a machine is in VLAN 101 of br-vlan, which infra:bridges no longer has: move or stop the machine first\n' +
        '  - vm0 of a machine has frames of 1400 bytes, and br-vlan would take 1300 at most: lower the mtu of its network, then move or restart the machine',
    );
    await expect(host.run('apply', [{ ...bridge, name: 'br-new' }])).rejects.toThrow(
      'host host-1 was not changed:\n' +
        '  - vm0 of a machine is attached to br-vlan, which infra:bridges no longer has: move or stop the machine first',
    );
    expect(lasting(host) + host.shell('ip -o link; ip route')).toBe(before);
    // Without the VM the same changes are made.
    host.shell('ip link delete vm0');
    await make(host, { ...bridge, name: 'br-new', mtu: 1300, vlans: [100] });
    expect(host.shell('ip -o link show type bridge')).toMatch(/^\d+: br-new: .* mtu 1300 .*\n$/);
  }, 180_000);

  // Proves: networks.changed-bridges
  test('takes back a change of the bridge that is not confirmed', async () => {
    await using host = await hostWithNetwork();
    await make(host, bridge);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 100 });
    const state = () =>
      lasting(host) + vlansOf(host, 'up0') + host.shell('ip -4 -o address; ip route; ip -o link');
    const before = state();
    await host.run('apply', [{ ...bridge, uplink: 'up1', vlans: ['100-103'] }], soon);
    expect(state()).not.toBe(before);
    await takenBack(host, before, state);
  }, 180_000);

  test('a new bridge that is not confirmed gives its uplink back, but stays because a VM is attached', async () => {
    await using host = await hostWithNetwork();
    const address = () => host.shell('ip -o -4 address; ip route');
    const own = address();
    await host.run('apply', [bridge], soon);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 100 });
    const before = lasting(host);
    await takenBack(host, own, address);
    expect(lasting(host)).toBe(before);
    expect(host.shell('ip -o -4 address show to 10.9.0.2')).toContain(' up0 ');
    // The next run gives the bridge its uplink again.
    await make(host, bridge);
    expect(lasting(host)).toBe(before);
    expect(host.shell('ip -o -4 address show to 10.9.0.2')).toContain(' br-vlan ');
  }, 180_000);
});
