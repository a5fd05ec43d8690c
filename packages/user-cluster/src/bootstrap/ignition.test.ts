// SPDX-License-Identifier: Apache-2.0
import type { BootstrapArgs } from './bootstrap-args.ts';
import { renderUserData } from './index.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

interface IgnitionFile {
  readonly path: string;
  readonly overwrite: boolean;
  readonly mode: number;
  readonly contents: { readonly source: string };
}

interface Unit {
  readonly name: string;
  readonly contents?: string;
  readonly enabled?: boolean;
  readonly mask?: boolean;
}

interface Ignition {
  readonly ignition: object;
  readonly passwd?: object;
  readonly storage: { readonly filesystems?: object; readonly files: readonly IgnitionFile[] };
  readonly systemd: { readonly units: readonly Unit[] };
}

/** The same machine, from an image with Ignition. */
function flatcar<Args extends BootstrapArgs>(args: Args): Args {
  return { ...args, machine: { ...args.machine, cloudInit: 'ignition' as const } };
}

const read = (args: BootstrapArgs) => JSON.parse(renderUserData(flatcar(args))) as Ignition;

function decoded({ contents }: IgnitionFile): string {
  const [, base64 = ''] = /^data:;base64,(.*)$/.exec(contents.source) ?? [];
  return Buffer.from(base64, 'base64').toString();
}

function contentOf(args: BootstrapArgs, path: string): string {
  const file = read(args).storage.files.find((candidate) => candidate.path === path);
  return file === undefined ? '' : decoded(file);
}

interface CloudFile {
  readonly path: string;
  readonly content: string;
  readonly permissions: string;
}

function cloudFiles(args: BootstrapArgs): readonly CloudFile[] {
  const text = renderUserData(args).replace('#cloud-config\n', '');
  return (JSON.parse(text) as { readonly write_files: readonly CloudFile[] }).write_files;
}

// Proves: machines.ignition
test('gives a worker the same files and units as cloud-config, except where its programs are', () => {
  const { ignition, storage, systemd, ...rest } = read(testWorker());
  expect([ignition, rest]).toEqual([{ version: '3.3.0' }, {}]);
  expect(Object.keys(storage)).toEqual(['files']);
  const units = systemd.units.flatMap(({ name, contents }) =>
    contents === undefined ? [] : [`644 /etc/systemd/system/${name}`],
  );
  const files = storage.files.map(({ path, mode }) => `${mode.toString(8)} ${path}`);
  expect([...files, ...units]).toEqual(
    cloudFiles(testWorker()).map(({ path, permissions }) => `${permissions.slice(1)} ${path}`),
  );
  const differing = cloudFiles(testWorker())
    .filter(({ path }) => !path.startsWith('/etc/systemd/'))
    .filter(({ path, content }) => contentOf(testWorker(), path) !== content);
  expect(differing.map(({ path }) => path)).toEqual([
    '/etc/strata/machine.env',
    '/etc/strata/patches/kubeletconfiguration+merge.json',
    '/etc/strata/units/containerd.service',
    '/etc/strata/units/kubelet.service',
  ]);
  expect(storage.files.every(({ overwrite }) => overwrite)).toBe(true);
});

test('starts the units that make it a node at every boot, and masks those that would restart it without a drain', () => {
  const { units } = read(testWorker()).systemd;
  expect(units.map(({ contents, ...unit }) => ({ ...unit, has: contents !== undefined }))).toEqual([
    { name: 'strata-bootstrap.service', enabled: true, has: true },
    { name: 'strata-node.service', enabled: false, has: true },
    { name: 'strata-power.service', enabled: false, has: true },
    { name: 'strata-drain.service', enabled: false, has: true },
    { name: 'strata-grow@.service', enabled: false, has: true },
    { name: 'update-engine.service', mask: true, has: false },
    { name: 'locksmithd.service', mask: true, has: false },
    { name: 'zincati.service', mask: true, has: false },
  ]);
});

