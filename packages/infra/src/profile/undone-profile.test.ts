// SPDX-License-Identifier: Apache-2.0
import {
  hostWithKubelet,
  profilesWith,
  type HostWithKubelet,
} from './testing/host-with-kubelet.ts';

let host: HostWithKubelet;
beforeAll(async () => {
  host = await hostWithKubelet();
});
afterAll(() => host[Symbol.asyncDispose]());

const cpufreq = '/sys/devices/system/cpu/cpu0/cpufreq';
const interrupts = () => [
  host.read('proc/irq/24/smp_affinity_list'),
  host.read('proc/irq/default_smp_affinity'),
];

/** Starts with a server of 64 CPUs whose driver knows these governors. */
function server(governors: string, irqbalance: object = {}): void {
  host.reset({
    '/sys/devices/system/cpu/online': '0-63\n',
    [`${cpufreq}/scaling_available_governors`]: `${governors} \n`,
    [`${cpufreq}/scaling_governor`]: 'powersave\n',
    '/proc/irq/24/smp_affinity_list': '0-63\n',
    '/proc/irq/default_smp_affinity': 'ffffffff,ffffffff\n',
    ...irqbalance,
  });
}

// Proves: infra-cluster.host-profiles
test.each([
  ['another profile', 'high-density', 'apply'],
  ['a destroy', 'high-performance', 'undo'],
] as const)('interrupts go to all CPUs again with %s', async (_, profile, command) => {
  server('performance powersave', {
    '/played/irqbalance': '',
    '/played/irqbalance.runs': '',
  });
  await host.run('high-performance');
  expect(interrupts()).toEqual(['0-1\n', '00000003\n']);
  expect(host.has('played/irqbalance.runs')).toBe(false);
  await host.run(profile, command);
  expect(interrupts()).toEqual(['0-63\n', 'ffffffff,ffffffff\n']);
  expect(host.has('played/irqbalance.runs')).toBe(true);
});

test('irqbalance is not started where nobody has switched it on', async () => {
  server('performance powersave');
  await host.run('high-performance');
  await host.run('high-performance', 'undo');
  expect(interrupts()).toEqual(['0-63\n', 'ffffffff,ffffffff\n']);
  expect(host.read('log')).not.toContain('systemctl start irqbalance.service');
});

test.each([
  ['performance powersave', 'powersave'],
  ['conservative ondemand userspace powersave performance schedutil', 'schedutil'],
  ['ondemand powersave performance', 'ondemand'],
])('of the governors %s, %s takes over', async (governors, governor) => {
  server(governors);
  await host.run('high-performance');
  expect(host.read(`${cpufreq.slice(1)}/scaling_governor`)).toBe('performance\n');
  await host.run('high-performance', 'undo');
  expect(host.read(`${cpufreq.slice(1)}/scaling_governor`)).toBe(`${governor}\n`);
});

test.each([
  ['proc/sys/vm/swappiness', '10\n', '80\n'],
  ['sys/kernel/mm/ksm/pages_to_scan', '100\n', '500\n'],
])('high-density is applied again where tuned has changed %s', async (file, changed, wanted) => {
  host.reset();
  await host.run('high-density', 'apply', profilesWith({}));
  expect(host.read(file)).toBe(wanted);
  host.put(file, changed);
  await host.run('high-density', 'apply kept');
  expect(host.read(file)).toBe(wanted);
});
