// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeConfig } from '../config/index.ts';
import { bridgesTool } from './bridges-tool.ts';
import { canHaveNetworks, hostWithNetwork } from './testing/host-with-network.ts';
import { restartNetworkd, startNetworkd } from './testing/played-networkd.ts';

const bridges: readonly BridgeConfig[] = [
  { name: 'br-vlan', uplink: 'up0', mtu: 1450, vlans: [5] },
];

const addresses = 'ip -o -4 address show to 10.9.0.2 | sed "s/ *scope.*//; s/^[0-9]*: //"';
const dropIn = 'etc/systemd/network/10-netplan-up0.network.d/90-strata-up0.conf';

(canHaveNetworks ? describe : describe.skip)('over a real network', () => {
  test('a second run repairs a bridge whose uplink somebody has taken out and given its address again', async () => {
    await using host = await hostWithNetwork();
    await host.run('apply', bridges);
    await host.run('confirm', bridges);
    const tool = join(host.root, bridgesTool);
    host.shell('ip link set up0 nomaster; ip address add 10.9.0.2/24 dev up0');
    expect(host.shell(`${tool} check`)).toBe('up0 is not a port of br-vlan\n');
    host.shell(`${tool} up`);
    expect(host.shell(`${tool} check`)).toBe('');
    expect(host.shell(addresses)).toBe('br-vlan    inet 10.9.0.2/24\n');
  }, 180_000);

  test('a restart of systemd-networkd leaves the uplink in the bridge until the bridge is undone', async () => {
    await using host = await hostWithNetwork();
    startNetworkd(host, 'up0');
    await host.run('apply', bridges);
    await host.run('confirm', bridges);
    restartNetworkd(host, 'up0', '10.9.0.2/24');
    expect(host.shell(`${join(host.root, bridgesTool)} check`)).toBe('');
    await host.run('undo', bridges);
    expect(existsSync(join(host.root, dropIn))).toBe(false);
  }, 180_000);

  test('moves routes of router advertisements with the time that they still have', async () => {
    await using host = await hostWithNetwork();
    host.shell('ip -6 route add 2001:db8::/64 dev up0 proto ra metric 1024 expires 1000');
    await host.run('apply', bridges);
    await host.run('confirm', bridges);
    expect(host.shell('ip -6 route show 2001:db8::/64')).toMatch(
      /^2001:db8::\/64 dev br-vlan proto ra metric 1024 expires 9\d\dsec pref medium\n$/,
    );
  }, 180_000);
});
