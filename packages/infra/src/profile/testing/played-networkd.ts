// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostWithNetwork } from './host-with-network.ts';

const networkFile = (card: string) => `10-netplan-${card}.network`;

/** Has systemd-networkd manage a card, with a file as netplan writes it. */
export function startNetworkd({ root, shell }: HostWithNetwork, card: string): void {
  const links = join(root, 'run/systemd/netif/links');
  mkdirSync(links, { recursive: true });
  const index = shell(`ip -o link show dev ${card}`).split(':')[0] ?? '';
  writeFileSync(
    join(links, index),
    `ADMIN_STATE=configured\nNETWORK_FILE=/run/systemd/network/${networkFile(card)}\n`,
  );
}

/**
 * Does what a restart of systemd-networkd does to a card that it manages: the card gets its address again, and
 * leaves its bridge unless a drop-in of its file has KeepMaster=yes.
 *
 * @see https://github.com/systemd/systemd/blob/v255/src/network/networkd-setlink.c, link_request_to_set_master
 */
export function restartNetworkd(
  { root, shell }: HostWithNetwork,
  card: string,
  address: string,
): void {
  const folder = join(root, `etc/systemd/network/${networkFile(card)}.d`);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const isKept = files.some((file) =>
    /^\[Network\]\nKeepMaster=yes$/m.test(readFileSync(join(folder, file), 'utf8')),
  );
  if (!isKept) shell(`ip link set dev ${card} nomaster`);
  shell(`ip address replace ${address} dev ${card}`);
}
