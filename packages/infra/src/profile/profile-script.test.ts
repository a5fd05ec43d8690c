// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import { Resource } from '@strata/command-plugin/testing';
import { named, ofType, recordProgram } from '@strata/testing';
import { scratchHost, type Files, type ScratchHost } from '../preflight/testing/scratch-host.ts';
import { HostProfile } from './host-profile.ts';
import { renderProfileScript } from './render-profile-script.ts';

const config: HostProfilesConfig = {
  profile: 'standard',
  hosts: { b: 'high-density', c: 'high-performance' },
  highDensity: { swapGiB: 0, swappiness: 80, ksmPagesToScan: 500 },
  highPerformance: {
    reservedCores: 2,
    hugepagesGiB: 2,
    governor: 'performance',
    pinInterrupts: true,
  },
};

/** Programs that would change the machine: they write down what they were told, and do a little of it. */
const played = (name: string, does = '') =>
  `#!/bin/sh\necho "${name} $*" >> "$STRATA_ROOT/log"\n${does}\n`;
const setting = (key: string, file: string) =>
  `value=$(sed -n 's/^${key} = //p' "$3"); [ -z "$value" ] || echo "$value" > "$STRATA_ROOT/proc/sys/vm/${file}"`;

const programs: Files = {
  '/bin/systemctl': played('systemctl'),
  '/bin/systemd-tmpfiles': played(
    'systemd-tmpfiles',
    'grep -q ksm "$2" && echo 1 > "$STRATA_ROOT/sys/kernel/mm/ksm/run"; :',
  ),
  '/bin/sysctl': played(
    'sysctl',
    `[ "$2" = -p ] || exit 0\n${setting('vm.nr_hugepages', 'nr_hugepages')}\n${setting('vm.overcommit_memory', 'overcommit_memory')}`,
  ),
  '/sys/kernel/mm/ksm/run': '0\n',
  '/proc/sys/vm/overcommit_memory': '0\n',
  '/proc/sys/vm/compact_memory': '',
  '/proc/swaps': '',
};

let host: ScratchHost;
beforeAll(async () => {
  host = await scratchHost(programs);
});
beforeEach(() => host.reset());
afterAll(() => host[Symbol.asyncDispose]());

