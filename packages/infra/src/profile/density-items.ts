// SPDX-License-Identifier: Apache-2.0
import type { HostProfilesConfig } from '@strata/contracts';
import type { ProfileItem } from './profile-item.ts';

const isWanted = (profile: string) => profile === 'high-density';

const swapFile = '/var/lib/strata/swapfile';
/** systemd wants a unit to be named after its path. */
const swapUnit = 'var-lib-strata-swapfile.swap';

const swapGiB = ({ highDensity }: HostProfilesConfig) => highDensity.swapGiB;

/** More machines than memory: the kernel shares equal pages and swaps idle ones. */
export const densityItems: readonly ProfileItem[] = [
  {
    name: 'KSM',
    isWanted,
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
    isApplied: () => '[ "$(cat "$R/sys/kernel/mm/ksm/run")" = 1 ]',
    mend: 'The kernel needs CONFIG_KSM; and nothing else (ksmtuned) may switch it off.',
    // 2: pages that are shared become separate again.
    undo: () => ['echo 2 > "$R/sys/kernel/mm/ksm/run"'],
    source: 'https://docs.kernel.org/admin-guide/mm/ksm.html',
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
    apply: (config) => [
      `systemctl disable --now ${swapUnit} 2>/dev/null || :`,
      'mkdir -p "$R/var/lib/strata"',
      `rm -f "$R${swapFile}"`,
      `(umask 077 && dd if=/dev/zero of="$R${swapFile}" bs=1M count=${swapGiB(config) * 1024} 2>/dev/null)`,
      `mkswap "$R${swapFile}" >/dev/null`,
      'systemctl daemon-reload',
      `systemctl enable --now ${swapUnit}`,
    ],
    isApplied: () => `grep -q '^${swapFile} ' "$R/proc/swaps"`,
    mend: 'The file system below /var/lib must allow swap files (not btrfs with copy-on-write, not ZFS).',
    undo: () => [`systemctl disable --now ${swapUnit} || :`, `rm -f "$R${swapFile}"`],
    source: 'https://www.freedesktop.org/software/systemd/man/latest/systemd.swap.html',
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
    isApplied: () => '[ "$(cat "$R/proc/sys/vm/overcommit_memory")" = 1 ]',
    mend: 'Another file in /etc/sysctl.d, or tuned, says otherwise.',
    // The kernel's own; the kubelet wants overcommit_memory to stay 1.
    undo: () => ['sysctl -q -w vm.swappiness=60'],
    source: 'https://docs.kernel.org/admin-guide/sysctl/vm.html',
  },
];
