// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Resource, testHost } from '@strata/command-plugin/testing';
import type { BridgeConfig } from '../../config/index.ts';
import { renderBridgesScript } from '../render-bridges-script.ts';

/** Whether this computer allows network namespaces. */
export const canHaveNetworks = spawnSync('unshare', ['-rn', 'true']).status === 0;

/**
 * Seconds until a change that a test leaves unconfirmed is taken back. The time begins before the
 * change, which starts hundreds of short processes, so it must be long enough for the change on a
 * busy computer.
 */
export const soon = 15;

const program = (root: string, name: string) => join(root, 'bin', name);

function playPrograms(root: string): void {
  mkdirSync(join(root, 'bin'));
  for (const name of ['ip', 'bridge']) {
    copyFileSync(join(import.meta.dirname, `played-${name}.sh`), program(root, name));
    chmodSync(program(root, name), 0o755);
  }
  const systemctl = `#!/bin/sh\necho "$@" >> ${root}/systemctl\n`;
  writeFileSync(program(root, 'systemctl'), systemctl, { mode: 0o755 });
}

/** A test host with a real network in its own namespace; VLANs and systemd are fakes. */
export interface HostWithNetwork extends AsyncDisposable {
  /** Folder that is the root of its file system. */
  readonly root: string;
  /** Runs shell commands on the host and returns their output. @throws Error with their standard error when they fail. */
  readonly shell: (commands: string) => string;
  /** Runs a command of the script for bridges over a new SSH connection. */
  readonly run: (
    command: 'apply' | 'confirm' | 'undo',
    bridges: readonly BridgeConfig[],
    rollbackSeconds?: number,
  ) => ReturnType<Resource['create']>;
}

/** Starts a test host with the interfaces up0, which has an address and the default route, and up1; both have a link. */
export async function hostWithNetwork(): Promise<HostWithNetwork> {
  const root = mkdtempSync(join(tmpdir(), 'strata-bridges-'));
  playPrograms(root);
  const holder = spawn('unshare', ['-rn', 'sh', '-c', 'echo ready; exec sleep 600']);
  await once(holder.stdout, 'data');
  const inside = ['nsenter', '-t', String(holder.pid), '-U', '--preserve-credentials', '-n'];
  const env = { STRATA_ROOT: root, PATH: `${root}/bin:${process.env.PATH ?? ''}` };
  const shell = (commands: string) => {
    const { stdout, stderr, status } = spawnSync(
      'nsenter',
      [...inside.slice(1), 'sh', '-ec', commands],
      {
        encoding: 'utf8',
        env,
      },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  shell(
    'ip link set lo up; for n in 0 1; do ip link add up$n type veth peer name far$n; ip link set up$n up; ip link set far$n up; done',
  );
  shell('ip address add 10.9.0.2/24 dev up0; ip route add default via 10.9.0.1 dev up0 metric 7');
  const host = await testHost({ env, shell: [...inside, '/bin/sh', '-c'] });
  const { port, hostKey, privateKey } = host;
  return {
    root,
    shell,
    run: (command, bridges, rollbackSeconds = 60) =>
      new Resource('command:remote:Command').create({
        connection: { host: '127.0.0.1', port, hostKey, privateKey },
        create: `sh -s ${command}`,
        stdin: renderBridgesScript({ host: 'host-1', bridges, rollbackSeconds }),
      }),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      holder.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until an unconfirmed change is taken back and the host has its former state again.
 *
 * @param stateNow - returns the current state, which must become equal to `before`.
 * @throws AssertionError that shows the difference when the states differ after a minute.
 */
export async function takenBack(
  { root }: HostWithNetwork,
  before: string,
  stateNow: () => string,
): Promise<void> {
  const mark = join(root, 'run/strata-bridges/rolled-back');
  const isDone = () => existsSync(mark) && stateNow() === before;
  for (const end = Date.now() + 60_000; !isDone() && Date.now() < end;) await setTimeout(200);
  expect(existsSync(mark)).toBe(true);
  expect(stateNow()).toBe(before);
}

/**
 * Attaches a VM to a bridge as the CNI plugin does: removes the default VLAN of the new port and adds
 * the VLAN of the VM as the one for untagged frames. @see https://github.com/containernetworking/plugins/blob/v1.9.0/plugins/main/bridge/bridge.go, setupVeth
 */
export function attachMachine(
  { shell }: HostWithNetwork,
  { port, bridge, vlan, mtu = 1400 }: { port: string; bridge: string; vlan: number; mtu?: number },
): void {
  shell(
    `ip link add ${port} mtu ${mtu} type veth peer name ${port}-far mtu ${mtu}; ip link set dev ${port} master ${bridge}; ip link set dev ${port} up; ` +
      `bridge vlan del dev ${port} vid 1; bridge vlan add dev ${port} vid ${vlan} pvid untagged`,
  );
}
