// SPDX-License-Identifier: Apache-2.0
import { describeIssues } from '@strata/contracts';
import { kubernetes } from './kubernetes-fields.ts';

const ranges = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
const takes = (more: object) => kubernetes.safeParse({ ...ranges, ...more }).success;
const endpoint = 'https://mirror.example.org';

test.each([
  ['docker.io', true],
  ['registry.example.org:5000', true],
  ['localhost:5000', true],
  ['../../../etc/cron.d/x', false],
  ['docker.io/library', false],
  ['docker.io\nx', false],
  ['docker.io:port', false],
  ['Docker.io', false],
  ['docker.io:99999', false],
  ['registry-1.docker.io', false],
])("accepts as a registry's name %j: %s", (registry, isTaken) => {
  expect(takes({ registries: [{ registry, endpoint }] })).toBe(isTaken);
});

test.each([
  ['https://mirror.example.org:8443/a/b', true],
  ['http://mirror.example.org', true],
  ['https://mirror.example.org/"]\nserver = "https://thief.example.org', false],
  ['https://mirror.example.org/$(reboot)`', false],
  ['ftp://mirror.example.org', false],
  ['xhttp://mirror.example.org', false],
  ['httpx://mirror.example.org', false],
  ['https://mirror.example.org/v2/?x=1', false],
])("accepts as a mirror's URL %j: %s", (address, isTaken) => {
  const registries = [{ registry: 'docker.io', endpoint: address }];
  expect(takes({ registries })).toBe(isTaken);
});

// kubeadm refuses them on the first machine, when the domain cannot be corrected any more.
test.each(['Cluster.Local', 'cluster.local.', 'cluster_local', 'a b', '', 'a'.repeat(254)])(
  'refuses the domain "%s"',
  (dnsDomain) => {
    const value = { ...ranges, dnsDomain };
    const { error } = kubernetes.safeParse(value);
    const shown = dnsDomain.length > 60 ? `"${'a'.repeat(56)}..."` : `"${dnsDomain}"`;
    expect(describeIssues(kubernetes, value, error?.issues ?? [], () => false)).toEqual([
      {
        path: ['dnsDomain'],
        message: `expected a domain name in lower case and without a dot at its end, got ${shown}`,
      },
    ]);
  },
);

test('takes a domain as Kubernetes has it', () => {
  expect(takes({ dnsDomain: 'shop.internal' })).toBe(true);
  expect(takes({ dnsDomain: 'cluster1' })).toBe(true);
});

test('says how images name Docker Hub', () => {
  const value = { ...ranges, registries: [{ registry: 'registry-1.docker.io', endpoint }] };
  expect(kubernetes.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
    'containerd never asks for "registry-1.docker.io": images name it docker.io',
  ]);
});

test('a version has no leading zeros, with which nothing could be downloaded', () => {
  expect(takes({ version: '1.35.10' })).toBe(true);
  expect(takes({ version: '1.35.04' })).toBe(false);
});

test('accepts only HTTPS for the programs of nodes', () => {
  expect(takes({ binaries: { mirror: endpoint } })).toBe(true);
  expect(takes({ binaries: { mirror: 'http://mirror.example.org' } })).toBe(false);
});
