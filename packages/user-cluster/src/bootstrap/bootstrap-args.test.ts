// SPDX-License-Identifier: Apache-2.0
import { peerAddress } from './bootstrap-args.ts';
import { testConfig, testControlPlane } from './test-bootstrap.ts';

test('a control-plane VM has the address among its peers that stands at its own place', () => {
  const addresses = ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'];
  const peers = { network: 'backbone', addresses };
  const args = testControlPlane(testConfig({ controlPlane: { replicas: 3, peers } }));
  expect([0, 1, 2].map((index) => peerAddress(args, index))).toEqual([
    '10.20.0.11',
    '10.20.0.12',
    '10.20.0.13',
  ]);
  expect(peerAddress(args, 3)).toBeUndefined();
  expect(peerAddress(testControlPlane(), 0)).toBeUndefined();
});
