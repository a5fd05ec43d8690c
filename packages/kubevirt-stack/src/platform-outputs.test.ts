// SPDX-License-Identifier: Apache-2.0
import { platformOutputs } from './platform-outputs.ts';
import { clusterFacts } from './promised-platform.ts';
import { testConfig } from './test-config.ts';
import { emptyFacts } from './test-facts.ts';

const parts = {
  versions: {},
  namespaces: {},
  monitoring: undefined,
  tenantVlans: { given: undefined, taken: [] },
};
const facts = clusterFacts(emptyFacts);

test('user clusters are told of each pool from which hosts it is not announced', () => {
  const pools = [
    { name: 'near', addresses: ['203.0.113.0/28'] },
    { name: 'routed', addresses: ['203.0.113.16/28'], announce: 'bgp' },
  ];
  const peers = [{ name: 'tor', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' }];
  const metallb = { pools, l2: { nodeSelector: { rack: 'a' } }, bgp: { peers } };
  const hosts = [
    { name: 'metal-0', labels: { rack: 'a' } },
    { name: 'metal-1', labels: { rack: 'b' } },
  ];
  const outputs = platformOutputs(parts, testConfig({ metallb }), { ...facts, hosts }, []);
  expect(outputs.loadBalancerPools).toEqual([
    { name: 'near', addresses: ['203.0.113.0/28'], autoAssign: true, silentHosts: ['metal-1'] },
    { name: 'routed', addresses: ['203.0.113.16/28'], autoAssign: true },
  ]);
});
