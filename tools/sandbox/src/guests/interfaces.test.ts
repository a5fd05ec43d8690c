// SPDX-License-Identifier: Apache-2.0
import { guestInterfaces } from './interfaces.ts';

/** The names in the pod are those that virt-controller asks Multus for. */
const macs = new Map([
  ['eth0', '02:00:00:00:00:01'],
  ['pod5e0cf7bd1df', '02:00:00:00:00:02'],
]);

test('a card that is passed through is a host device, and takes no port among the interfaces', () => {
  const spec = {
    networks: [{ name: 'default', pod: {} }, { name: 'fast' }, { name: 'slow' }],
    domain: {
      devices: {
        interfaces: [
          { name: 'default', masquerade: {} },
          { name: 'fast', sriov: {} },
          { name: 'slow', bridge: {} },
        ],
      },
    },
  };
  expect(guestInterfaces({ spec }, { macs }).map(({ name }) => name)).toEqual(['default', 'slow']);
});
