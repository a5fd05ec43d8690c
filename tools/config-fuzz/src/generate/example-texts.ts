// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';

/** Texts of every kind that some field accepts; those of the shipped stacks are added. */
export const exampleTexts: readonly string[] = [
  ...['10.20.8.10', '10.20.8.11', '192.168.0.7', '0.0.0.0', '255.255.255.255', '127.0.0.1'],
  ...['2001:db8::7', '::', '::ffff:10.0.0.1', 'fe80::1', '2001:db8:0:0:0:0:0:1'],
  ...['10.20.8.0/24', '10.20.8.7/24', '0.0.0.0/0', '10.0.0.1/32', '10.0.0.0/08', '::/0'],
  ...['2001:db8::/64', '10.20.8.10-10.20.8.20', '10.0.0.9-10.0.0.1', '2001:db8::1-2001:db8::9'],
  ...['500-502', '1-4094', '4095-4096', '9-1'],
  ...['v1.7', 'v1.8', 'v1.9', '1.34.4', '1.35.4', '1.36.0', '1.99.0', '1.0.0', '24.04'],
  ...['1Gi', '512Mi', '10G', '1.5Gi', '100m', '0', '0.5', '2', '1e3', '64Ki', '5Ei'],
  ...['30s', '12h', '15d', '1w2d', '1h30m', '24h0m0s', '1h', '0s', '100000h'],
  ...['registry.example.org', 'registry.example.org:5000/mirror', 'localhost:5000', '*'],
  ...['https://example.org/a', 'http://example.org:80/', 'https://user:pw@example.org/x?y=z#w'],
  ...['docker://quay.io/a/b:c', 'https://[2001:db8::7]:8443/', 'https://example.org/%00'],
  ...['sha256:5b1f3a0c7d9e24688f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60'],
  ...['a', 'a-b', 'a.b', 'kube-system', 'default', 'x'.repeat(63), 'x'.repeat(253), '0', '1-1'],
  ...['example.com/key', 'kubernetes.io/hostname', 'node-role.kubernetes.io/control-plane'],
  ...['topology.kubernetes.io/zone', 'Exists', 'Equal', 'NoSchedule', 'true', 'false', 'null'],
  ...['144d:a80a', '10DE:1EB8', '15b3', '0000:3b:00.0', '02:00:00:00:00:01', 'vfio-pci'],
  ...['system:masters', 'team:shop', 'view', 'cluster-admin', 's3:https://s3.example.org/a'],
  ...['/etc/ssl/own.pem', '~/.ssh/id', '/backup/pki.tar.gz', 'eth0', 'bond0', 'br1', 'ens1f0#0-3'],
  ...['64512:100', 'memory.available', '100Mi', '10%', 'standard-2', 'own', 'md-a', 'fast'],
];

/**
 * Kinds of text with unlimited members; a field that accepts the sample accepts other texts of its
 * kind.
 */
export const textKinds: readonly {
  readonly sample: string;
  readonly texts: fc.Arbitrary<string>;
}[] = [
  { sample: '10.1.2.3', texts: fc.ipV4() },
  { sample: '2001:db8::7', texts: fc.ipV6() },
  {
    sample: '10.1.0.0/16',
    texts: fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map((parts) => parts.join('/')),
  },
  {
    sample: '2001:db8::/64',
    texts: fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map((parts) => parts.join('/')),
  },
  {
    sample: '10.1.2.3-10.1.2.4',
    texts: fc.tuple(fc.ipV4(), fc.ipV4()).map((ends) => ends.join('-')),
  },
  { sample: 'https://example.org/a', texts: fc.webUrl() },
  // Fields that accept any text accept these.
  { sample: 'any text, really! 😀', texts: fc.string({ unit: 'grapheme', maxLength: 40 }) },
];
