// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { HostProfileName, HostProfilesConfig } from '../config/index.ts';
import { quoted } from '../ssh/index.ts';
import { kubeletFiles } from './kubelet-files.ts';
import { wantedPages } from './performance-items.ts';
import { profileItems } from './profile-items.ts';
import type { ProfileFile, ProfileItem } from './profile-item.ts';
import { swapUnit } from './swap-file.ts';

/** Inputs of the script for a profile. */
export interface ProfileScript {
  readonly host: string;
  readonly profile: HostProfileName;
  readonly config: HostProfilesConfig;
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

const preamble = [
  '# Strata: the profile of this host. The first argument is apply or undo; the second is "kept" after',
  '# KubeOne has been there, which undoes some of it.',
  'set -eu',
  'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin:/usr/local/bin:/opt/bin"',
  'R=${STRATA_ROOT:-} do=$1 kept=${2:-} changed= failures= keeps= restart= words=',
  '# Content comes on standard input; a file that is the same is left alone.',
  'put() {',
  '  mkdir -p "$R${1%/*}"',
  '  sed "s/@CPUS@/$cpus/g; s/@MASK@/$mask/g" > "$R$1.strata"; chmod "$2" "$R$1.strata"',
  '  if cmp -s "$R$1.strata" "$R$1"; then rm "$R$1.strata"; else mv "$R$1.strata" "$R$1"; changed=yes; fi',
  '}',
];

/**
 * Renders the POSIX shell script for the profile of one host. `apply` refuses settings with which the
 * kubelet would not start, undoes items of other profiles, applies those of this one, restarts the
 * kubelet with its new configuration and watches it. It exits with 1 and lists every item that is not
 * in force. `undo` leaves the host as if it had never had a profile. Both may run twice.
 */
export function renderProfileScript({ host, profile, config }: ProfileScript): string {
  const wanted = profileItems.filter(({ isWanted }) => isWanted(profile, config));
  const unwanted = profileItems.filter((item) => !wanted.includes(item));
  const cores = config.highPerformance.reservedCores;
  return [
    ...preamble,
    read('reserved-cpus.sh'),
    read('kubelet.sh'),
    // In a function, so that the shell reads the whole script before it runs: otherwise programs that
    // it starts could read the rest of the script from standard input.
    'main() {',
    `host=${quoted(host)} profile=${profile} swap_unit=${swapUnit} pages=`,
    `cpus=$(reserved_cpus ${cores}); mask=$(cpu_mask "$cpus")`,
    'work=$(mktemp -d); next=$work/next former=$work/former; mkdir "$next" "$former"',
    `trap 'rm -rf "$work"' EXIT`,
    'if [ "$do" = undo ]; then',
    '  kubelet_check ""',
    ...[...wanted, ...unwanted].map((item) => renderUndo(item, config, 'standard')),
    '  leave_nothing',
    '  kubelet_switch',
    '  exit 0',
    'fi',
    ...kubeletFiles(profile, config).map((file) => `(R=$next; ${renderFile(file)}\n)`),
    `kubelet_check "${wantedPages(profile, config) ?? ''}"`,
    ...unwanted.map((item) => renderUndo(item, config, profile)),
    'leave_nothing',
    ...wanted.map((item) => renderApply(item, config)),
    'kubelet_switch',
    'if [ -n "$failures" ]; then',
    `  printf '%s%s\\n' ${quoted(`the profile ${profile} of host ${host} is not complete:`)} "$failures" >&2`,
    '  exit 1',
    'fi',
    `echo ${quoted(profile)}`,
    '}',
    '# What cannot be undone stays with all that depends on it.',
    'leave_nothing() {',
    '  [ -z "$keeps" ] && return',
    `  printf 'host %s keeps what follows, and its kubelet was not touched:%s\\n' "$host" "$keeps" >&2`,
    '  exit 1',
    '}',
    'main </dev/null',
    '',
  ].join('\n');
}

function renderApply(item: ProfileItem, config: HostProfilesConfig): string {
  const { name, files, apply, isApplied, mend, isReadByKubelet = false } = item;
  const failure = quoted(`\n  - ${name}: ${mend}`);
  return [
    'changed=',
    ...files(config).map(renderFile),
    // An item that was applied before and is no longer in force is applied again.
    `if [ -n "$changed" ] || ! { ${isApplied(config)}; } 2>/dev/null; then`,
    // "set -e" has no effect in a condition, so the steps are joined by "&&".
    `  { ${apply(config).join(' &&\n  ')}; } >&2 || :`,
    `  { ${isApplied(config)}; } 2>/dev/null || failures="$failures"${failure}`,
    ...(isReadByKubelet ? ['  restart=yes'] : []),
    'fi',
  ].join('\n');
}

function renderUndo(
  { name, files, undo, undone, isReadByKubelet = false }: ProfileItem,
  config: HostProfilesConfig,
  profile: HostProfileName,
): string {
  const paths = files(config).map(({ path }) => `"$R${path}"`);
  const isThere = `[ -e ${paths[0] ?? '""'} ]`;
  const keep = quoted(`\n  - ${name}: ${undone?.mend ?? ''}`);
  return [
    `if ${isThere}; then`,
    ...undo(config, profile).map((line) => `  { ${line}; } >&2 || :`),
    `  if { ${undone?.holds ?? ':'}; } 2>/dev/null; then`,
    `    rm -f ${paths.join(' ')}`,
    '    systemctl daemon-reload || :',
    ...(isReadByKubelet ? ['    restart=yes'] : []),
    `  else keeps="$keeps"${keep}; fi`,
    'fi',
  ].join('\n');
}

function renderFile({ path, content, mode = '0644' }: ProfileFile): string {
  return `put ${path} ${mode} <<'STRATA_END'\n${content}STRATA_END`;
}
