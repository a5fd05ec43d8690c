// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lsmod, modprobe, setUpKernel, sysctl } from './played-kernel.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-'));
  mkdirSync(join(root, 'proc/sys/net/ipv4'), { recursive: true });
  writeFileSync(join(root, 'proc/sys/net/ipv4/ip_forward'), '0\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const ask = (...args: readonly string[]) => sysctl(args, { root });
const bridges = 'net.bridge.bridge-nf-call-iptables';

test('sets what the kernel has, and prints it', () => {
  expect(ask('-n', 'net.ipv4.ip_forward').stdout).toBe('0\n');
  expect(ask('-w', 'net.ipv4.ip_forward=1').stdout).toBe('net.ipv4.ip_forward = 1\n');
  expect(readFileSync(join(root, 'proc/sys/net/ipv4/ip_forward'), 'utf8')).toBe('1');
  expect(ask('net.ipv4.ip_forward').stdout).toBe('net.ipv4.ip_forward = 1\n');
});

test('refuses what the kernel does not have', () => {
  const refusal = {
    code: 1,
    stdout: '',
    stderr: 'sysctl: cannot stat /proc/sys/strata/none: No such file or directory\n',
  };
  expect([ask('-w', 'strata.none=1'), ask('-n', 'strata.none')]).toEqual([refusal, refusal]);
});

test('a setting of a module is there once the module is loaded', () => {
  expect(ask('-w', `${bridges}=1`).code).toBe(1);
  expect(modprobe(['br_netfilter'], { root }).code).toBe(0);
  expect(lsmod([], { root }).stdout).toContain('br_netfilter ');
  expect(ask('-w', `${bridges}=1`).code).toBe(0);
  expect(ask('-n', bridges).stdout).toBe('1\n');
});

test('reads a file without comments', () => {
  writeFileSync(join(root, 'own.conf'), '# none = 1\nnet.ipv4.ip_forward = 1\n\n');
  expect(ask('--quiet', '-p', '/own.conf')).toMatchObject({ code: 0, stderr: '' });
  expect(ask('-n', 'net.ipv4.ip_forward').stdout).toBe('1\n');
});

test('a boot loads the modules and sets the settings that files name, and tells what fails', () => {
  const told: string[] = [];
  setUpKernel(root, (line) => told.push(line));
  for (const folder of ['modules-load.d', 'sysctl.d']) {
    mkdirSync(join(root, 'etc', folder), { recursive: true });
  }
  writeFileSync(join(root, 'etc/modules-load.d/own.conf'), '# own\nbr_netfilter\nnone\n');
  writeFileSync(join(root, 'etc/sysctl.d/own.conf'), `${bridges} = 1\nstrata.none = 1\n`);
  setUpKernel(root, (line) => told.push(line));
  expect(ask('-n', bridges).stdout).toBe('1\n');
  expect(told).toEqual([
    'modprobe: FATAL: Module none not found in directory /lib/modules',
    'sysctl: cannot stat /proc/sys/strata/none: No such file or directory',
  ]);
});
