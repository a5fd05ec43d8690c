// SPDX-License-Identifier: Apache-2.0
import type { MetallbConfig } from '../config/index.ts';
import {
  renderBgpAdvertisement,
  renderPeer,
  renderPool,
  renderRouters,
} from './render-address-pools.ts';

const pool = { name: 'default', addresses: ['10.0.0.0/28'], autoAssign: true };

test('leaves to MetalLB what is not configured', () => {
  expect(renderPool(pool)).toStrictEqual({ addresses: ['10.0.0.0/28'], autoAssign: true });
  const router = { myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };
  expect(renderPeer({ name: 'tor-1', ...router })).toStrictEqual(router);
  const metallb: MetallbConfig = {
    pools: [pool],
    bgp: { peers: [{ name: 'tor-1', ...router }] },
  };
  const advertisement = { ipAddressPools: ['default'], peers: ['tor-1'] };
  expect(renderBgpAdvertisement(metallb, ['default'])).toStrictEqual(advertisement);
  expect(renderBgpAdvertisement({ pools: [pool] }, ['default'])).toStrictEqual({
    ...advertisement,
    peers: [],
  });
});

test('names routers as the measurements of MetalLB do', () => {
  const router = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };
  const other = { ...router, peerPort: 1790, nodeSelector: { edge: 'true' } };
  expect(renderRouters({ peers: [router, other] })).toEqual([
    { peer: '10.0.0.1:179', isOfAllHosts: true },
    { peer: '10.0.0.1:1790', isOfAllHosts: false },
  ]);
  expect(renderRouters(undefined)).toEqual([]);
});