const at = (path: string) => join(host.root, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const ours = () =>
  readdirSync(host.root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').at(-1)?.includes('strata'))
    .filter((path) => !path.endsWith('lib/strata'))
    .sort();

const run = (
  profile: HostProfileName,
  command = 'apply',
  changes: Partial<HostProfilesConfig> = {},
) =>
  new Resource('command:remote:Command').create({
    connection: {
      host: '127.0.0.1',
      port: host.port,
      hostKey: host.hostKey,
      privateKey: host.privateKey,
    },
    create: `sh -s ${command}`,
    stdin: renderProfileScript({ host: 'host-1', profile, config: { ...config, ...changes } }),
  });

test('high-density: KSM, overcommit and a kubelet that bears swap, as files', async () => {
  expect(await run('high-density')).toMatchObject({ stdout: { value: 'high-density' } });
  expect(ours()).toEqual([
    'etc/kubernetes/kubelet.conf.d/90-strata-high-density.conf',
    'etc/sysctl.d/90-strata-density.conf',
    'etc/systemd/system/kubelet.service.d/90-strata-high-density.conf',
    'etc/tmpfiles.d/90-strata-ksm.conf',
  ]);
  expect(read('etc/sysctl.d/90-strata-density.conf')).toContain('vm.swappiness = 80\n');
  expect(read('etc/tmpfiles.d/90-strata-ksm.conf')).toContain('pages_to_scan - - - - 500\n');
  expect(read('etc/kubernetes/kubelet.conf.d/90-strata-high-density.conf')).toBe(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfailSwapOn: false\n' +
      'memorySwap:\n  swapBehavior: LimitedSwap\n',
  );
  expect(read('sys/kernel/mm/ksm/run')).toBe('1\n');
});

test('high-performance: pages, cores, interrupts and governor, as files', async () => {
  await run('high-performance');
  expect(read('etc/sysctl.d/90-strata-hugepages.conf')).toBe('vm.nr_hugepages = 1024\n');
  expect(read('etc/kubernetes/kubelet.conf.d/90-strata-high-performance.conf')).toBe(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\n' +
      'reservedSystemCPUs: "0-1"\ntopologyManagerPolicy: best-effort\n',
  );
  const script = read('usr/local/lib/strata/irq-affinity');
  expect(script).toContain('echo 0-1 > "$file"');
  expect(script).toContain('echo 3 > /proc/irq/default_smp_affinity');
  expect(read('etc/tmpfiles.d/90-strata-governor.conf')).toContain(
    'scaling_governor - - - - performance',
  );
});

test('a second run changes nothing and runs nothing', async () => {
  await run('high-performance');
  rmSync(at('log'));
  await run('high-performance');
  expect(read('log')).toBe('systemctl is-active --quiet strata-irq-affinity.service\n');
});

test('what does not hold any more is applied again', async () => {
  await run('high-density');
  writeFileSync(at('sys/kernel/mm/ksm/run'), '0\n');
  await run('high-density');
  expect(read('sys/kernel/mm/ksm/run')).toBe('1\n');
});

test('another profile undoes the one before, and undo leaves nothing', async () => {
  await run('high-density');
  await run('high-performance');
  expect(ours().filter((path) => path.includes('density'))).toEqual([]);
  expect(read('sys/kernel/mm/ksm/run')).toBe('2\n');
  await run('high-performance', 'undo');
  expect(ours()).toEqual([]);
  await run('high-performance', 'undo');
  expect(read('log')).toContain('sysctl -q -w vm.nr_hugepages=0\n');
});

test('makes a swap file of the right size, which systemd switches on at every boot', async () => {
  host.reset({
    '/bin/dd': played('dd'),
    '/bin/mkswap': played(
      'mkswap',
      'echo "/var/lib/strata/swapfile file" > "$STRATA_ROOT/proc/swaps"',
    ),
  });
  await run('high-density', 'apply', { highDensity: { ...config.highDensity, swapGiB: 4 } });
  expect(read('log')).toContain('bs=1M count=4096\n');
  expect(read('log')).toContain('systemctl enable --now var-lib-strata-swapfile.swap\n');
  expect(read('etc/systemd/system/var-lib-strata-swapfile.swap')).toContain(
    'What=/var/lib/strata/swapfile\n',
  );
});

test('says what does not hold, all at once', async () => {
  host.reset({
    '/bin/sysctl': played('sysctl', 'exit 1'),
    '/bin/systemd-tmpfiles': played('x', 'exit 1'),
  });
  await expect(run('high-density')).rejects.toThrow(
    'the profile high-density of host host-1 is not complete:\n' +
      '  - KSM: The kernel needs CONFIG_KSM; and nothing else (ksmtuned) may switch it off.\n' +
      '  - overcommit: Another file in /etc/sysctl.d, or tuned, says otherwise.',
  );
});

test.each([
  ['high-performance', 'apply', 'none'],
  ['high-density', 'apply', 'static'],
  ['high-performance', 'undo', 'static'],
] as const)(
  'changes no CPU manager of a node that runs: %s %s',
  async (profile, command, policy) => {
    host.reset({
      '/var/lib/kubelet/cpu_manager_state': `{"policyName":"${policy}","defaultCpuSet":""}`,
    });
    await expect(run(profile, command)).rejects.toThrow(
      'host host-1 was not changed: its kubelet runs with another CPU manager policy. Drain the node, then ' +
        'on it: systemctl stop kubelet; rm /var/lib/kubelet/cpu_manager_state; and run Pulumi again. ' +
        'Uncordon the node afterwards.',
    );
    expect(ours()).toEqual([]);
    expect(existsSync(at('log'))).toBe(false);
  },
);

test('one host after the other; the profile standard has no resource', async () => {
  const hosts = ['a', 'b', 'c'].map((name) => ({
    name,
    publicAddress: '10.0.0.1',
    hostKeys: ['ssh-ed25519 A'],
  }));
  const recording = await recordProgram(
    () =>
      new HostProfile('profile', {
        hosts,
        ssh: { username: 'ops', port: 22 },
        hostProfiles: config,
      }),
  );
  const commands = ofType(recording, 'command:remote:Command');
  expect(commands.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
    ['profile-b', []],
    ['profile-c', ['profile-b']],
  ]);
  expect(named(recording, 'profile-b').inputs).toMatchObject({
    create: 'sudo -n sh -s apply',
    delete: 'sudo -n sh -s undo',
  });
});
