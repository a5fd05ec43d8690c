// SPDX-License-Identifier: Apache-2.0
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
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

const bridge: BridgeConfig = { name: 'br0', uplink: 'up0', mtu: 1500, vlans: ['100-102'] };

/** Creates a bridge as distributions do: without VLAN filtering, with up0 as port, with the address of the host. */
const makeByHand = ({ shell }: HostWithNetwork) =>
  shell(
    'ip link add name br0 type bridge; ip link set dev br0 up; ip link set dev up0 master br0; ' +
      'ip address flush dev up0; ip address add 10.9.0.2/24 dev br0; ip route add default via 10.9.0.1 dev br0; ' +
      'bridge vlan add dev up0 vid 7; bridge vlan add dev up0 vid 101',
  );

const filters = ({ shell }: HostWithNetwork, name = 'br0') =>
  /"vlan_filtering":(\d)/.exec(shell(`ip -j -d link show dev ${name}`))?.[1];

const state = (host: HostWithNetwork) =>
  [
    filters(host),
    host.shell('ip -o link; ip -4 -o address; ip route; bridge -c -j vlan show dev up0'),
  ].join('\n');

(canHaveNetworks ? describe : describe.skip)('a bridge that Strata did not create', () => {
  // Proves: networks.vlans-on-hosts
  test('gets VLAN filtering, and is restored to its former state by undo', async () => {
    await using host = await hostWithNetwork();
    makeByHand(host);
    const before = state(host);
    await host.run('apply', [bridge]);
    await host.run('confirm', [bridge]);
    expect(filters(host)).toBe('1');
    // Strata did not add VLAN 7, so it stays.
    expect(host.shell('bridge -c -j vlan show dev up0').trim()).toBe(
      '[{"ifname":"up0","vlans":[{"vlan":1,"flags":["PVID","Egress Untagged"]},{"vlan":7},{"vlan":100,"vlanEnd":102}]}]',
    );
    expect(host.shell(`${host.root}${bridgesTool} check`)).toBe('');
    host.shell('ip link set dev br0 type bridge vlan_filtering 0');
    expect(host.shell(`${host.root}${bridgesTool} check`)).toBe(
      'br0 does not filter VLANs, so each port receives the frames of all VLANs\n',
    );
    await host.run('undo', [bridge]);
    expect(state(host)).toBe(before);
  }, 180_000);

  test('is restored when the change is not confirmed', async () => {
    await using host = await hostWithNetwork();
    makeByHand(host);
    const before = state(host);
    await host.run('apply', [{ ...bridge, mtu: 1400 }], soon);
    expect(filters(host)).toBe('1');
    await takenBack(host, before, () => state(host));
  }, 180_000);

  test('stays when the configuration names another bridge, but loses the uplink that Strata added', async () => {
    await using host = await hostWithNetwork();
    host.shell('ip link add name br0 type bridge; ip link set dev br0 up');
    const second: BridgeConfig = { ...bridge, uplink: 'up1' };
    for (const wanted of [second, { ...second, name: 'br-own' }]) {
      await host.run('apply', [wanted]);
      await host.run('confirm', [wanted]);
    }
    expect(host.shell('ip -o link show master br0')).toBe('');
    expect([filters(host), filters(host, 'br-own')]).toEqual(['0', '1']);
    await host.run('undo', [{ ...second, name: 'br-own' }]);
    expect(host.shell('ip -o link show type bridge')).toMatch(/^\d+: br0: .*\n$/);
  }, 180_000);

  test('is refused when its change would cut off addresses, ports or VLAN interfaces', async () => {
    await using host = await hostWithNetwork();
    host.shell(
      'ip link add name br0 type bridge; ip link add macv0 link far1 type macvlan; ip link set dev macv0 master br0',
    );
    appendFileSync(join(host.root, 'kernel/interfaces'), 'br0.50 50 br0\n');
    const before = state(host);
    await expect(host.run('apply', [bridge])).rejects.toThrow(
      'host host-1 was not changed:\n' +
        '  - up0 has addresses (10.9.0.2/24), and Strata moves none to br0, which it has not made: make up0 part of br0 yourself, or name a bridge that is not there yet\n' +
        '  - br0, which Strata has not made, has the port macv0 besides up0: two ways out are a loop; take macv0 out of it\n' +
        '  - br0.50 would be cut off once br0 filters VLANs: bridge vlan add dev br0 vid 50 self, the same for the port that leads out, then ip link set dev br0 type bridge vlan_filtering 1',
    );
    expect(state(host)).toBe(before);
  }, 180_000);

  test('is not undone while VMs are attached', async () => {
    await using host = await hostWithNetwork();
    makeByHand(host);
    await host.run('apply', [bridge]);
    await host.run('confirm', [bridge]);
    attachMachine(host, { port: 'vm0', bridge: 'br0', vlan: 100 });
    await expect(host.run('undo', [bridge])).rejects.toThrow(
      'host host-1 was not changed: machines are attached to its bridges: br0. Move or stop them first.',
    );
    expect(filters(host)).toBe('1');
  }, 180_000);
});

// Proves: networks.vlans-on-hosts
(canHaveNetworks ? test : test.skip)(
  'refuses VLANs that the host itself belongs to',
  async () => {
    await using host = await hostWithNetwork();
    appendFileSync(
      join(host.root, 'kernel/interfaces'),
      'up0.101 101 up0\nup0.9 9 up0\nup1.100 100 up1\n',
    );
    host.shell(
      'ip link add name br0 type bridge; bridge vlan del dev br0 vid 1 self; bridge vlan add dev br0 vid 102 pvid untagged self; ip address flush dev up0',
    );
    await expect(host.run('apply', [bridge])).rejects.toThrow(
      'host host-1 was not changed:\n' +
        '  - up0.101 is in VLAN 101 of up0, which is a VLAN of the host: leave it out of infra:bridges[].vlans\n' +
        '  - br0 itself is in VLAN 102, which is a VLAN of the host: leave it out of infra:bridges[].vlans',
    );
  },
  180_000,
);
