// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import { quoted } from '../ssh/index.ts';
import { cpuManagerPolicies } from './kubelet-item.ts';
import { profileItems } from './profile-items.ts';
import type { ProfileFile, ProfileItem } from './profile-item.ts';

/** What a script is made for. */
export interface ProfileScript {
  readonly host: string;
  readonly profile: HostProfileName;
  readonly config: HostProfilesConfig;
}

const preamble = [
  '# Strata: the profile of this host. The first argument is apply or undo.',
  'set -eu',
  'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"',
  'R=${STRATA_ROOT:-} do=$1 changed= failures=',
  '# Content comes on standard input; a file that is the same is left alone.',
  'put() {',
  '  mkdir -p "$R${1%/*}"',
  '  cat > "$R$1.strata"; chmod "$2" "$R$1.strata"',
  '  if cmp -s "$R$1.strata" "$R$1"; then rm "$R$1.strata"; else mv "$R$1.strata" "$R$1"; changed=yes; fi',
  '}',
];

/**
 * The script that gives one host its profile, in POSIX shell: `apply` undoes what belongs to another
 * profile, then writes and applies what is wanted, and ends with 1 and all that does not hold;
 * `undo` leaves a host as if it had never had one. Each may run twice.
 */
export function renderProfileScript({ host, profile, config }: ProfileScript): string {
  const wanted = profileItems.filter(({ isWanted }) => isWanted(profile, config));
  const unwanted = profileItems.filter((item) => !wanted.includes(item));
  return [
    ...preamble,
    // Read to its end before it runs: what it starts cannot take the rest of it for input.
    'main() {',
    renderRefusal(host, cpuManagerPolicies[profile]),
    'if [ "$do" = undo ]; then',
    ...[...wanted, ...unwanted].map((item) => renderUndo(item, config)),
    '  exit 0',
    'fi',
    ...unwanted.map((item) => renderUndo(item, config)),
    ...wanted.map((item) => renderApply(item, config)),
    'if [ -n "$failures" ]; then',
    `  printf '%s%s\\n' ${quoted(`the profile ${profile} of host ${host} is not complete:`)} "$failures" >&2`,
    '  exit 1',
    'fi',
    `echo ${quoted(profile)}`,
    '}',
    'main </dev/null',
    '',
  ].join('\n');
}

/** A kubelet with another policy in its state does not start, so nothing is changed then. */
function renderRefusal(host: string, policy: string): string {
  const reason =
    `host ${host} was not changed: its kubelet runs with another CPU manager policy. Drain the node, ` +
    'then on it: systemctl stop kubelet; rm /var/lib/kubelet/cpu_manager_state; and run Pulumi again. ' +
    'Uncordon the node afterwards.';
  return [
    `policy=${policy}; [ "$do" = apply ] || policy=none`,
    'state="$R/var/lib/kubelet/cpu_manager_state"',
    'if [ -e "$state" ] && ! grep -q "\\"policyName\\":\\"$policy\\"" "$state"; then',
    `  echo ${quoted(reason)} >&2`,
    '  exit 1',
    'fi',
  ].join('\n');
}

function renderApply(item: ProfileItem, config: HostProfilesConfig): string {
  const { name, files, apply, isApplied, mend } = item;
  const failure = quoted(`\n  - ${name}: ${mend}`);
  return [
    'changed=',
    ...files(config).map(renderFile),
    // What was applied and does not hold any more is applied again.
    `if [ -n "$changed" ] || ! { ${isApplied(config)}; } 2>/dev/null; then`,
    // "set -e" does not count in a condition: each step has to be joined with the next.
    `  { ${apply(config).join(' &&\n  ')}; } >&2 || :`,
    `  { ${isApplied(config)}; } 2>/dev/null || failures="$failures"${failure}`,
    'fi',
  ].join('\n');
}

function renderUndo(
  { files, undo, afterUndo = [] }: ProfileItem,
  config: HostProfilesConfig,
): string {
  const paths = files(config).map(({ path }) => `"$R${path}"`);
  const isThere = `[ -e ${paths[0] ?? '""'} ]`;
  return [
    `if ${isThere}; then`,
    ...undo(config).map((line) => `  { ${line}; } >&2 || :`),
    `  rm -f ${paths.join(' ')}`,
    '  systemctl daemon-reload || :',
    ...afterUndo.map((line) => `  { ${line}; } >&2 || :`),
    'fi',
  ].join('\n');
}

function renderFile({ path, content, mode = '0644' }: ProfileFile): string {
  return `put ${path} ${mode} <<'STRATA_END'\n${content}STRATA_END`;
}
