// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { growthLine } from './announce-growth.ts';

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
  endpoint: { address: '203.0.113.2' },
  replicas: 3,
  peers: {
    network: 'backbone',
    addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
  },
};
const context = testContext({ controlPlane });

test('nothing is said of a control plane whose machines nobody could ask for', () => {
  expect(growthLine(context)).toBeUndefined();
});

test('without disks of others the first machine is about to be replaced, and with them the others are to come', () => {
  const line = (versions: readonly string[], ...names: readonly string[]) => {
    const etcdDisks = names.map((name) => ({
      name,
      className: 'fast',
      volumeMode: 'Block' as const,
      madeGiB: 8,
      sizeGiB: 8,
      claimMiB: 8192,
    }));
    return growthLine({ ...context, versions, etcdDisks });
  };
  expect(line(['1.35.4'], 'cp-0-etcd')).toMatch(/^the control plane grows from 1 VM to 3: /);
  expect(line(['1.35.4'], 'cp-0-etcd', 'cp-1-etcd')).toMatch(/^the control plane has 1 of its 3 /);
  expect(line(['1.35.4', '1.35.4', '1.35.4'], 'cp-0-etcd')).toBeUndefined();
});
