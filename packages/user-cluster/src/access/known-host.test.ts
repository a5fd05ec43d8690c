// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { knownHost } from './known-host.ts';

const publicKeyPem =
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEy+17C5d2dO92eH9imaZJ5a9Gyooy\nY/P3m0h56w0y/niRMdfQd8iAT5XQxRIZ66IXb9JA+T0ZTSw6eVGtJ3JqVQ==\n-----END PUBLIC KEY-----\n';
const key =
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMvtewuXdnTvdnh/YpmmSeWvRsqKMmPz95tIeesNMv54kTHX0HfIgE+V0MUSGeuiF2/SQPk9GU0sOnlRrSdyalU=';

/** Returns the line for a bastion, with the addresses of the only host. */
function lineOf(ssh: object, addresses: readonly string[], port?: number): string {
  const context = testContext({ access: { ssh: { via: 'bastion', ...ssh } } });
  const hosts = [{ name: 'host-a', cpu: 8, memoryGiB: 64, addresses: [...addresses] }];
  return knownHost({ ...context, infra: { hosts }, publicKeyPem, port });
}

// Proves: access.bastion
test('a bastion is known by its address and port, without the port where it is that of SSH', () => {
  const balanced = { address: '203.0.113.3' };
  expect(lineOf(balanced, [], 22)).toBe(`203.0.113.3 ${key}`);
  expect(lineOf(balanced, [])).toBe(`203.0.113.3 ${key}`);
  expect(lineOf({}, ['192.0.2.7'], 30_022)).toBe(`[192.0.2.7]:30022 ${key}`);
  expect(lineOf({}, ['2001:db8::7'], 30_022)).toBe(`[2001:db8::7]:30022 ${key}`);
});
