// SPDX-License-Identifier: Apache-2.0
import { joiningHosts } from './joining-hosts.ts';

const hosts = ['metal-0', 'metal-1', 'metal-2'].map((name) => ({ name }));
const nodes = (...names: readonly string[]) => names.map((name) => ({ metadata: { name } }));

test('a host joins that was no node after the last run', () => {
  const running = nodes('metal-0', 'metal-1');
  expect(joiningHosts(hosts, ['metal-0', 'metal-1'], running)).toEqual(['metal-2']);
});

test('a host joins whose node was deleted, because it is replaced under its name', () => {
  const last = ['metal-0', 'metal-1', 'metal-2'];
  expect(joiningHosts(hosts, last, nodes('metal-0', 'metal-2'))).toEqual(['metal-1']);
});

test('where the cluster does not answer, the last run counts', () => {
  expect(joiningHosts(hosts, ['metal-0', 'metal-2'], undefined)).toEqual(['metal-1']);
});
