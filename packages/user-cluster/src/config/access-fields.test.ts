// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { access } from './access-fields.ts';
import { deletion } from './deletion-fields.ts';
import { quota } from './quota-fields.ts';

const schema = z.strictObject({ access, deletion, quota });

const inspect = (config: Readonly<Record<string, unknown>>) =>
  inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)]),
    ),
    secretKeys: [],
  });

// Proves: drains-and-updates.protected
test('by default, opens nothing, enables all protection, and limits what tenants add', () => {
  expect(inspect({}).valid).toEqual({
    access: {
      ssh: { via: 'none', authorizedKeys: [], user: 'strata' },
      nodeMetrics: true,
      generation: 1,
    },
    deletion: { protect: true, volumes: 'retain', unreachable: 'fail' },
    quota: {
      enabled: true,
      loadBalancers: 10,
      loadBalancerPorts: 16,
      volumes: { count: 50, sizeGiB: 500, snapshots: 100 },
      headroom: { cpu: 0, memoryGiB: 0, pods: 10 },
    },
  });
});

test('fills in the rest of a mapping that is partly set', () => {
  const { valid } = inspect({ quota: { volumes: { count: 3 } }, deletion: { protect: false } });
  expect(valid.quota?.volumes).toEqual({ count: 3, sizeGiB: 500, snapshots: 100 });
  expect(valid.deletion).toEqual({ protect: false, volumes: 'retain', unreachable: 'fail' });
});

// Proves: access.ssh-keys
test.each([
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann@example',
  'ssh-rsa AAAAB3NzaC1yc2E=',
  'ecdsa-sha2-nistp256 AAAAE2VjZHNh bob',
  'sk-ssh-ed25519@openssh.com AAAAGnNr',
])('%s is accepted as an authorized key', (key) => {
  expect(inspect({ access: { ssh: { authorizedKeys: [key] } } }).problems).toEqual([]);
});

// Proves: access.ssh-keys
test.each([
  'ssh-dss AAAAB3Nz',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'ssh-ed25519',
  'ssh-ed25519 AAAA\ncommand="sh" ssh-ed25519 AAAA',
])('%j is rejected as an authorized key', (key) => {
  const { problems } = inspect({ access: { ssh: { authorizedKeys: [key] } } });
  expect(problems.map(({ path }) => path)).toEqual([['access', 'ssh', 'authorizedKeys', 0]]);
});

test.each([
  ['via', 'telnet'],
  ['user', 'Root'],
  ['address', 'fd00::1'],
  ['address', '10.0.0.0/24'],
  ['nodePort', 22],
  ['sources', []],
])('rejects for %s the value %j', (key, value) => {
  const { problems } = inspect({ access: { ssh: { [key]: value } } });
  expect(problems.map(({ path }) => path)).toEqual([['access', 'ssh', key]]);
});
