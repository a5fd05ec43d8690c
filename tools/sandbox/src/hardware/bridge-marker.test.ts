// SPDX-License-Identifier: Apache-2.0
import { markingOf } from './bridge-marker.ts';
import { bridgesOfHost } from './host-bridges.ts';

const metadata = { name: 'metal-0', uid: 'n0' };
const key = (bridge: string) => `bridge.network.kubevirt.io/${bridge}`;

test('a bridge is on every host, or on the hosts that its setting names', () => {
  const bridges = ['br1', 'br2@metal-0@metal-2'];
  expect(bridgesOfHost('metal-0', bridges)).toEqual(['br1', 'br2']);
  expect(bridgesOfHost('metal-1', bridges)).toEqual(['br1']);
});

// Proves: networks.bridge-marker
test('a host offers the bridges that it has', () => {
  const offer = { [key('br1')]: '1k' };
  expect(markingOf({ metadata, status: { capacity: { cpu: '8' } } }, ['br1'])).toEqual({
    status: { capacity: offer, allocatable: offer },
  });
});

test('a host no longer offers a bridge that is gone', () => {
  const capacity = { cpu: '8', [key('br1')]: '1k', [key('br2')]: '1k' };
  const change = { [key('br2')]: null };
  expect(markingOf({ metadata, status: { capacity } }, ['br1'])).toEqual({
    status: { capacity: change, allocatable: change },
  });
});

test('a host that offers exactly its bridges is not changed', () => {
  const capacity = { [key('br1')]: '1k' };
  expect(markingOf({ metadata, status: { capacity } }, ['br1'])).toBeUndefined();
  expect(markingOf({ metadata }, [])).toBeUndefined();
});
