// SPDX-License-Identifier: Apache-2.0
import {
  containerDiskPattern,
  dottedName,
  field,
  listOf,
  objectName,
  oneOf,
  storageFields,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';

/** The bus of a disk in the guest. `virtio` is the fastest; it needs a PCI port for each disk. */
const bus = () => oneOf(['virtio', 'scsi', 'sata']).default('virtio');

/** The storage of every disk that CDI makes. */
const stored = {
  /**
   * A StorageClass of the infra cluster. If it is set without access modes, CDI uses what it knows
   * of that class.
   *
   * @default the platform's storage, with its access modes and its volume mode
   */
  className: storageFields.className.optional(),
  /** Live migration needs ReadWriteMany. */
  accessModes: storageFields.accessModes.optional(),
  volumeMode: storageFields.volumeMode.optional(),
  /**
   * Whether the full size is allocated at once, instead of as it is written.
   * @default CDI's, mostly false
   */
  preallocation: trueOrFalse().optional(),
};

/** Sources of a disk besides a container disk: a claim, a file of a web server, a golden image. */
const otherSources = String.raw`pvc://[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|https?://[^\s/@]+/\S+|[a-z0-9]([a-z0-9-]*[a-z0-9])?`;

/**
 * The boot disk of a VM. Every change of it replaces the VM.
 *
 * @example
 * rootDisk:
 *   image: ubuntu-24-04
 */
export const rootDisk = field(
  z.strictObject({
    /**
     * The source of the disk: a golden image of the platform by its name, which is cloned, on most
     * storage in seconds. Or a container disk in a registry, which is imported for every VM. Or a
     * PersistentVolumeClaim in the cluster's namespace of the infra cluster, such as that of a
     * DataVolume, which is copied. The address of a file on a web server is refused later, with the
     * way: only the platform's images have checksums.
     *
     * @see https://kubevirt.io/user-guide/storage/disks_and_volumes/#containerdisk
     */
    image: field(
      z.string().regex(new RegExp(`^(${containerDiskPattern}|${otherSources})$`)),
      'the name of a golden image, or an image like "docker://registry.example/disks/ubuntu:24.04"',
    ),
    /** @default the golden image's size; required for imports */
    sizeGiB: wholeNumber(1).optional(),
    /**
     * Whether the VM boots from the container disk itself, with a writable layer that is lost
     * whenever it stops: nothing is stored, and a host needs space for the image. Only for
     * `docker://` images.
     */
    ephemeral: trueOrFalse().default(false),
    ...stored,
    bus: bus(),
  }),
  'a mapping with image and sizeGiB',
);

/** A disk in addition to the boot disk. A later check finds keys that do not fit the kind. */
const disk = field(
  z.strictObject({
    /** Unique in the VM. */
    name: objectName(20),
    /**
     * - `data`: a volume of the storage for each VM. It survives restarts and migrations; it is
     *   replaced together with the VM, so use volumes of the cluster for what must stay.
     * - `empty`: space on the host, lost whenever the VM stops.
     * - `host`: a file of the host. Ties the VM to it, needs the feature gate HostDisk and a
     *   namespace without Pod Security. For VMs that someone looks after.
     */
    kind: oneOf(['data', 'empty', 'host']),
    /** For `data` and `empty`; for `host` with `type: DiskOrCreate`. */
    sizeGiB: wholeNumber(1).optional(),
    ...stored,
    /** Path of the file on the host; for `host`. */
    path: field(z.string().regex(/^\/\S+$/), 'an absolute path').optional(),
    /**
     * Whether the file must exist (`Disk`) or is made if missing; for `host`.
     * @default 'DiskOrCreate'
     */
    type: oneOf(['Disk', 'DiskOrCreate']).optional(),
    bus: bus(),
    /**
     * The guest finds the disk at `/dev/disk/by-id/virtio-<serial>`; virtio cuts it off after 20
     * characters.
     */
    serial: field(
      z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
      'at most 20 letters, digits, dashes and underscores',
    ).optional(),
    /**
     * `none` fails on storage without O_DIRECT.
     * @default the preference's, or what KubeVirt detects
     */
    cache: oneOf(['none', 'writethrough', 'writeback']).optional(),
  }),
  'a mapping with name and kind',
);

/**
 * Further disks of a VM.
 *
 * @example
 * disks:
 *   - name: scratch
 *     kind: data
 *     sizeGiB: 100
 */
export const disks = listOf(disk, 'a list of disks').default([]);

/**
 * A small read-only disk with the content of an object in the cluster's namespace on the infra
 * cluster. A VM waits until the object exists; it sees changes after its next start.
 *
 * @see https://kubevirt.io/user-guide/storage/disks_and_volumes/#configmap
 */
const volume = field(
  z.strictObject({
    /** Unique in the VM, disks included. */
    name: objectName(20),
    /** At most one may be a `serviceAccount`: its token, CA certificate and namespace. */
    kind: oneOf(['configMap', 'secret', 'serviceAccount']),
    /** Name of the ConfigMap, Secret or ServiceAccount. */
    object: dottedName(),
    /** Serial number, as for disks. */
    serial: field(
      z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
      'at most 20 letters, digits, dashes and underscores',
    ).optional(),
    /**
     * Label by which the guest can mount it: `/dev/disk/by-label/<label>`; not for
     * `serviceAccount`.
     */
    label: text('the label of a file system').optional(),
  }),
  'a mapping with name, kind and object',
);

/**
 * Objects that a VM sees as disks.
 *
 * @example
 * volumes:
 *   - name: settings
 *     kind: configMap
 *     object: machine-settings
 */
export const volumes = listOf(volume, 'a list of volumes').default([]);

/** The boot disk of a VM. */
export type RootDiskConfig = z.output<typeof rootDisk>;
/** A disk in addition to a VM's boot disk. */
export type DiskConfig = z.output<typeof disk>;
/** An object that a VM sees as a disk. */
export type VolumeConfig = z.output<typeof volume>;
