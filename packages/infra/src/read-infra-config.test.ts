// SPDX-License-Identifier: Apache-2.0
import { loaderPath } from '../test/loader-path.ts';
import { ed25519Key } from './kubeone/test-config.ts';
import { readInfraConfig } from './read-infra-config.ts';

const host = {
  name: 'metal-0',
  role: 'control-plane',
  publicAddress: '192.0.2.10',
  hostKeys: [ed25519Key],
};
const kubeone = { version: '1.34.4', apiEndpoint: { host: '192.0.2.9' } };

const read = (values: Readonly<Record<string, unknown>>, env: NodeJS.ProcessEnv = {}) =>
  readInfraConfig(
    {
      project: 'infra',
      stack: 'rack-a',
      values: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          `infra:${key}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      secretKeys: [],
    },
    { ...process.env, SSH_AUTH_SOCK: '/run/agent', ...env, STRATA_KUBEONE_VALIDATE: loaderPath() },
  );

test('reads the configuration of a cluster that KubeOne creates', async () => {
  const config = await read({ provisioner: 'kubeone', hosts: [host], kubeone });
  expect(config.kubeone?.network.cni.name).toBe('cilium');
});

test('reads the configuration of an existing cluster', async () => {
  const config = await read({ provisioner: 'existing', existing: { kubeconfigEnv: 'K' } });
  expect(config.existing).toEqual({ kubeconfigEnv: 'K' });
});

test.each([
  ['existing', {}, 'existing: missing; expected a mapping with kubeconfigEnv or kubeconfig'],
  [
    'kubeone',
    { hosts: [host] },
    'kubeone: missing; expected a mapping with version and apiEndpoint',
  ],
  [
    'existing',
    { existing: { kubeconfigEnv: 'K' }, hosts: [host] },
    'hosts: has no effect with provisioner: existing; remove it',
  ],
  [
    'existing',
    { existing: { kubeconfigEnv: 'K' }, bridges: [{ name: 'br-vlan', uplink: 'eth1' }] },
    'bridges: has no effect with provisioner: existing; remove it',
  ],
  [
    'kubeone',
    { hosts: [host], kubeone, hostProfiles: { hosts: { 'metal-9': 'high-density' } } },
    'hostProfiles.hosts.metal-9: names the host metal-9, which infra:hosts does not have',
  ],
  [
    'kubeone',
    { hosts: [host], kubeone, existing: { kubeconfigEnv: 'K' } },
    'existing: has no effect with provisioner: kubeone; remove it',
  ],
  [
    'kubeone',
    { hosts: [{ ...host, hostKeys: [] }], kubeone },
    'hosts[0].hostKeys: expected a list of at least one host key, as ssh-keyscan prints them, got a list',
  ],
  [
    'kubeone',
    { hosts: [{ ...host, hostKeys: ['ssh-ed25519 short'] }], kubeone },
    'hosts[0].hostKeys[0]: expected a host key like "ssh-ed25519 AAAAC3Nz...", as ssh-keyscan ' +
      'prints it after the host, got "ssh-ed25519 short"',
  ],
  [
    'kubeone',
    { hosts: [{ ...host, role: 'worker' }], kubeone },
    'hosts: 0 hosts have the role control-plane; etcd keeps a quorum with 1, 3 or 5',
  ],
  [
    'kubeone',
    { hosts: [host], kubeone: { ...kubeone, version: '1.33.4' } },
    'kubeone.version: KubeOne 1.14 installs Kubernetes 1.34 to 1.36, not 1.33',
  ],
])('with provisioner: %s refuses %j', async (provisioner, values, problem) => {
  await expect(read({ provisioner, ...values })).rejects.toThrow(
    `stacks/infra/Pulumi.rack-a.yaml has 1 problem:\n  config.infra:${problem}`,
  );
});

test('refuses a configuration without a key file or an SSH agent, before it connects to a host', async () => {
  const attempt = read({ provisioner: 'kubeone', hosts: [host], kubeone }, { SSH_AUTH_SOCK: '' });
  await expect(attempt).rejects.toThrow(
    'has 1 problem:\n  config.infra:ssh.privateKeyFile: is missing, and no SSH agent runs ' +
      '(SSH_AUTH_SOCK is not set); name a file with a key, or start an agent: eval $(ssh-agent); ssh-add',
  );
});

test('reports what the loader of KubeOne refuses as a problem of the configuration', async () => {
  const names = ['192.0.2.9', '192.0.2.9'];
  const endpoint = { host: '192.0.2.9', alternativeNames: names };
  const attempt = read({
    provisioner: 'kubeone',
    hosts: [host],
    kubeone: { ...kubeone, apiEndpoint: endpoint },
  });
  await expect(attempt).rejects.toThrow(
    'has 1 problem:\n  config.infra:kubeone.apiEndpoint.alternativeNames: KubeOne refuses ' +
      'apiEndpoint: Invalid value: "192.0.2.9": duplicates are not allowed in alternative names',
  );
});
