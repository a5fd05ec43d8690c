// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resource } from '@strata/command-plugin/testing';
import { renderPreflightScript } from '../src/preflight/render-preflight-script.ts';
import {
  scratchHost,
  type Files,
  type ScratchHost,
} from '../src/preflight/testing/scratch-host.ts';
import { playedPrograms } from '../src/profile/testing/played-programs.ts';
import { touchHost } from './kubeone-on-hosts.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubeone-on-hosts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the fields of a host that the stand-in needs to log in. */
function wayTo({ port: sshPort, privateKey }: ScratchHost, name: string) {
  const sshPrivateKeyFile = join(folder, name);
  writeFileSync(sshPrivateKeyFile, privateKey, { mode: 0o600 });
  return { publicAddress: '127.0.0.1', sshUsername: 'root', sshPort, sshPrivateKeyFile };
}

const held = 'kubelet kubeadm kubectl kubernetes-cni cri-tools';

test.each([
  ['install', 'kubelet kubeadm kubectl', []],
  ['upgrade', 'kubeadm kubectl', [`apt-mark unhold ${held}`]],
  ['upgrade-kubelet', 'kubelet', [`apt-mark unhold ${held}`]],
] as const)(
  'KubeOne switches off swap and the firewall, and holds its packages: %s',
  async (step, packages, unheld) => {
    await using host = await scratchHost({
      ...playedPrograms,
      '/proc/swaps': 'Filename Type\n/var/lib/strata/swapfile file 1048572 0 -2\n',
      '/var/lib/kubelet/config.yaml': 'kind: KubeletConfiguration\n',
    });
    await touchHost(wayTo(host, step), step);
    const read = (path: string) => readFileSync(join(host.root, path), 'utf8');
    expect(read('proc/swaps')).toBe('Filename Type\n');
    expect(read('etc/fstab')).toBe('');
    const log = read('log').split('\n');
    expect(log).toContain('systemctl disable --now ufw');
    expect(log.filter((line) => line.startsWith('apt-'))).toEqual([
      ...unheld,
      'apt-get install containerd.io=2.2.*',
      `apt-get install ${packages} kubernetes-cni cri-tools`,
      `apt-mark hold ${held}`,
    ]);
    // A step that installs the kubelet restarts it; otherwise kubeadm does.
    expect(log.includes('systemctl restart kubelet')).toBe(step !== 'upgrade');
  },
);

/** Returns the module files of a host without one module. */
const without = (module: string): Files => ({
  '/lib/modules/6.8.0-90-generic/modules.dep': ['vhost_net', 'br_netfilter', 'nf_conntrack']
    .filter((one) => one !== module)
    .map((one) => `kernel/${one}.ko: \n`)
    .join(''),
  '/lib/modules/6.8.0-90-generic/modules.builtin':
    module === 'overlay' ? '' : 'kernel/fs/overlayfs/overlay.ko\n',
});

// Proves: infra-cluster.host-preflight
test.each(['overlay', 'br_netfilter', 'nf_conntrack'])(
  'KubeOne fails on a host without the module %s, which the preflight reports before',
  async (module) => {
    await using host = await scratchHost({ ...playedPrograms, ...without(module) });
    await expect(touchHost(wayTo(host, module), 'install')).rejects.toThrow(
      `modprobe: FATAL: Module ${module} not found in directory /lib/modules/6.8.0-90-generic`,
    );
    host.reset();
    const { port, hostKey, privateKey } = host;
    const asked = new Resource('command:remote:Command').create({
      connection: { host: '127.0.0.1', port, hostKey, privateKey },
      create: 'sh -s fresh',
      stdin: renderPreflightScript({
        host: 'host-1',
        address: '10.0.0.1',
        needs: {
          profile: 'standard',
          diskGB: 30,
          hugepagesGiB: 0,
          iommu: false,
          sriovFunctions: 0,
          resolves: [],
          bridges: [],
        },
        endpoint: 'https://192.0.2.9:6443',
        waived: [],
      }),
    });
    await expect(asked).rejects.toThrow(`kernel modules: found no ${module}; needed: `);
  },
);

test('KubeOne writes kernel modules and settings to files, so that they last', async () => {
  await using host = await scratchHost(playedPrograms);
  await touchHost(wayTo(host, 'kernel'), 'install');
  const read = (path: string) => readFileSync(join(host.root, path), 'utf8');
  expect(read('etc/modules-load.d/containerd.conf')).toBe('overlay\nbr_netfilter\n');
  expect(read('proc/sys/net/bridge/bridge-nf-call-iptables')).toBe('1\n');
  expect(read('proc/sys/net/netfilter/nf_conntrack_max')).toBe('1000000\n');
  expect(read('etc/systemd/journald.conf.d/max_disk_use.conf')).toContain('SystemMaxUse=5G');
  expect(existsSync(join(host.root, 'sys/module/nf_conntrack'))).toBe(true);
});
