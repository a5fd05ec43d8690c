// SPDX-License-Identifier: Apache-2.0
import { named, ofType, recordProgram } from '@strata/testing';
import type { HostProfileName, HostProfilesConfig } from '../config/index.ts';
import { HostProfile } from './host-profile.ts';
import {
  hostWithKubelet,
  profilesWith,
  testProfiles as config,
  type HostWithKubelet,
} from './testing/host-with-kubelet.ts';

let host: HostWithKubelet;
beforeAll(async () => {
  host = await hostWithKubelet();
});
beforeEach(() => host.reset());
afterAll(() => host[Symbol.asyncDispose]());

const read = (path: string) => host.read(path);
const ours = () => host.ours();
const run = (profile: HostProfileName, command?: string, changed?: HostProfilesConfig) =>
  host.run(profile, command, changed);

// Proves: infra-cluster.host-profiles
test('high-density writes files for KSM, overcommit and a kubelet that accepts swap', async () => {
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

// Proves: infra-cluster.host-profiles
test('high-performance writes files for hugepages, reserved cores, interrupts and governor', async () => {
  await run('high-performance');
  expect(read('etc/sysctl.d/90-strata-hugepages.conf')).toBe('vm.nr_hugepages = 1024\n');
  expect(read('etc/kubernetes/kubelet.conf.d/90-strata-high-performance.conf')).toBe(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\n' +
      'reservedSystemCPUs: "0-1"\ntopologyManagerPolicy: restricted\nmemoryManagerPolicy: Static\n' +
      'reservedMemory:\n  - numaNode: 0\n    limits:\n      memory: 100Mi\n',
  );
  const script = read('usr/local/lib/strata/irq-affinity');
  expect(script).toContain('echo 0-1 > "$file"');
  expect(script).toContain('echo 00000003 > /proc/irq/default_smp_affinity');
  expect(read('etc/tmpfiles.d/90-strata-governor.conf')).toContain(
    'scaling_governor - - - - performance',
  );
});

test('a second run changes nothing and runs only its checks', async () => {
  await run('high-performance');
  host.put('log');
  await run('high-performance');
  expect(read('log')).toBe('systemctl is-active --quiet strata-irq-affinity.service\n');
});

test('applies a setting again that somebody has changed', async () => {
  await run('high-density');
  host.put('sys/kernel/mm/ksm/run', '0\n');
  await run('high-density');
  expect(read('sys/kernel/mm/ksm/run')).toBe('1\n');
});

test('ksm: kubevirt leaves KSM to KubeVirt, and KSM stays on during the change', async () => {
  await run('high-density');
  await run('high-density', 'apply', profilesWith({ highDensity: { ksm: 'kubevirt' } }));
  expect(ours()).not.toContain('etc/tmpfiles.d/90-strata-ksm.conf');
  expect(read('sys/kernel/mm/ksm/run')).toBe('1\n');
  // The script does not overwrite what KubeVirt writes.
  host.put('sys/kernel/mm/ksm/run', '0\n');
  await run('high-density', 'apply', profilesWith({ highDensity: { ksm: 'kubevirt' } }));
  expect(read('sys/kernel/mm/ksm/run')).toBe('0\n');
});

/** Threads of core n are CPU n and CPU n + 32, the numbering of most servers. */
const threads = Object.fromEntries(
  Array.from({ length: 64 }, (_, cpu) => [
    `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`,
    `${cpu % 32},${(cpu % 32) + 32}\n`,
  ]),
);
/** Threads of a core have consecutive numbers, the numbering of some servers. */
const neighbours = Object.fromEntries(
  Array.from({ length: 8 }, (_, cpu) => [
    `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`,
    `${cpu - (cpu % 2)}-${cpu - (cpu % 2) + 1}\n`,
  ]),
);

test.each([
  ['two cores with threads far apart', threads, 2, '0-1,32-33', '00000003,00000003'],
  ['one core with threads far apart', threads, 1, '0,32', '00000001,00000001'],
  ['two cores with threads side by side', neighbours, 2, '0-3', '0000000f'],
  ['one CPU of a host without threads', {}, 1, '0', '00000001'],
] as const)(
  'reserves whole cores for the host: %s',
  async (_what, cpus, reservedCores, list, mask) => {
    host.reset(cpus);
    await run('high-performance', 'apply', profilesWith({ highPerformance: { reservedCores } }));
    expect(read('etc/kubernetes/kubelet.conf.d/90-strata-high-performance.conf')).toContain(
      `reservedSystemCPUs: "${list}"\n`,
    );
    const script = read('usr/local/lib/strata/irq-affinity');
    expect(script).toContain(`echo ${list} > "$file"`);
    expect(script).toContain(`echo ${mask} > /proc/irq/default_smp_affinity`);
  },
);

test('best-effort renders the kubelet configuration of releases without topologyManager', async () => {
  const { highPerformance } = profilesWith({ highPerformance: { topologyManager: 'best-effort' } });
  await run('high-performance', 'apply', { ...config, highPerformance });
  expect(read('etc/kubernetes/kubelet.conf.d/90-strata-high-performance.conf')).toBe(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\n' +
      'reservedSystemCPUs: "0-1"\ntopologyManagerPolicy: best-effort\n',
  );
});

test('another profile undoes the former one, and undo leaves no files', async () => {
  await run('high-density');
  await run('high-performance');
  expect(ours().filter((path) => path.includes('density'))).toEqual([]);
  expect(read('sys/kernel/mm/ksm/run')).toBe('2\n');
  await run('high-performance', 'undo');
  expect(ours()).toEqual([]);
  await run('high-performance', 'undo');
  expect(read('log')).toContain('sysctl -q -w vm.nr_hugepages=0\n');
});

test('creates a swap file of the configured size, which systemd switches on at every boot', async () => {
  await run('high-density', 'apply', profilesWith({ highDensity: { swapGiB: 4 } }));
  expect(read('log')).toContain('bs=1M count=4096\n');
  expect(read('log')).toContain('systemctl enable --now var-lib-strata-swapfile.swap\n');
  expect(read('etc/systemd/system/var-lib-strata-swapfile.swap')).toContain(
    'What=/var/lib/strata/swapfile\n',
  );
});

test('lists all settings that could not be applied in one message', async () => {
  host.reset({
    '/bin/sysctl': '#!/bin/sh\nexit 1\n',
    '/bin/systemd-tmpfiles': '#!/bin/sh\nexit 1\n',
  });
  await expect(run('high-density')).rejects.toThrow(
    'the profile high-density of host host-1 is not complete:\n' +
      '  - KSM: The kernel needs CONFIG_KSM; and nothing else (ksmtuned) may switch it off or change it.\n' +
      '  - overcommit: Another file in /etc/sysctl.d, or tuned, says otherwise.',
  );
});

test.each([
  ['high-performance', 'apply', 'none'],
  ['high-density', 'apply', 'static'],
  ['high-performance', 'undo', 'static'],
] as const)(
  'refuses another CPU manager policy on a running node: %s %s',
  async (profile, command, policy) => {
    host.reset({
      '/var/lib/kubelet/cpu_manager_state': `{"policyName":"${policy}","defaultCpuSet":""}`,
    });
    await expect(run(profile, command)).rejects.toThrow(
      'host host-1 was not changed: its kubelet runs with another CPU manager policy. Drain the node, then ' +
        'on it: systemctl stop kubelet; rm -f /var/lib/kubelet/cpu_manager_state /var/lib/kubelet/memory_manager_state; ' +
        'and run Pulumi again. Uncordon the node afterwards.',
    );
    expect(ours()).toEqual([]);
    expect(host.has('log')).toBe(false);
  },
);

test('changes one host after the other, and creates no resource for the profile standard', async () => {
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

test('the check after KubeOne is repeated after each of its runs, and a destroy of it changes nothing', async () => {
  const hosts = ['b', 'c'].map((name) => ({
    name,
    publicAddress: '10.0.0.1',
    hostKeys: ['ssh-ed25519 A'],
  }));
  const ssh = { username: 'root', port: 22 };
  const recording = await recordProgram(
    () =>
      new HostProfile('kept-profile', {
        hosts,
        ssh,
        hostProfiles: config,
        keptAfter: '2026-01-31T12:00:00.000Z',
      }),
  );
  const commands = ofType(recording, 'command:remote:Command');
  expect(commands.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
    ['kept-profile-b', []],
    ['kept-profile-c', ['kept-profile-b']],
  ]);
  const { inputs } = named(recording, 'kept-profile-b');
  expect(inputs).toMatchObject({
    create: 'sh -s apply kept',
    update: 'sh -s apply kept 2026-01-31T12:00:00.000Z',
  });
  expect(inputs).not.toHaveProperty('delete');
});
