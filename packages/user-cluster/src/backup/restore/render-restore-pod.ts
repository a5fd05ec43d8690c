// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { restrictedContainer, restrictedPod } from '../../cloud/restricted-pod.ts';
import { flagsOf } from '../../restored/flags.ts';
import type { BackupPod } from './backup-pod.ts';
import type { RestoredMember, RestoreRequest } from './restore-request.ts';

/** Parts of a pod that restores a backup, beside the backup itself. */
export interface RestoreParts {
  readonly backup: BackupPod;
  /** Image with mke2fs and debugfs. */
  readonly diskImage: string;
  /** Those of the machines, whose disks can be on hosts that keep others away. @default none */
  readonly tolerations?: readonly object[];
}

/**
 * User and group of the programs. The disks belong to them: CDI and KubeVirt give images to this user. A
 * container runtime gives a device to the user of its container only with a setting that is off by default,
 * and that nothing else needs for these disks: KubeVirt gives devices to qemu by itself, and CDI does not
 * open a blank one. So `read` is the first container.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/util/util.go `NonRootUID`
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/block_cri_ownership_config.md
 */
const qemu = 107;

const folders = {
  snapshot: '/snapshot',
  restored: '/snapshot/restored',
  former: '/former',
  disks: '/disks',
} as const;

const snapshot = `${folders.snapshot}/etcd.db`;

const work = { name: 'snapshot', mountPath: folders.snapshot } as const;
/**
 * restic is the user that makes the backups. In a volume they are files of this user alone, and where the
 * driver gives no volume to a group, another one can neither read them nor write what backups then need.
 */
const storeUser = { runAsUser: restrictedPod.runAsUser, runAsGroup: restrictedPod.runAsGroup };

/** The owner of a disk decides about what is read from it: nothing else of the pod is where that is done. */
const former = { name: 'former', mountPath: folders.former } as const;
const scratch = { name: 'scratch', mountPath: '/tmp' };

/** Space on the host in GiB, at most: etcd holds 2, which are fetched once, and restored and kept for each member with its log. */
const spaceGiB = {
  snapshot: (members: number) => 3 + 3 * members,
  former: (members: number) => 3 * members,
};

/**
 * Seconds that the pod may take on its host. A deadline of the Job would delete the pod, which alone says
 * whether a disk was written.
 */
const deadlineSeconds = 3_600;

const small = { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } };

/** Returns the command that runs a script; its text is in the pod, so no other object is needed. */
const shell = (name: string, ...args: readonly string[]) => {
  const text = readFileSync(new URL(`../scripts/${name}`, import.meta.url), 'utf8');
  return ['/bin/sh', '-c', text, name, ...args];
};

const diskVolume = ({ name }: RestoredMember) => `disk-${name}`;

/** Returns the path of a member's disk in the pod: a device, or the image in a file system. */
function diskPath(member: RestoredMember): string {
  const path = `${folders.disks}/${member.name}`;
  return member.volumeMode === 'Block' ? path : `${path}/disk.img`;
}

/** Renders how a container gets the disks. */
function renderDisks(members: readonly RestoredMember[], mode: 'read' | 'write') {
  const having = (wanted: RestoredMember['volumeMode']) =>
    members.filter(({ volumeMode }) => volumeMode === wanted);
  const place = (member: RestoredMember) => `${folders.disks}/${member.name}`;
  return {
    volumeDevices: having('Block').map((member) => ({
      name: diskVolume(member),
      devicePath: place(member),
    })),
    volumeMounts: [
      ...(mode === 'read' ? [former] : [work, scratch]),
      ...having('Filesystem').map((member) => ({
        name: diskVolume(member),
        mountPath: place(member),
        ...(mode === 'read' && { readOnly: true }),
      })),
    ],
  };
}

/** Returns the command that makes the data of one member of the new cluster. */
function restoreCommand(request: RestoreRequest, member: RestoredMember): string[] {
  const { asked, members } = request;
  const flags = flagsOf({
    'data-dir': `${folders.restored}/${member.name}`,
    name: member.name,
    'initial-cluster': members.map(({ name, peerUrl }) => `${name}=${peerUrl}`).join(','),
    'initial-advertise-peer-urls': member.peerUrl,
    // No member with the former data can take part.
    'initial-cluster-token': `restored-${asked}`,
    'bump-revision': `${asked}`,
  });
  return ['etcdutl', 'snapshot', 'restore', snapshot, ...flags, '--mark-compacted'];
}

