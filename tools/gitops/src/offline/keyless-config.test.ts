// SPDX-License-Identifier: Apache-2.0
import { keylessConfig } from './keyless-config.ts';

const file = `secretsprovider: awskms://alias/production
encryptedkey: AQICAHh
config:
  kubevirt-stack:release: v1.8
  kubevirt-stack:monitoring:
    # Kept.
    grafana:
      adminPassword:
        secure: v1:abc
  kubevirt-stack:metallb:
    bgp:
      peers:
        - name: a
        - name: b
          password:
            secure: v1:def
  infra:token:
    secure: v1:ghi
encryptionsalt: v1:jkl
`;

test('removes key and secrets, and keeps everything else', () => {
  expect(keylessConfig(file).text).toBe(`config:
  kubevirt-stack:release: v1.8
  kubevirt-stack:monitoring:
    # Kept.
    grafana:
      adminPassword: ""
  kubevirt-stack:metallb:
    bgp:
      peers:
        - name: a
        - name: b
          password: ""
  infra:token: ""
`);
});

test("returns the paths of the secrets in Pulumi's notation", () => {
  expect(keylessConfig(file).secrets).toEqual([
    'kubevirt-stack:monitoring["grafana"]["adminPassword"]',
    'kubevirt-stack:metallb["bgp"]["peers"][1]["password"]',
    'infra:token',
  ]);
});

test('a file without configuration has no secrets', () => {
  expect(keylessConfig('encryptionsalt: v1:jkl\n').secrets).toEqual([]);
});
