// SPDX-License-Identifier: Apache-2.0
import { testConfig, testPlatform } from '../test-context.ts';
import { controlPlaneMachine, peerNetworkData } from './peer-network.ts';

const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};

/** Returns the control plane of a configuration with some more keys. */
const withKeys = (more: object) =>
  testConfig({
    controlPlane: {
      instancetype: 'standard-2',
      rootDisk: { image: 'ubuntu', sizeGiB: 20 },
      endpoint: { address: '203.0.113.2' },
      ...more,
    },
  }).controlPlane;

/** Returns the network configuration of one of its machines. */
function documentOf(more: object, index: number): unknown {
  const text = peerNetworkData(withKeys(more), index, testPlatform);
  return text === undefined ? undefined : JSON.parse(text);
}

const first = { dhcp4: true };
const silent = { dhcp4: false, optional: true, 'accept-ra': false };

test('each of three machines has one interface more, the last one, with its address among peers', () => {
  const three = { replicas: 3, peers };
  const { interfaces } = controlPlaneMachine(withKeys(three));
  expect(interfaces).toEqual([{ network: 'backbone', addresses: 'none' }]);
  for (const [index, address] of peers.addresses.entries()) {
    expect(documentOf(three, index)).toEqual({
      version: 2,
      ethernets: { enp1s0: first, enp2s0: { ...silent, addresses: [address] } },
    });
  }
});

test('the interface among peers comes after those of the configuration, which stay as they are', () => {
  const more = { replicas: 3, peers, interfaces: [{ network: 'office', addresses: 'none' }] };
  const { interfaces } = controlPlaneMachine(withKeys(more));
  expect(interfaces.map(({ network }) => network)).toEqual(['office', 'backbone']);
  expect(documentOf(more, 1)).toEqual({
    version: 2,
    ethernets: {
      enp1s0: first,
      enp2s0: silent,
      enp3s0: { ...silent, addresses: ['10.20.0.12/24'] },
    },
  });
});

test('a machine without peers has the network data of its interfaces, and none with one interface', () => {
  const alone = withKeys({});
  expect(controlPlaneMachine(alone)).toBe(alone);
  expect(documentOf({}, 0)).toBeUndefined();
  expect(documentOf({ interfaces: [{ network: 'office', addresses: 'none' }] }, 0)).toEqual({
    version: 2,
    ethernets: { enp1s0: first, enp2s0: silent },
  });
});