/** A volume of the pod, and where a container has it. */
interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

/** Returns the containers with a program of one image, by what is different in each. */
function containersOf({ backup, diskImage }: RestoreParts, request: RestoreRequest) {
  const { etcdImage, store } = backup;
  const { asked, members, withoutFormer = [] } = request;
  const given =
    withoutFormer.length === 0 ? [] : [{ name: 'WITHOUT_FORMER', value: withoutFormer.join(' ') }];
  return {
    restic: (name: string, place: Mount, ...command: readonly string[]) => ({
      name,
      image: store.image,
      command: [...command],
      env: store.env,
      securityContext: { ...restrictedContainer, ...storeUser },
      resources: store.resources ?? small,
      volumeMounts: [place, ...store.volumeMounts.filter((mount) => mount.name !== work.name)],
    }),
    etcd: (name: string, ...command: readonly string[]) => ({
      name,
      image: etcdImage,
      command: [...command],
      securityContext: restrictedContainer,
      resources: small,
      volumeMounts: [work],
    }),
    disks: (mode: 'read' | 'write', folder: string) => ({
      name: mode,
      image: diskImage,
      command: shell('etcd-disks.sh', mode, `${asked}`, folder).concat(
        members.map((member) => `${member.name}=${diskPath(member)}`),
      ),
      env: [{ name: 'PATH', value: '/usr/sbin:/usr/bin:/sbin:/bin' }, ...given],
      securityContext: restrictedContainer,
      resources: small,
      ...renderDisks(members, mode),
    }),
  };
}

/**
 * Renders the pod that writes a backup to the disks of etcd, while their VMs are off. Each step begins only
 * when the one before has gone well, and only the last one changes a disk:
 *
 * - `read`: what the disks have now. It ends here where the disks may not be opened.
 * - `fetch`: the backup from its repository.
 * - `verify`: no page of it is damaged.
 * - `restore-...`: the data of each member of a new cluster; the checksum of the backup is right.
 * - `keep`: stores the former data in the repository.
 * - `write`: the disks, which are read back.
 */
export function renderRestorePod(parts: RestoreParts, request: RestoreRequest) {
  const { host, id, asked, members } = request;
  const { disks, etcd, restic } = containersOf(parts, request);
  const { tolerations = [] } = parts;
  const initContainers = [
    disks('read', folders.former),
    restic('fetch', work, 'restic', '--no-lock', 'restore', `${id}:/`, '--target', work.mountPath),
    etcd('verify', 'etcdutl', 'snapshot', 'status', snapshot, '--write-out=json'),
    ...members.map((member) => etcd(`restore-${member.name}`, ...restoreCommand(request, member))),
    restic(
      'keep',
      { ...former, readOnly: true },
      ...shell('keep-former.sh', folders.former, host, `${asked}`),
    ),
  ];
  const containers = [disks('write', folders.restored)];
  const mounted = new Set(
    [...initContainers, ...containers].flatMap(({ volumeMounts }) =>
      volumeMounts.map(({ name }) => name),
    ),
  );
  return {
    restartPolicy: 'Never',
    activeDeadlineSeconds: deadlineSeconds,
    tolerations: [...tolerations],
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { ...restrictedPod, runAsUser: qemu, runAsGroup: qemu, fsGroup: qemu },
    initContainers,
    containers,
    volumes: [
      // The pod that makes backups has the certificate for etcd, too. A Secret that is gone would keep this pod from starting.
      ...parts.backup.volumes.filter(({ name }) => name !== work.name && mounted.has(name)),
      ...[work, former].map(({ name }) => ({
        name,
        emptyDir: { sizeLimit: `${spaceGiB[name](members.length)}Gi` },
      })),
      ...members.map((member) => ({
        name: diskVolume(member),
        persistentVolumeClaim: { claimName: member.claim },
      })),
    ],
  };
}
