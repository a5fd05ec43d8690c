// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofType, recordProgram } from '@strata/testing';
import type { BridgeConfig } from '../config/index.ts';
import { bridgesTool } from './bridges-tool.ts';
import { HostBridges } from './host-bridges.ts';
import {
  attachMachine,
  canHaveNetworks,
  hostWithNetwork,
  soon,
  takenBack,
} from './testing/host-with-network.ts';

const bridge: BridgeConfig = {
  name: 'br-vlan',
  uplink: 'up0',
  mtu: 1450,
  vlans: [5, '100-102'],
};
const bridges = [bridge];

const addressOf = (text: string) => /inet (\S+).* (\S+)\\/.exec(text)?.slice(1, 3);

(canHaveNetworks ? describe : describe.skip)('over a real network', () => {
  test('moves address and routes to the bridge, carries the VLANs, and becomes permanent when confirmed', async () => {
    await using host = await hostWithNetwork();
    await host.run('apply', bridges);
    expect(addressOf(host.shell('ip -o -4 address show to 10.9.0.2'))).toEqual([
      '10.9.0.2/24',
      'br-vlan',
    ]);
    expect(host.shell('ip -4 route show default')).toBe(
      'default via 10.9.0.1 dev br-vlan metric 7 \n',
    );
    expect(host.shell('bridge -c -j vlan show dev up0').trim()).toBe(
      '[{"ifname":"up0","vlans":[{"vlan":1,"flags":["PVID","Egress Untagged"]},{"vlan":5},{"vlan":100,"vlanEnd":102}]}]',
    );
    expect(host.shell('ip -j -d link show dev br-vlan')).toContain('"vlan_filtering":1,');
    expect(host.shell('ip -o link show dev up0')).toMatch(/ mtu 1450 .* master br-vlan /);
    expect(existsSync(join(host.root, 'etc/systemd/system/strata-bridges.service'))).toBe(false);
    const { stdout } = await host.run('confirm', bridges);
    expect(stdout).toMatchObject({ value: 'br-vlan' });
    expect(existsSync(join(host.root, 'etc/systemd/system/strata-bridges.service'))).toBe(true);
    // A second run changes nothing.
    const before = host.shell('ip -4 -o address; ip route');
    await host.run('apply', bridges);
    await host.run('confirm', bridges);
    expect(host.shell('ip -4 -o address; ip route')).toBe(before);
  }, 180_000);

  test.each([
    ['learns a limited number of addresses', [], '16384\n'],
    ['is made on a kernel that knows no such limit, too', ['before-6.7'], undefined],
  ])(
    'a bridge %s',
    async (_, marks, learned) => {
      await using host = await hostWithNetwork();
      const kernel = join(host.root, 'kernel');
      for (const mark of marks) writeFileSync(join(kernel, mark), '');
      await host.run('apply', bridges);
      await host.run('confirm', bridges);
      const file = join(kernel, 'learned-br-vlan');
      expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(learned);
      expect(host.shell(`${host.root}${bridgesTool} check`)).toBe('');
    },
    180_000,
  );

  test('carries the VLANs 2-4094 tagged, and reports VLANs and MTU that are missing later', async () => {
    await using host = await hostWithNetwork();
    const all: BridgeConfig[] = [{ ...bridge, vlans: ['2-4094'] }];
    await host.run('apply', all);
    await host.run('confirm', all);
    expect(host.shell('bridge -c -j vlan show dev up0').trim()).toBe(
      '[{"ifname":"up0","vlans":[{"vlan":1,"flags":["PVID","Egress Untagged"]},{"vlan":2,"vlanEnd":4094}]}]',
    );
    expect(host.shell(`${host.root}${bridgesTool} check`)).toBe('');
    host.shell('bridge vlan del dev up0 vid 5-7; ip link set dev up0 mtu 1500');
    expect(host.shell(`${host.root}${bridgesTool} check`)).toBe(
      'up0 does not have the MTU 1450\nup0 does not carry VLAN 5-7\n',
    );
  }, 180_000);

  test('takes everything back when the bridge is not confirmed, reports that, and creates it again', async () => {
    await using host = await hostWithNetwork();
    const state = () => host.shell('ip -o -4 address; ip route; ip -o link show type bridge');
    const before = state();
    await host.run('apply', bridges, soon);
    await takenBack(host, before, state);
    expect(addressOf(host.shell('ip -o -4 address show to 10.9.0.2'))).toEqual([
      '10.9.0.2/24',
      'up0',
    ]);
    expect(host.shell('ip -4 route show default')).toBe('default via 10.9.0.1 dev up0 metric 7 \n');
    await expect(host.run('confirm', bridges, 60)).rejects.toThrow(
      'the bridges of host host-1 (br-vlan) had been taken back, because no new SSH connection came ' +
        'within 60 s or the host was booted. They are made again: run Pulumi again within 60 s to confirm ' +
        'them. Found: up0 is not a port of br-vlan',
    );
    await host.run('confirm', bridges, 60);
  }, 180_000);

  test('undo restores the host completely, but is refused while VMs are attached', async () => {
    await using host = await hostWithNetwork();
    const before = host.shell('ip -o -4 address; ip route');
    await host.run('apply', bridges);
    await host.run('confirm', bridges);
    attachMachine(host, { port: 'vm0', bridge: 'br-vlan', vlan: 5 });
    await expect(host.run('undo', bridges)).rejects.toThrow(
      'host host-1 was not changed: machines are attached to its bridges: br-vlan. Move or stop them first.',
    );
    host.shell('ip link delete vm0');
    await host.run('undo', bridges);
    expect(host.shell('ip -o -4 address; ip route')).toBe(before);
    expect(existsSync(join(host.root, 'usr/local/lib/strata/bridges'))).toBe(false);
  }, 180_000);

  test('says why bridges could not be created', async () => {
    await using host = await hostWithNetwork();
    await expect(host.run('apply', [{ ...bridge, uplink: 'up9' }])).rejects.toThrow(
      'host host-1 was not changed:\n  - there is no up9',
    );
    const before = host.shell('ip -o -4 address; ip route; ip -o link show type bridge');
    writeFileSync(join(host.root, 'bin/bridge'), '#!/bin/sh\necho "no $2" >&2; exit 1\n');
    await expect(host.run('apply', bridges)).rejects.toThrow(
      'the bridges of host host-1 could not be made, and are taken back: no add',
    );
    expect(host.shell('ip -o -4 address; ip route; ip -o link show type bridge')).toBe(before);
  }, 180_000);
});

test('sets up one host after the other, and confirms each before the next', async () => {
  const host = (name: string) => ({
    name,
    publicAddress: '10.0.0.1',
    hostKeys: ['ssh-ed25519 AAAA'],
  });
  const ssh = { username: 'ops', port: 22 };
  const recording = await recordProgram(
    () => new HostBridges('bridges', { hosts: [host('a'), host('b')], ssh, bridges }),
  );
  const commands = ofType(recording, 'command:remote:Command');
  expect(commands.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
    ['bridges-a-apply', []],
    ['bridges-a-confirm', ['bridges-a-apply']],
    ['bridges-b-apply', ['bridges-a-confirm']],
    ['bridges-b-confirm', ['bridges-b-apply']],
  ]);
  expect(commands[0]?.inputs).toMatchObject({
    create: 'sudo -n sh -s apply',
    delete: 'sudo -n sh -s undo',
  });
});
