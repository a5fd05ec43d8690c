// SPDX-License-Identifier: Apache-2.0
import { openSshPublicKey } from './ssh-host-key.ts';

test('writes an SSH host key as ssh-keygen does', () => {
  const pem =
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEy+17C5d2dO92eH9imaZJ5a9Gyooy\nY/P3m0h56w0y/niRMdfQd8iAT5XQxRIZ66IXb9JA+T0ZTSw6eVGtJ3JqVQ==\n-----END PUBLIC KEY-----\n';
  expect(openSshPublicKey(pem)).toBe(
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMvtewuXdnTvdnh/YpmmSeWvRsqKMmPz95tIeesNMv54kTHX0HfIgE+V0MUSGeuiF2/SQPk9GU0sOnlRrSdyalU=',
  );
});

test('refuses a host key of another curve', () => {
  const p384 =
    '-----BEGIN PUBLIC KEY-----\nMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEoSKvNSPhQoG3hV2dyWQfXagzeiqlWanP\n3NKj7HDPKNeC1ZL/ga8/dIco9yw0voqzpWceCpd+Xd8OSKnh+Lb0WVja1JiyOgQ8\nCQJKWX1NruqXMcVtLekL8USuE3H+YeQu\n-----END PUBLIC KEY-----\n';
  expect(() => openSshPublicKey(p384)).toThrow('expected a public key on the curve P-256');
});
