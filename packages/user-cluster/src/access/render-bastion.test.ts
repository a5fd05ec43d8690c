// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createSshAccess } from './index.ts';
import { renderBastionPod, renderSettings } from './render-bastion.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann';

test('sshd does nothing but forward for listed keys, whatever its defaults are', () => {
  const { sshd_config: settings = '' } = renderSettings([key], { sources: ['10.0.0.0/8'] });
  expect(settings.endsWith('\n')).toBe(true);
  const lines = settings.trimEnd().split('\n');
  expect(Object.fromEntries(lines.map((line) => line.split(/ (.*)/).slice(0, 2)))).toEqual({
    Port: '2222',
    HostKey: '/etc/bastion/host-key/key',
    PidFile: 'none',
    AllowUsers: 'abc',
    AuthorizedKeysFile: '/etc/bastion/settings/authorized_keys',
    StrictModes: 'no',
    UsePAM: 'no',
    AuthenticationMethods: 'publickey',
    PasswordAuthentication: 'no',
    KbdInteractiveAuthentication: 'no',
    PermitRootLogin: 'no',
    LoginGraceTime: '20',
    MaxAuthTries: '3',
    DisableForwarding: 'no',
    AllowTcpForwarding: 'local',
    PermitOpen: '*:22',
    PermitListen: 'none',
    AllowStreamLocalForwarding: 'no',
    AllowAgentForwarding: 'no',
    X11Forwarding: 'no',
    PermitTunnel: 'no',
    PermitTTY: 'no',
    PermitUserRC: 'no',
    ForceCommand: '/bin/false',
  });
});

test('each listed key is restricted on a line of its own', () => {
  const restricted = 'restrict,port-forwarding,permitopen="*:22"';
  expect(renderSettings([key, 'ssh-ed25519 B ben'], {}).authorized_keys).toBe(
    `${restricted} ${key}\n${restricted} ssh-ed25519 B ben\n`,
  );
  expect(renderSettings([], {}).authorized_keys).toBe('');
});

const podWith = (ssh: object) =>
  renderBastionPod(testContext({ access: { ssh: { via: 'bastion', ...ssh } } }));

const settingsHash = (ssh: object) => {
  const { containers } = podWith(ssh) as {
    readonly containers: readonly { readonly env: readonly { readonly value: string }[] }[];
  };
  return containers[0]?.env[0]?.value;
};

test('the pod of the bastion has files, a port and little else', () => {
  expect(podWith({})).toEqual({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['127.0.0.1'] },
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 911,
      runAsGroup: 911,
      fsGroup: 911,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'sshd',
        image: 'ghcr.io/linuxserver/openssh-server:10.3_p1-r2-ls242',
        command: ['/usr/sbin/sshd.pam', '-D', '-e', '-f', '/etc/bastion/settings/sshd_config'],
        env: [{ name: 'SETTINGS', value: settingsHash({}) }],
        ports: [{ name: 'ssh', containerPort: 2222, protocol: 'TCP' }],
        readinessProbe: { tcpSocket: { port: 2222 } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: '10m', memory: '32Mi' },
          limits: { memory: '128Mi' },
        },
        volumeMounts: [
          { name: 'settings', mountPath: '/etc/bastion/settings', readOnly: true },
          { name: 'host-key', mountPath: '/etc/bastion/host-key', readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: 'settings', configMap: { name: 'ssh-bastion' } },
      { name: 'host-key', secret: { secretName: 'ssh-bastion-host-key', defaultMode: 0o440 } },
    ],
  });
});

test('other settings of sshd start a new pod, and other keys do not', () => {
  const [usual, withSources, withKeys] = [
    {},
    { sources: ['10.0.0.0/8'] },
    { authorizedKeys: [key] },
  ].map(settingsHash);
  expect(usual).toMatch(/^[0-9a-f]{64}$/);
  expect(withSources).toMatch(/^[0-9a-f]{64}$/);
  expect(withSources).not.toBe(usual);
  expect(withKeys).toBe(usual);
});

test('the objects of the bastion find each other, and its pod comes after its files', async () => {
  const recording = await recordProgram(() =>
    createSshAccess('ssh', {
      ...testContext({ access: { ssh: { via: 'bastion', authorizedKeys: [key] } } }),
      hostKeyPem: 'hush',
    }),
  );
  const labels = {
    'app.kubernetes.io/managed-by': 'strata',
    'app.kubernetes.io/part-of': 'demo',
    'cluster.x-k8s.io/cluster-name': 'demo',
    'strata.dev/environment': 'sandbox',
    'strata.dev/component': 'ssh-bastion',
  };
  const metadata = (name: string) => ({
    name,
    namespace: 'cluster-demo',
    labels,
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
  expect(named(recording, 'ssh-bastion-settings')).toMatchObject({
    parent: 'ssh-bastion',
    inputs: { metadata: metadata('ssh-bastion') },
  });
  expect(named(recording, 'ssh-bastion-host-key')).toMatchObject({
    parent: 'ssh-bastion',
    inputs: { metadata: metadata('ssh-bastion-host-key'), stringData: { key: 'hush' } },
  });
  const server = named(recording, 'ssh-bastion-server');
  expect(server).toMatchObject({
    parent: 'ssh-bastion',
    dependsOn: ['ssh-bastion-host-key', 'ssh-bastion-settings'],
    customTimeouts: { create: '10m' },
    inputs: {
      metadata: metadata('ssh-bastion'),
      spec: {
        replicas: 1,
        selector: { matchLabels: { 'strata.dev/component': 'ssh-bastion' } },
        template: { metadata: { labels } },
      },
    },
  });
});
