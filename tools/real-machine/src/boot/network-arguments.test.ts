// SPDX-License-Identifier: Apache-2.0
import { networkArguments } from './network-arguments.ts';

test('a hub joins the gateway and a socket for each machine, and passes the API on to the first one', () => {
  expect(networkArguments('/x')).toEqual([
    ...['-M', 'none', '-nodefaults', '-display', 'none', '-netdev'],
    'user,id=gateway,net=10.0.2.0/24,host=10.0.2.1,dhcpstart=10.0.2.2,dns=10.0.2.254,' +
      'hostfwd=tcp:192.0.2.10:6443-10.0.2.2:6443',
    ...['-netdev', 'hubport,id=hub-gateway,hubid=0,netdev=gateway', '-netdev'],
    'stream,id=port0,server=on,addr.type=unix,addr.path=/x/port-0',
    ...['-netdev', 'hubport,id=hub-port0,hubid=0,netdev=port0', '-netdev'],
    'stream,id=port1,server=on,addr.type=unix,addr.path=/x/port-1',
    ...['-netdev', 'hubport,id=hub-port1,hubid=0,netdev=port1'],
  ]);
});
