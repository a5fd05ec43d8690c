// SPDX-License-Identifier: Apache-2.0
import { quoted } from '../ssh/index.ts';
import type { HostNeeds, Requirement } from './requirement.ts';
import { requirements } from './requirements.ts';

/** Inputs of a preflight script. */
export interface PreflightScript {
  readonly host: string;
  readonly address: string;
  readonly needs: HostNeeds;
  /** `https://host:port` of the API of the cluster that the host will join. */
  readonly endpoint: string;
  /** Titles of requirements that may be unmet. */
  readonly waived: readonly string[];
  /** Any text; another text changes the script, so that the host is checked again. */
  readonly recheck?: string | undefined;
}

/**
 * Facts that the script prints: name and the shell command that prints the value.
 * `$R` is the root of the file system; only tests set it.
 */
const facts: Readonly<Record<string, string>> = {
  os: `sed -n 's/^PRETTY_NAME="\\{0,1\\}\\([^"]*\\).*/\\1/p' "$R/etc/os-release"`,
  kernel: 'cat "$R/proc/sys/kernel/osrelease"',
  hostname: 'cat "$R/proc/sys/kernel/hostname"',
  machineId: 'cat "$R/etc/machine-id"',
  // Without cards at USB: the one that a BMC offers its host has the same address in all boards of a make.
  macs: [
    'for card in "$R"/sys/class/net/*; do [ -e "$card/device" ] || continue;',
    'case $(readlink -f "$card/device") in */usb*) ;; *) cat "$card/address" ;; esac;',
    'done | grep -vx 00:00:00:00:00:00 | sort',
  ].join(' '),
  cpus: `grep -c '^processor' "$R/proc/cpuinfo"`,
  memoryMiB: `awk '/^MemTotal:/ {print int($2 / 1024)}' "$R/proc/meminfo"`,
  swapMiB: `awk '/^SwapTotal:/ {print int($2 / 1024)}' "$R/proc/meminfo"`,
  hugepages2Mi: 'cat "$R/proc/sys/vm/nr_hugepages"',
};

const preamble = [
  '# Strata: asks this host what it is. It writes nothing. The first argument is fresh or drift. The second',
  '# is encrypted, if the cluster runs and encrypts its Secrets.',
  'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"',
  'R=${STRATA_ROOT:-} when=${1:-fresh} joins=${2:-} facts= report= problems=0',
  'fact() {',
  `  value=$(printf %s "$2" | tr '\\n\\t' '  ' | tr -d '\\000-\\037' | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g')`,
  '  facts="$facts${facts:+,}\\"$1\\":\\"$value\\""',
  '}',
  'problem() {',
  '  problems=$((problems + 1))',
  '  report="$report\n  - $1: found ${2:-nothing}; needed: $3. $4"',
  '}',
];

/**
 * Renders shell that treats a node of the same cluster as an admitted host that does not join, even if it is not in the
 * state: its host key or address may have changed, or the stack was destroyed and left its hosts as
 * they were. On a control plane only admin.conf contains the endpoint.
 */
const recognize = (endpoint: string) => [
  `as_root=; [ "$(id -u)" = 0 ] || as_root='sudo -n'`,
  'for file in admin.conf kubelet.conf; do',
  `  $as_root awk -v own=${quoted(endpoint)} '$1 == "server:" && $2 == own {n = 1} END {exit !n}' "$R/etc/kubernetes/$file" 2>/dev/null && when=drift joins=`,
  'done',
];

/**
 * Renders the POSIX shell script that checks one host. The script prints facts as JSON. When a
 * requirement is not met, it exits with 1 and prints the whole report on standard error.
 */
export function renderPreflightScript(script: PreflightScript): string {
  const { host, address, needs, endpoint, waived, recheck } = script;
  const asked = requirements.filter(
    ({ title, isAsked }) => isAsked?.(needs) !== false && !waived.includes(title),
  );
  const title = `host ${host} (${address}) is not ready, `;
  return [
    ...preamble,
    // In a function, so that the shell reads the whole script before it runs: otherwise programs that
    // it starts could read the rest of the script from standard input.
    'main() {',
    ...(recheck === undefined ? [] : [`# recheck: ${recheck}`]),
    ...recognize(endpoint),
    ...Object.entries(facts).map(([name, read]) => `fact ${name} "$(${read} 2>/dev/null)"`),
    ...asked.map((requirement) => renderRequirement(requirement, needs)),
    `printf '{%s}\\n' "$facts"`,
    'if [ "$problems" -gt 0 ]; then',
    '  plural=s; [ "$problems" -gt 1 ] || plural=',
    `  printf '%s%s problem%s:%s\\n' ${quoted(title)} "$problems" "$plural" "$report" >&2`,
    '  exit 1',
    'fi',
    '}',
    'main </dev/null',
    '',
  ].join('\n');
}

function renderRequirement(requirement: Requirement, needs: HostNeeds): string {
  const { title, look, isMet, needed, mend, when = 'always' } = requirement;
  const words = [title, '"$found"', needed(needs), mend(needs)].map((word) =>
    word === '"$found"' ? word : quoted(word),
  );
  const lines = [look(needs), `{ ${isMet(needs)}; } 2>/dev/null || problem ${words.join(' ')}`];
  if (when === 'always') return lines.join('\n');
  const condition = when === 'fresh' ? '"$when" = fresh' : '"$joins" = encrypted';
  return [`if [ ${condition} ]; then`, ...lines, 'fi'].join('\n');
}
