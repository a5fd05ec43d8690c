// SPDX-License-Identifier: Apache-2.0
import type { BridgeConfig } from '../config/index.ts';
import { quoted } from '../ssh/index.ts';
import { bridgesTool, renderBridgesTool } from './bridges-tool.ts';

/** Inputs of the script for bridges. */
export interface BridgesScript {
  readonly host: string;
  readonly bridges: readonly BridgeConfig[];
  /** Seconds within which a new SSH connection must confirm the bridges. @default 120 */
  readonly rollbackSeconds?: number;
}

const unit = 'strata-bridges.service';
const unitPath = `/etc/systemd/system/${unit}`;

const unitContent = [
  '[Unit]',
  'Description=Bridges that carry the VLANs of user clusters',
  'After=network-online.target',
  'Wants=network-online.target',
  'Before=kubelet.service',
  '[Service]',
  'Type=oneshot',
  'RemainAfterExit=yes',
  `ExecStart=${bridgesTool} up`,
  '[Install]',
  'WantedBy=multi-user.target',
].join('\n');

/**
 * Renders the shell functions that all three commands use. `$tool` is the confirmed bridges tool,
 * which runs at every boot; `$new` is the tool of this script. /run may be mounted noexec, so `$new`
 * is run by `sh`.
 */
function preamble({ host, bridges, rollbackSeconds = 120 }: BridgesScript): string[] {
  const failed = quoted(`the bridges of host ${host} could not be made, and are taken back:`);
  const unchanged = quoted(`host ${host} was not changed:`);
  return [
    '# Strata: bridges of this host. The first argument is apply, confirm or undo.',
    'set -eu',
    'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"',
    `R=\${STRATA_ROOT:-} do=$1 tool="\${STRATA_ROOT:-}${bridgesTool}"`,
    'run="$R/run/strata-bridges" new="$R/run/strata-bridges/tool"',
    'fail() { echo "$1" >&2; exit 1; }',
    '# Apart from the SSH connection, which may break meanwhile.',
    'apart() { setsid sh -c "$1" </dev/null >>"$run/log" 2>&1 & }',
    'tool_apart() {',
    '  rm -f "$run/result"; : > "$run/log"',
    `  apart "if $1; then echo done; else echo failed; fi > '$run/result.partial'; mv '$run/result.partial' '$run/result'"`,
    '  n=0; while [ ! -e "$run/result" ] && [ $n -lt 300 ]; do n=$((n + 1)); sleep 0.1; done',
    '  [ "$(cat "$run/result" 2>/dev/null)" = done ]',
    '}',
    '# What was confirmed last, or nothing.',
    `back="if [ -x '$tool' ]; then '$tool' up; else sh '$new' down; fi"`,
    'apply() {',
    '  problems=$(sh "$new" problems)',
    `  [ -z "$problems" ] || fail ${unchanged}"$(printf '%s\\n' "$problems" | sed 's/^/\\n  - /' | tr -s '\\n')"`,
    '  rm -f "$run/confirmed" "$run/rolled-back"',
    '  # A timer that another run has set must not end this one.',
    '  echo $$ > "$run/timer"',
    `  apart "sleep ${rollbackSeconds}; [ -e '$run/confirmed' ] || [ \\"\\$(cat '$run/timer')\\" != $$ ] || { : > '$run/rolled-back'; $back; }"`,
    `  tool_apart "sh '$new' up" || { reason=$(tail -n 3 "$run/log"); tool_apart "$back" || :; fail ${failed}" $reason"; }`,
    '}',
    '# Never written into: a shell may be reading it.',
    'put_tool() {',
    '  mkdir -p "$run"',
    '  cat > "$new.partial" <<\'STRATA_END\'',
    `${renderBridgesTool(bridges)}STRATA_END`,
    '  mv "$new.partial" "$new"',
    '}',
    'install_tool() {',
    '  mkdir -p "${tool%/*}" "$R/etc/systemd/system"',
    '  cp "$new" "$tool.partial"; chmod 0755 "$tool.partial"; mv "$tool.partial" "$tool"',
    `  printf '%s\\n' ${quoted(unitContent)} > "$R${unitPath}"`,
    `  systemctl daemon-reload >&2 && systemctl enable ${unit} >&2`,
    '}',
  ];
}

/**
 * Renders the POSIX shell script for the bridges of one host. `apply` refuses changes that would cut
 * VMs off. Otherwise it starts a timer that restores the bridges that were confirmed last, and
 * changes the bridges in place, in a process that survives a broken SSH connection. `confirm` runs
 * over a new connection, stops the timer and makes the bridges permanent. `undo` removes them.
 */
export function renderBridgesScript(script: BridgesScript): string {
  const { host, bridges, rollbackSeconds = 120 } = script;
  const names = bridges.map(({ name }) => name).join(', ');
  const takenBack =
    `the bridges of host ${host} (${names}) had been taken back, because no new SSH connection came ` +
    `within ${rollbackSeconds} s or the host was booted. They are made again: run Pulumi again within ` +
    `${rollbackSeconds} s to confirm them. Found:`;
  const busy = `host ${host} was not changed: machines are attached to its bridges:`;
  const stuck = `the bridges of host ${host} could not be taken away:`;
  return [
    ...preamble(script),
    'main() {',
    'put_tool',
    'case $do in',
    'apply)',
    '  if cmp -s "$tool" "$new" && [ -z "$(sh "$new" check)" ]; then exit 0; fi',
    '  apply ;;',
    'confirm)',
    '  problem=$(sh "$new" check 2>/dev/null || echo "there are none")',
    '  if [ -n "$problem" ] || [ -e "$run/rolled-back" ]; then',
    '    apply',
    `    fail ${quoted(takenBack)}" $problem"`,
    '  fi',
    '  : > "$run/confirmed"',
    '  install_tool',
    `  echo ${quoted(names)} ;;`,
    'undo)',
    '  busy=$(sh "$new" busy)',
    `  [ -z "$busy" ] || fail ${quoted(busy)}" $busy. Move or stop them first."`,
    `  tool_apart "sh '$new' down" || fail ${quoted(stuck)}" $(tail -n 3 "$run/log")"`,
    `  systemctl disable ${unit} >&2 2>/dev/null || :`,
    `  rm -rf "$tool" "$R${unitPath}" "$run"`,
    '  systemctl daemon-reload >&2 || : ;;',
    'esac',
    '}',
    'main </dev/null',
    '',
  ].join('\n');
}
