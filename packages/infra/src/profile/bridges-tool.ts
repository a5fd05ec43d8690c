// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { BridgeConfig } from '../config/index.ts';
import { linkFacts } from '../links/index.ts';

/** Path of the bridges tool on a host; a systemd unit runs it at every boot. */
export const bridgesTool = '/usr/local/lib/strata/bridges';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Renders the bridges tool of one host in POSIX shell; bridges.sh describes its commands. */
export function renderBridgesTool(bridges: readonly BridgeConfig[]): string {
  const table = bridges.map(
    ({ name, uplink, mtu, vlans }) => `${name} ${uplink} ${mtu} ${vlans.join(',')}`,
  );
  return [
    '#!/bin/sh',
    `table='${table.join('\n')}'`,
    linkFacts,
    read('bridges.sh'),
    read('bridge-problems.sh'),
    'case ${1:-} in',
    'problems | up | down | busy) "$1" ;;',
    'check) each check ;;',
    '*) echo "usage: $0 problems|up|down|check|busy" >&2; exit 2 ;;',
    'esac',
    '',
  ].join('\n');
}
