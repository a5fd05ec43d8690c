// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../../preflight/testing/scratch-host.ts';

const script = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Renders a fake of a program that would change the host: it logs its arguments and runs `does`. */
const played = (name: string, does = '') =>
  `#!/bin/sh\necho "${name} $*" >> "$STRATA_ROOT/log"\n${does}\n`;

const sysctl = (key: string, file: string) =>
  `value=$(sed -n 's/^${key} = //p' "$3"); [ -z "$value" ] || echo "$value" > "$STRATA_ROOT/proc/sys/vm/${file}"`;

/**
 * Fakes of the programs and files that profiles use: systemd, the kubelet and its clients, swap, KSM,
 * sysctl. Programs that change something log their arguments in `log`.
 */
export const playedPrograms: Files = {
  '/bin/systemctl': script('played-systemctl.sh'),
  '/bin/kubelet': script('played-kubelet.sh'),
  '/bin/systemd-tmpfiles': played(
    'systemd-tmpfiles',
    `awk '$1 == "w" {print $2, $7}' "$2" | while read -r pattern value; do for file in "$STRATA_ROOT"$pattern; do [ ! -e "$file" ] || echo "$value" > "$file"; done; done`,
  ),
  '/bin/sysctl': played(
    'sysctl',
    [
      '[ "$2" = -p ] || exit 0',
      sysctl('vm.nr_hugepages', 'nr_hugepages'),
      sysctl('vm.overcommit_memory', 'overcommit_memory'),
      sysctl('vm.swappiness', 'swappiness'),
    ].join('\n'),
  ),
  '/bin/dd': played(
    'dd',
    'for word; do case $word in of=*) file=${word#of=} ;; count=*) size=${word#count=} ;; esac; done; truncate -s "${size}M" "$file"',
  ),
  '/bin/mkswap': played('mkswap'),
  // Each `sleep` moves the time of the fake kubelet forward.
  '/bin/sleep': '#!/bin/sh\nexec "$STRATA_ROOT/bin/kubelet" tick\n',
  '/bin/curl': '#!/bin/sh\n[ ! -e "$STRATA_ROOT/played/unhealthy" ] && echo ok\n',
  '/bin/journalctl': '#!/bin/sh\ntail -n 3 "$STRATA_ROOT/played/journal"\n',
  '/bin/kubectl':
    '#!/bin/sh\ncat "$STRATA_ROOT/played/ready" 2>/dev/null || { [ -e "$STRATA_ROOT/played/kubelet.pid" ] && echo True || echo Unknown; }\n',
  '/sys/kernel/mm/ksm/run': '0\n',
  '/sys/kernel/mm/ksm/pages_to_scan': '100\n',
  '/sys/kernel/mm/ksm/sleep_millisecs': '200\n',
  '/proc/sys/vm/overcommit_memory': '0\n',
  '/proc/sys/vm/compact_memory': '',
  '/proc/sys/vm/swappiness': '60\n',
  '/proc/swaps': 'Filename Type Size Used Priority\n',
  '/etc/fstab': '/swapfile none swap sw 0 0\n',
};
