// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../../test-context.ts';
import { gitRepositorySpec, repositorySecret } from './render-delivery.ts';

const url = 'https://git.example.org/shop.git';
const { flux } = testContext({ delivery: { flux: { url, ref: { branch: 'main' } } } }).config
  .delivery;
if (flux === undefined) throw new Error('nothing is delivered');

const authority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

// Proves: clusters.delivery
test.each<[object, object]>([
  [{}, {}],
  [{ credentials: { password: 'hush' } }, { username: 'git', password: 'hush' }],
  [{ credentials: { username: 'ann', password: 'hush' } }, { username: 'ann', password: 'hush' }],
  [{ credentials: { privateKey: 'key' } }, { identity: 'key' }],
  [{ credentials: { knownHosts: 'hosts' } }, { known_hosts: 'hosts' }],
  [{ certificateAuthority: authority }, { 'ca.crt': authority }],
])('of the credentials %j the Secret has what there is, by the names of Flux', (more, keys) => {
  const whole = { ...flux, ...more };
  expect(repositorySecret(whole)).toStrictEqual(keys);
  const needed = Object.keys(keys).length > 0;
  expect(gitRepositorySpec(whole)).toStrictEqual({
    url,
    ref: { branch: 'main' },
    interval: '60s',
    ...(needed && { secretRef: { name: 'flux-system' } }),
  });
});
