// SPDX-License-Identifier: Apache-2.0
import { deviceOf } from './boot-plan.ts';
import type { BootPlan, KeptDisk, LoginUser, UserDataFile, UserDataUnit } from './boot-plan.ts';

/**
 * The oldest specification that has everything written here; Flatcar's documentation names it, too.
 *
 * @see https://www.flatcar.org/docs/latest/provisioning/ignition/specification/#ignition-v3
 */
const version = '3.3.0';

/**
 * Units that update the system and then restart the VM without a drain. They are masked, because VMs are
 * replaced, not changed. A mask of a unit that does not exist does no harm.
 *
 * @see https://www.flatcar.org/docs/latest/setup/releases/update-strategies/
 * @see https://docs.fedoraproject.org/en-US/fedora-coreos/auto-updates/
 */
const updaters = ['update-engine.service', 'locksmithd.service', 'zincati.service'] as const;

const dataUrl = (text: string) => `data:;base64,${Buffer.from(text).toString('base64')}`;

/** Renders a file, which replaces the image's own at the same path. */
function renderFile({ path, content, permissions }: UserDataFile) {
  return {
    path,
    overwrite: true,
    contents: { source: dataUrl(content) },
    mode: Number.parseInt(permissions, 8),
  };
}

function sudoFile({ name }: LoginUser): UserDataFile {
  return {
    path: `/etc/sudoers.d/90-strata-${name}`,
    content: `${name} ALL=(ALL) NOPASSWD:ALL\n`,
    permissions: '0440',
  };
}

/**
 * Renders the settings of systemd-timesyncd.
 *
 * @see https://www.flatcar.org/docs/latest/setup/customization/configuring-date-and-timezone/#ntp-time-synchronization
 */
function timeFile(servers: readonly string[]): UserDataFile {
  return {
    path: '/etc/systemd/timesyncd.conf.d/90-strata.conf',
    content: `[Time]\nNTP=${servers.join(' ')}\n`,
    permissions: '0644',
  };
}

/**
 * Renders the settings of chronyd, with which Fedora CoreOS keeps the time; Flatcar has no chronyd that
 * runs, so it does not read this file.
 *
 * @see https://docs.fedoraproject.org/en-US/fedora-coreos/time-zone/
 * @see https://chrony-project.org/doc/4.6/chrony.conf.html
 */
function chronyFile(servers: readonly string[]): UserDataFile {
  const sources = servers.map((server) => `server ${server} iburst\n`);
  return {
    path: '/etc/chrony.conf',
    content: `${sources.join('')}driftfile /var/lib/chrony/drift\nmakestep 1.0 3\nrtcsync\n`,
    permissions: '0644',
  };
}

const renderUser = ({ name, authorizedKeys }: LoginUser) => ({
  name,
  sshAuthorizedKeys: authorizedKeys,
  shell: '/bin/bash',
});

/**
 * Renders the file system of a disk. An existing one of this type and label stays; any other makes
 * Ignition, and so the boot, fail.
 */
const renderFileSystem = (disk: KeptDisk) => ({
  device: deviceOf(disk),
  format: 'ext4',
  label: disk.serial,
  wipeFilesystem: false,
});

/** Escapes a path for the name of a unit. @see https://www.freedesktop.org/software/systemd/man/latest/systemd-escape.html */
function escapePath(path: string): string {
  return path
    .slice(1)
    .replaceAll('-', String.raw`\x2d`)
    .replaceAll('/', '-');
}

/**
 * Renders the unit that mounts a disk. Without the disk the boot stops: a VM whose data is missing must
 * not go on with an empty folder.
 */
function mountUnit(disk: KeptDisk): UserDataUnit {
  const device = deviceOf(disk);
  const check = `systemd-fsck@${escapePath(device)}.service`;
  return {
    name: `${escapePath(disk.mountPath)}.mount`,
    enabled: true,
    content: `[Unit]
Description=The disk of ${disk.mountPath}
Requires=${check}
After=${check}

[Mount]
What=${device}
Where=${disk.mountPath}
Type=ext4
Options=noatime

[Install]
RequiredBy=local-fs.target
`,
  };
}

const renderUnit = ({ name, content, enabled }: UserDataUnit) => ({
  name,
  contents: content,
  enabled,
});

/**
 * Renders the config that Ignition reads from the disk of `configDrive`, at the first boot and before
 * any service starts. It does not have the VM's name: the image takes that from the same disk.
 *
 * @see https://coreos.github.io/ignition/configuration-v3_3/
 * @see https://github.com/coreos/ignition/blob/v2.24.0/internal/providers/kubevirt/kubevirt.go
 * @see https://github.com/flatcar/bootengine/blob/003a67d93a99705391a0a1fa825f018b074d8e8b/dracut/53ignition/flatcar-metadata-hostname.service
 */
export function renderIgnition({ files, units, users, keptDisks, timeServers }: BootPlan): string {
  const allFiles = [
    ...files,
    ...users.map(sudoFile),
    ...(timeServers.length > 0 ? [timeFile(timeServers), chronyFile(timeServers)] : []),
  ];
  const document = {
    ignition: { version },
    ...(users.length > 0 && { passwd: { users: users.map(renderUser) } }),
    storage: {
      ...(keptDisks.length > 0 && { filesystems: keptDisks.map(renderFileSystem) }),
      files: allFiles.map(renderFile),
    },
    systemd: {
      units: [
        ...[...keptDisks.map(mountUnit), ...units].map(renderUnit),
        ...updaters.map((name) => ({ name, mask: true })),
      ],
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
