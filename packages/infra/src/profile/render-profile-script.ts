// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { HostProfileName, HostProfilesConfig } from '@strata/contracts';
import { quoted } from '../ssh/index.ts';
import { kubeletFiles } from './kubelet-files.ts';
import { wantedPages } from './performance-items.ts';
import { profileItems } from './profile-items.ts';
import type { ProfileFile, ProfileItem } from './profile-item.ts';
import { swapUnit } from './swap-file.ts';

/** What a script is made for. */
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
 * The script that gives one host its profile, in POSIX shell: `apply` refuses what the kubelet would
 * not start with, undoes what belongs to another profile, writes and applies what is wanted, switches
 * the kubelet over and watches it; it ends with 1 and all that does not hold. `undo` leaves a host as
 * if it had never had one. Each may run twice.
 */
export function renderProfileScript({ host, profile, config }: ProfileScript): string {
  const wanted = profileItems.filter(({ isWanted }) => isWanted(profile, config));
  const unwanted = profileItems.filter((item) => !wanted.includes(item));
  const cores = config.highPerformance.reservedCores;
  return [
    ...preamble,
    read('reserved-cpus.sh'),
    read('kubelet.sh'),
    // Read to its end before it runs: what it starts cannot take the rest of it for input.
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
    // What was applied and does not hold any more is applied again.
    `if [ -n "$changed" ] || ! { ${isApplied(config)}; } 2>/dev/null; then`,
    // "set -e" does not count in a condition: each step has to be joined with the next.
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
