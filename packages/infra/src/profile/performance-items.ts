// SPDX-License-Identifier: Apache-2.0
import type { HostProfilesConfig } from '../config/index.ts';
import type { ProfileItem } from './profile-item.ts';

const isHighPerformance = (profile: string) => profile === 'high-performance';

/** Pages of 2 MiB in one GiB. */
const pagesPerGiB = 512;

const pages = ({ highPerformance }: HostProfilesConfig) =>
  highPerformance.hugepagesGiB * pagesPerGiB;

/** Returns the number of 2 MiB hugepages that a host keeps for VMs; undefined when it keeps none. */
export function wantedPages(profile: string, config: HostProfilesConfig): number | undefined {
  return isHighPerformance(profile) && pages(config) > 0 ? pages(config) : undefined;
}

const irqScript = '/usr/local/lib/strata/irq-affinity';
const irqUnit = 'strata-irq-affinity.service';

/** Items of the profile high-performance, by which VMs have exclusive cores and memory. The kubelet's part is in kubelet-files.ts. */
export const performanceItems: readonly ProfileItem[] = [
  {
    name: 'hugepages',
    isWanted: (profile, config) => wantedPages(profile, config) !== undefined,
    files: (config) => [
      {
        path: '/etc/sysctl.d/90-strata-hugepages.conf',
        content: `vm.nr_hugepages = ${pages(config)}\n`,
      },
    ],
    apply: () => [
      'echo 1 > "$R/proc/sys/vm/compact_memory"',
      'sysctl -q -p "$R/etc/sysctl.d/90-strata-hugepages.conf"',
    ],
    isApplied: (config) => `[ "$(cat "$R/proc/sys/vm/nr_hugepages")" -ge ${pages(config)} ]`,
    mend: 'Memory is in pieces already: boot the host, the file is read before anything else takes memory.',
    undo: () => ['sysctl -q -w vm.nr_hugepages=0'],
    // https://github.com/kubernetes/kubernetes/issues/111757
    isReadByKubelet: true,
    source: 'https://docs.kernel.org/admin-guide/mm/hugetlbpage.html',
  },
  {
    // After a boot memory and hugepages may be spread over NUMA nodes in another way. With the state of
    // the memory manager from before the boot the kubelet would not start, so the state is deleted.
    name: "the kubelet's memory of memory",
    isWanted: (profile, { highPerformance }) =>
      isHighPerformance(profile) && highPerformance.topologyManager !== 'best-effort',
    files: () => [
      {
        path: '/etc/tmpfiles.d/90-strata-memory-manager.conf',
        content: 'r! /var/lib/kubelet/memory_manager_state\n',
      },
    ],
    apply: () => [':'],
    isApplied: () => ':',
    mend: '',
    undo: () => [],
    source:
      'https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/cm/memorymanager/policy_static.go, areMemoryStatesEqual',
  },
  {
    name: 'governor',
    isWanted: isHighPerformance,
    files: ({ highPerformance }) => [
      {
        path: '/etc/tmpfiles.d/90-strata-governor.conf',
        content: `w /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor - - - - ${highPerformance.governor}\n`,
      },
    ],
    apply: () => ['systemd-tmpfiles --create "$R/etc/tmpfiles.d/90-strata-governor.conf"'],
    // Hosts whose firmware controls the frequency have no such file, and pass the check.
    isApplied: ({ highPerformance }) =>
      `! cat "$R"/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor 2>/dev/null | grep -qvx ${highPerformance.governor}`,
    mend: 'cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_available_governors says which there are.',
    // With the drivers of Intel and AMD in their active mode there are only performance and powersave.
    undo: () => [
      [
        'for folder in "$R"/sys/devices/system/cpu/cpu*/cpufreq; do for governor in schedutil ondemand powersave; do',
        'grep -qsw "$governor" "$folder/scaling_available_governors" || continue;',
        'echo "$governor" > "$folder/scaling_governor" || :; break; done; done',
      ].join(' '),
    ],
    source:
      'https://docs.kernel.org/admin-guide/pm/cpufreq.html; https://docs.kernel.org/admin-guide/pm/intel_pstate.html#active-mode',
  },
  {
    name: 'interrupts',
    isWanted: (profile, { highPerformance }) =>
      isHighPerformance(profile) && highPerformance.pinInterrupts,
    files: () => [
      {
        path: irqScript,
        mode: '0755',
        content: [
          '#!/bin/sh',
          '# Interrupts go to the cores of the host. Some cannot be moved.',
          'for file in /proc/irq/*/smp_affinity_list; do echo @CPUS@ > "$file" || :; done 2>/dev/null',
          '# New ones as well; this file wants a mask.',
          'echo @MASK@ > /proc/irq/default_smp_affinity',
          '',
        ].join('\n'),
      },
      {
        path: `/etc/systemd/system/${irqUnit}`,
        content: [
          '[Unit]',
          'Description=Interrupts stay on the cores of the host',
          'Conflicts=irqbalance.service',
          'After=irqbalance.service',
          '[Service]',
          'Type=oneshot',
          'RemainAfterExit=yes',
          `ExecStart=${irqScript}`,
          '[Install]',
          'WantedBy=multi-user.target',
          '',
        ].join('\n'),
      },
    ],
    apply: () => [
      'systemctl daemon-reload',
      `systemctl enable ${irqUnit}`,
      `systemctl restart ${irqUnit}`,
    ],
    isApplied: () => `systemctl is-active --quiet ${irqUnit}`,
    mend: `journalctl -u ${irqUnit} says why.`,
    // The unit has stopped irqbalance, which therefore is started, and not restarted if it runs.
    undo: () => [
      `systemctl disable --now ${irqUnit} || :`,
      'online=$(cat "$R/sys/devices/system/cpu/online")',
      'for file in "$R"/proc/irq/*/smp_affinity_list; do echo "$online" > "$file" || :; done 2>/dev/null',
      'cpu_mask "$online" > "$R/proc/irq/default_smp_affinity"',
      '! systemctl is-enabled --quiet irqbalance.service 2>/dev/null || systemctl start irqbalance.service',
    ],
    source:
      'https://docs.kernel.org/core-api/irq/irq-affinity.html; https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html#Conflicts=',
  },
];
