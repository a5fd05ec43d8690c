// SPDX-License-Identifier: Apache-2.0
import type { BridgeConfig } from '@strata/contracts';
import { quoted } from '../ssh/index.ts';
import { bridgesTool, renderBridgesTool } from './bridges-tool.ts';

/** What a script is made for. */
export interface BridgesScript {
  readonly host: string;
  readonly bridges: readonly BridgeConfig[];
  /** Until then a new SSH connection must have come. @default 120 */
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

/** Shell functions that all three commands have. */
function preamble({ host, bridges, rollbackSeconds = 120 }: BridgesScript): string[] {
  const failed = quoted(`the bridges of host ${host} could not be made, and are taken back:`);
  return [
    '# Strata: bridges of this host. The first argument is apply, confirm or undo.',
    'set -eu',
    'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"',
    `R=\${STRATA_ROOT:-} do=$1 tool="\${STRATA_ROOT:-}${bridgesTool}"`,
    'run="$R/run/strata-bridges"',
    'fail() { echo "$1" >&2; exit 1; }',
    '# Apart from the SSH connection, which may break meanwhile.',
    'apart() { setsid sh -c "$1" </dev/null >>"$run/log" 2>&1 & }',
    'tool_apart() {',
    '  rm -f "$run/result"; : > "$run/log"',
    `  apart "if '$tool' $1; then echo done; else echo failed; fi > '$run/result.partial'; mv '$run/result.partial' '$run/result'"`,
    '  n=0; while [ ! -e "$run/result" ] && [ $n -lt 300 ]; do n=$((n + 1)); sleep 0.1; done',
    '  [ "$(cat "$run/result" 2>/dev/null)" = done ]',
    '}',
    'apply() {',
    '  mkdir -p "$run" "${tool%/*}" "$R/etc/systemd/system"',
    '  # An older set is taken away first: it may have other uplinks.',
    '  if [ -x "$tool" ] && ! cmp -s "$tool" "$run/tool"; then tool_apart down || fail "$(cat "$run/log")"; fi',
    '  cp "$run/tool" "$tool"; chmod 0755 "$tool"',
    '  rm -f "$run/confirmed" "$run/rolled-back"',
    '  # A timer that another run has set must not end this one.',
    '  echo $$ > "$run/timer"',
    `  apart "sleep ${rollbackSeconds}; [ -e '$run/confirmed' ] || [ \\"\\$(cat '$run/timer')\\" != $$ ] || { : > '$run/rolled-back'; '$tool' down; }"`,
    `  tool_apart up || { reason=$(tail -n 3 "$run/log"); tool_apart down || :; fail ${failed}" $reason"; }`,
    '}',
    'put_tool() {',
    '  mkdir -p "$run"',
    '  cat > "$run/tool" <<\'STRATA_END\'',
    `${renderBridgesTool(bridges)}STRATA_END`,
    '}',
  ];
}

/**
 * The script for the bridges of one host, in POSIX shell. `apply` sets a timer that takes everything
 * back, then makes the bridges out of reach of the SSH connection; `confirm`, which comes over
 * another connection, stops the timer and makes them last; `undo` takes them away.
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
    '  if [ -e "$run/confirmed" ] && cmp -s "$tool" "$run/tool" && [ -z "$("$tool" check)" ]; then exit 0; fi',
    '  apply ;;',
    'confirm)',
    '  problem=$("$tool" check 2>/dev/null || echo "there are none")',
    '  if [ -n "$problem" ] || [ -e "$run/rolled-back" ]; then',
    '    apply',
    `    fail ${quoted(takenBack)}" $problem"`,
    '  fi',
    '  : > "$run/confirmed"',
    `  printf '%s\\n' ${quoted(unitContent)} > "$R${unitPath}"`,
    `  systemctl daemon-reload >&2 && systemctl enable ${unit} >&2`,
    `  echo ${quoted(names)} ;;`,
    'undo)',
    '  [ -x "$tool" ] || exit 0',
    '  busy=$("$tool" busy)',
    `  [ -z "$busy" ] || fail ${quoted(busy)}" $busy. Move or stop them first."`,
    `  tool_apart down || fail ${quoted(stuck)}" $(tail -n 3 "$run/log")"`,
    `  systemctl disable ${unit} >&2 2>/dev/null || :`,
    `  rm -rf "$tool" "$R${unitPath}" "$run"`,
    '  systemctl daemon-reload >&2 || : ;;',
    'esac',
    '}',
    'main </dev/null',
    '',
  ].join('\n');
}