// Proves: machines.ignition
test('puts programs where a read-only /usr does not matter', () => {
  const args = testWorker();
  const path = '/opt/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  expect(contentOf(args, '/etc/strata/machine.env')).toContain(`\nPREFIX='/opt'\nPATH='${path}'\n`);
  const containerd = contentOf(args, '/etc/strata/units/containerd.service');
  expect(containerd).toContain(`Environment="PATH=${path}"\n`);
  expect(containerd).toContain('ExecStart=/opt/bin/containerd\n');
  const kubelet = contentOf(args, '/etc/strata/units/kubelet.service');
  expect(kubelet).toContain('ExecStart=/opt/bin/kubelet $KUBELET_KUBECONFIG_ARGS');
  const patch = contentOf(args, '/etc/strata/patches/kubeletconfiguration+merge.json');
  expect(JSON.parse(patch)).toMatchObject({
    volumePluginDir: '/opt/libexec/kubernetes/kubelet-plugins/volume/exec/',
  });
  expect(contentOf(testControlPlane(), '/etc/strata/kubeadm.yaml')).toContain(
    JSON.stringify(
      [
        { name: 'leader-elect', value: 'false' },
        {
          name: 'flex-volume-plugin-dir',
          value: '/opt/libexec/kubernetes/kubelet-plugins/volume/exec/',
        },
      ],
      null,
      2,
    ).replaceAll('\n', '\n    '),
  );
});

// Proves: machines.ignition
test('keeps the disk of etcd, and does not boot without it', () => {
  const { storage, systemd } = read(testControlPlane());
  expect(storage.filesystems).toEqual([
    {
      device: '/dev/disk/by-id/virtio-etcd',
      format: 'ext4',
      label: 'etcd',
      wipeFilesystem: false,
    },
  ]);
  expect(systemd.units[0]).toEqual({
    name: 'var-lib-etcd.mount',
    enabled: true,
    contents: String.raw`[Unit]
Description=The disk of /var/lib/etcd
Requires=systemd-fsck@dev-disk-by\x2did-virtio\x2detcd.service
After=systemd-fsck@dev-disk-by\x2did-virtio\x2detcd.service

[Mount]
What=/dev/disk/by-id/virtio-etcd
Where=/var/lib/etcd
Type=ext4
Options=noatime

[Install]
RequiredBy=local-fs.target
`,
  });
  const secret = storage.files.filter(({ mode }) => mode === 0o600);
  expect(secret.map(({ path }) => path)).toContain('/etc/kubernetes/pki/ca.key');
});

test('lets in by SSH users with a key, and sets the time servers', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA ann';
  const config = testConfig({
    access: { ssh: { via: 'bastion', authorizedKeys: [key] } },
    network: { ntp: ['192.0.2.123', '192.0.2.124'] },
  });
  const args = testWorker(config);
  expect(read(args).passwd).toEqual({
    users: [{ name: 'strata', sshAuthorizedKeys: [key], shell: '/bin/bash' }],
  });
  const modes = read(args).storage.files.map(({ mode, path }) => `${mode.toString(8)} ${path}`);
  expect(modes.slice(-3)).toEqual([
    '440 /etc/sudoers.d/90-strata-strata',
    '644 /etc/systemd/timesyncd.conf.d/90-strata.conf',
    '644 /etc/chrony.conf',
  ]);
  expect(contentOf(args, '/etc/sudoers.d/90-strata-strata')).toBe(
    'strata ALL=(ALL) NOPASSWD:ALL\n',
  );
  expect(contentOf(args, '/etc/systemd/timesyncd.conf.d/90-strata.conf')).toBe(
    '[Time]\nNTP=192.0.2.123 192.0.2.124\n',
  );
  expect(contentOf(args, '/etc/chrony.conf')).toBe(
    'server 192.0.2.123 iburst\nserver 192.0.2.124 iburst\ndriftfile /var/lib/chrony/drift\nmakestep 1.0 3\nrtcsync\n',
  );
});

test('gives a worker its token in a file, as cloud-config does', () => {
  const args = flatcar(testWorker());
  expect(contentOf(args, '/etc/strata/kubeadm.yaml')).toContain('abcdef.0123456789abcdef');
});
