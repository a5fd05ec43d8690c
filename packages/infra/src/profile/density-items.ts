// SPDX-License-Identifier: Apache-2.0
import type { HostProfilesConfig } from '../config/index.ts';
import type { ProfileItem } from './profile-item.ts';
import { swapFile, swapUnit } from './swap-file.ts';

const isWanted = (profile: string) => profile === 'high-density';

/** Returns whether the host controls KSM. KubeVirt's KSM handler writes the same files every three minutes, so only one of the two may be on. */
const hasOwnKsm = (profile: string, { highDensity }: HostProfilesConfig) =>
  isWanted(profile) && highDensity.ksm === 'host';

const swapGiB = ({ highDensity }: HostProfilesConfig) => highDensity.swapGiB;

const mibPerGiB = 1024;
const swapBytes = (config: HostProfilesConfig) => swapGiB(config) * mibPerGiB ** 3;

/** Renders a shell condition: swap of the configured size is on. The kernel counts it without its first page. */
const isSwapOn = (config: HostProfilesConfig) => {
  const most = swapGiB(config) * mibPerGiB ** 2;
  return `awk '$1 == "${swapFile}" && $3 > ${most - mibPerGiB} && $3 <= ${most} {n = 1} END {exit !n}' "$R/proc/swaps"`;
};

/** Items of the profile high-density, by which VMs may have more memory than the host: the kernel shares equal pages and swaps out idle ones. */
export const densityItems: readonly ProfileItem[] = [
  {
    name: 'KSM',
    isWanted: hasOwnKsm,
    files: ({ highDensity }) => [
      {
        path: '/etc/tmpfiles.d/90-strata-ksm.conf',
        content: [
          '# Pages that are the same in several machines are kept once.',
          `w /sys/kernel/mm/ksm/pages_to_scan - - - - ${highDensity.ksmPagesToScan}`,
          'w /sys/kernel/mm/ksm/sleep_millisecs - - - - 20',
          'w /sys/kernel/mm/ksm/run - - - - 1',
          '',
        ].join('\n'),
      },
    ],
    apply: () => ['systemd-tmpfiles --create "$R/etc/tmpfiles.d/90-strata-ksm.conf"'],
    isApplied: ({ highDensity }) =>
      `[ "$(cat "$R/sys/kernel/mm/ksm/run") $(cat "$R/sys/kernel/mm/ksm/pages_to_scan")" = "1 ${highDensity.ksmPagesToScan}" ]`,
    mend: 'The kernel needs CONFIG_KSM; and nothing else (ksmtuned) may switch it off or change it.',
    // 2 separates shared pages again. When KubeVirt takes over KSM, they stay shared.
    undo: (_, profile) => (isWanted(profile) ? [] : ['echo 2 > "$R/sys/kernel/mm/ksm/run"']),
    source:
      'https://docs.kernel.org/admin-guide/mm/ksm.html; https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/ksm/ksm.go, spin',
  },
  {
    name: 'swap',
    isWanted: (profile, config) => isWanted(profile) && swapGiB(config) > 0,
    files: (config) => [
      {
        path: `/etc/systemd/system/${swapUnit}`,
        content: [
          `# ${swapGiB(config)} GiB`,
          '[Unit]',
          'Description=Swap of the profile high-density',
          '[Swap]',
          `What=${swapFile}`,
          '[Install]',
          'WantedBy=swap.target',
          '',
        ].join('\n'),
      },
    ],
    // KubeOne switches all swap off in every run that installs packages; the swap file stays usable.
    apply: (config) => [
      `if [ "$(stat -c %s "$R${swapFile}" 2>/dev/null)" != ${swapBytes(config)} ]; then ${[
        `{ ! grep -q '^${swapFile} ' "$R/proc/swaps" || systemctl stop ${swapUnit}; }`,
        'mkdir -p "$R/var/lib/strata"',
        `rm -f "$R${swapFile}"`,
        `(umask 077 && dd if=/dev/zero of="$R${swapFile}" bs=1M count=${swapGiB(config) * mibPerGiB} 2>/dev/null)`,
        `mkswap "$R${swapFile}" >/dev/null`,
      ].join(' && ')}; fi`,
      'systemctl daemon-reload',
      `systemctl enable --now ${swapUnit}`,
    ],
    isApplied: isSwapOn,
    mend: 'The file system below /var/lib must allow swap files (not btrfs with copy-on-write, not ZFS).',
    undo: () => [`systemctl disable --now ${swapUnit} && rm -f "$R${swapFile}"`],
    undone: {
      holds: `! grep -q '^${swapFile} ' "$R/proc/swaps"`,
      mend: 'What is in it does not fit into memory: drain the node (docs/runbooks/drain-host.md), then run Pulumi again.',
    },
    isReadByKubelet: true,
    source:
      'https://www.freedesktop.org/software/systemd/man/latest/systemd.swap.html; https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/os_debian.go, line 27',
  },
  {
    name: 'overcommit',
    isWanted,
    files: ({ highDensity }) => [
      {
        path: '/etc/sysctl.d/90-strata-density.conf',
        content: [
          '# Machines may promise more memory than there is; the kubelet wants the same.',
          'vm.overcommit_memory = 1',
          `vm.swappiness = ${highDensity.swappiness}`,
          '',
        ].join('\n'),
      },
    ],
    apply: () => ['sysctl -q -p "$R/etc/sysctl.d/90-strata-density.conf"'],
    isApplied: ({ highDensity }) =>
      `[ "$(cat "$R/proc/sys/vm/overcommit_memory") $(cat "$R/proc/sys/vm/swappiness")" = "1 ${highDensity.swappiness}" ]`,
    mend: 'Another file in /etc/sysctl.d, or tuned, says otherwise.',
    // 60 is the default of the kernel. overcommit_memory stays 1, because the kubelet needs it.
    undo: () => ['sysctl -q -w vm.swappiness=60'],
    source: 'https://docs.kernel.org/admin-guide/sysctl/vm.html',
  },
];
