// SPDX-License-Identifier: Apache-2.0
import { addresses, portSocket, ports } from './addresses.ts';

/**
 * Arguments of a QEMU that has no machine in it: a hub to which machines and the gateway are
 * connected. It outlives the machines, as a switch does.
 *
 * @param folder - where the sockets of its ports will be.
 * @see https://www.qemu.org/docs/master/system/devices/net.html
 */
export function networkArguments(folder: string): string[] {
  const { apiPort, cidr, dns, endpoint, first, gateway } = addresses;
  const user = `net=${cidr},host=${gateway},dhcpstart=${first},dns=${dns}`;
  const forward = `hostfwd=tcp:${endpoint}:${apiPort}-${first}:${apiPort}`;
  const plug = (id: string) => ['-netdev', `hubport,id=hub-${id},hubid=0,netdev=${id}`];
  const sockets = Array.from({ length: ports }, (_, port) => [
    '-netdev',
    `stream,id=port${port},server=on,addr.type=unix,addr.path=${portSocket(folder, port)}`,
    ...plug(`port${port}`),
  ]);
  return [
    ...['-M', 'none', '-nodefaults', '-display', 'none'],
    ...['-netdev', `user,id=gateway,${user},${forward}`, ...plug('gateway')],
    ...sockets.flat(),
  ];
}
