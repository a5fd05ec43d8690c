// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BridgeConfig } from '@strata/contracts';
import { Resource, testHost } from '@strata/command-plugin/testing';
import { ofType, recordProgram } from '@strata/testing';
import { HostBridges } from './host-bridges.ts';
import { renderBridgesScript } from './render-bridges-script.ts';

const bridges: BridgeConfig[] = [
  { name: 'br-vlan', uplink: 'up0', mtu: 1450, vlans: [5, '100-102'] },
];
const isPossible = spawnSync('unshare', ['-rn', 'true']).status === 0;

/** A host whose network is real, in a namespace of its own; systemd is played. */
async function hostWithNetwork() {
  const root = mkdtempSync(join(tmpdir(), 'strata-bridges-'));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/systemctl'), `#!/bin/sh\necho "$@" >> ${root}/systemctl\n`, {
    mode: 0o755,
  });
  // Kernels of build machines may lack VLAN filtering: the bridge is real, which VLANs it has is written down.
  const wrapper = (body: string) => `#!/bin/sh\n${body}\n`;
  const play = (name: string, body: string) =>
    writeFileSync(join(root, 'bin', name), wrapper(body), { mode: 0o755 });
  play(
    'ip',
    'case "$*" in *" vlan_filtering 1 "*) set -- link add "$3" type bridge ;; esac; exec /usr/sbin/ip "$@"',
  );
  play('bridge', `echo "$@" >> ${root}/vlans`);
  const holder = spawn('unshare', ['-rn', 'sh', '-c', 'echo ready; exec sleep 300']);
  await once(holder.stdout, 'data');
  const inside = ['nsenter', '-t', String(holder.pid), '-U', '--preserve-credentials', '-n'];
  const shell = [...inside, '/bin/sh', '-c'];
  const ip = (command: string) => {
    const [file = '', ...args] = shell;
    const { stdout, stderr, status } = spawnSync(file, [...args, command], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  ip(
    'ip link set lo up; ip link add up0 type veth peer name far0; ip link set up0 up; ip link set far0 up',
  );
  ip('ip address add 10.9.0.2/24 dev up0; ip route add default via 10.9.0.1 dev up0 metric 7');
  const host = await testHost({
    env: { STRATA_ROOT: root, PATH: `${root}/bin:${process.env.PATH ?? ''}` },
    shell,
  });
  const run = (command: string, rollbackSeconds = 20) =>
    new Resource('command:remote:Command').create({
      connection: {
        host: '127.0.0.1',
        port: host.port,
        hostKey: host.hostKey,
        privateKey: host.privateKey,
      },
      create: `sh -s ${command}`,
      stdin: renderBridgesScript({ host: 'host-1', bridges, rollbackSeconds }),
    });
  return {
    ip,
    run,
    root,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      holder.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const addressOf = (text: string) => /inet (\S+).* (\S+)\\/.exec(text)?.slice(1, 3);

(isPossible ? describe : describe.skip)('over a real network', () => {
  test('takes address and routes along, carries the VLANs, and lasts once it is confirmed', async () => {
    await using host = await hostWithNetwork();
    await host.run('apply');
    expect(addressOf(host.ip('ip -o -4 address show to 10.9.0.2'))).toEqual([
      '10.9.0.2/24',
      'br-vlan',
    ]);
    expect(host.ip('ip -4 route show default')).toBe(
      'default via 10.9.0.1 dev br-vlan metric 7 \n',
    );
    expect(readFileSync(join(host.root, 'vlans'), 'utf8')).toBe(
      'vlan add dev up0 vid 5\nvlan add dev up0 vid 100-102\n',
    );
    expect(host.ip('ip -o link show dev up0')).toMatch(/ mtu 1450 .* master br-vlan /);
    expect(existsSync(join(host.root, 'etc/systemd/system/strata-bridges.service'))).toBe(false);
    const { stdout } = await host.run('confirm');
    expect(stdout).toMatchObject({ value: 'br-vlan' });
    expect(existsSync(join(host.root, 'etc/systemd/system/strata-bridges.service'))).toBe(true);
    // A second run changes nothing.
    const before = host.ip('ip -4 -o address; ip route');
    await host.run('apply');
    await host.run('confirm');
    expect(host.ip('ip -4 -o address; ip route')).toBe(before);
  }, 30_000);

  test('takes everything back when nobody confirms, says so, and makes it again', async () => {
    await using host = await hostWithNetwork();
    await host.run('apply', 2);
    await setTimeout(3_000);
    expect(addressOf(host.ip('ip -o -4 address show to 10.9.0.2'))).toEqual(['10.9.0.2/24', 'up0']);
    expect(host.ip('ip -4 route show default')).toBe('default via 10.9.0.1 dev up0 metric 7 \n');
    await expect(host.run('confirm', 60)).rejects.toThrow(
      'the bridges of host host-1 (br-vlan) had been taken back, because no new SSH connection came ' +
        'within 60 s or the host was booted. They are made again: run Pulumi again within 60 s to confirm ' +
        'them. Found: up0 is not part of br-vlan',
    );
    await host.run('confirm', 60);
  }, 30_000);

  test('goes without a trace, but not from under machines', async () => {
    await using host = await hostWithNetwork();
    const before = host.ip('ip -o -4 address; ip route');
    await host.run('apply');
    await host.run('confirm');
    host.ip('ip link add vm0 type veth peer name vm1; ip link set vm0 master br-vlan');
    await expect(host.run('undo')).rejects.toThrow(
      'host host-1 was not changed: machines are attached to its bridges: br-vlan. Move or stop them first.',
    );
    host.ip('ip link delete vm0');
    await host.run('undo');
    expect(host.ip('ip -o -4 address; ip route')).toBe(before);
    expect(existsSync(join(host.root, 'usr/local/lib/strata/bridges'))).toBe(false);
  }, 30_000);

  test('says why bridges could not be made', async () => {
    await using host = await hostWithNetwork();
    host.ip('ip link delete up0');
    await expect(host.run('apply', 1)).rejects.toThrow(
      'the bridges of host host-1 could not be made, and are taken back:',
    );
  }, 60_000);
});

test('one host after the other, each confirmed before the next', async () => {
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
