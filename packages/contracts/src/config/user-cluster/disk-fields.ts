// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../field.ts';
import { fileChecksum } from '../file-fields.ts';
import { storageFields } from '../storage-fields.ts';

const yesOrNo = () => field(z.boolean(), 'true or false');

/** How the guest sees a disk. `virtio` is the fastest; it has a PCI port for each disk. */
const bus = () => oneOf(['virtio', 'scsi', 'sata']).default('virtio');

/** Where a disk is stored, for everything that CDI makes. */
const stored = {
  /**
   * A StorageClass of the infra cluster. With a class of its own and no access modes, CDI takes
   * what it knows of that class.
   *
   * @default the platform's storage, with its access modes and its volume mode
   */
  className: storageFields.className.optional(),
  /** Live migration needs ReadWriteMany. */
  accessModes: storageFields.accessModes.optional(),
  volumeMode: storageFields.volumeMode.optional(),
  /** All space is taken from the storage at once, instead of as it is written. @default CDI's, mostly false */
  preallocation: yesOrNo().optional(),
};

/** The disk a machine boots from. Every change of it replaces the machine. */
export const rootDisk = field(
  z.strictObject({
    /**
     * A golden image of the platform by its name, which the disk becomes a copy of: on most storage
     * in seconds. Or a container disk in a registry, or a file on a web server, which is imported
     * for every machine. Or a claim (PersistentVolumeClaim) in the cluster's namespace of the infra
     * cluster, such as that of a DataVolume, which is copied.
     *
     * @see https://kubevirt.io/user-guide/storage/disks_and_volumes/#containerdisk
     */
    image: field(
      z
        .string()
        .regex(
          /^(docker:\/\/[^\s/]+\/\S+|pvc:\/\/[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|https?:\/\/[^\s/@]+\/\S+|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$/,
        )
        .refine((image) => !/^https?:/.test(image) || URL.canParse(image)),
      'the name of a golden image, or an image like "docker://registry.example/disks/ubuntu:24.04"',
    ),
    /** Of a file on a web server, which must have one: CDI throws the file away if it is another. */
    checksum: fileChecksum.optional(),
    /** @default the golden image's size; what is imported needs it */
    sizeGiB: wholeNumber(1).optional(),
    /**
     * The machine boots from the container disk itself, on a layer that is lost whenever it stops:
     * nothing is stored, and a host needs space for the image. Only for `docker://` images.
     */
    ephemeral: yesOrNo().default(false),
    ...stored,
    bus: bus(),
  }),
  'a mapping with image and sizeGiB',
);

/** A disk besides the one that the machine boots from. Which keys go with which kind is checked later. */
const disk = field(
  z.strictObject({
    /** Unique in the machine. */
    name: objectName(20),
    /**
     * - `data`: a volume of the storage for each machine. It survives restarts and moves; it is
     *   replaced together with the machine, so what must stay belongs into volumes of the cluster.
     * - `empty`: space on the host, lost whenever the machine stops.
     * - `host`: a file of the host. Ties the machine to it, needs the feature gate HostDisk and a
     *   namespace without Pod Security. For machines that someone looks after.
     */
    kind: oneOf(['data', 'empty', 'host']),
    /** For `data` and `empty`; for `host` with `type: DiskOrCreate`. */
    sizeGiB: wholeNumber(1).optional(),
    ...stored,
    /** Of the file, on the host; for `host`. */
    path: field(z.string().regex(/^\/\S+$/), 'an absolute path').optional(),
    /** Whether the file must be there, or is made; for `host`. @default 'DiskOrCreate' */
    type: oneOf(['Disk', 'DiskOrCreate']).optional(),
    bus: bus(),
    /** The guest finds the disk at `/dev/disk/by-id/virtio-<serial>`; virtio cuts off after 20. */
    serial: field(
      z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
      'at most 20 letters, digits, dashes and underscores',
    ).optional(),
    /** `none` fails on storage without O_DIRECT. @default what the preference says, or what KubeVirt finds */
    cache: oneOf(['none', 'writethrough', 'writeback']).optional(),
  }),
  'a mapping with name and kind',
);

/** Further disks of a machine. */
export const disks = listOf(disk, 'a list of disks').default([]);

/**
 * A small read-only disk with the content of an object in the cluster's namespace on the infra
 * cluster. A machine waits until the object is there; it sees changes when it starts again.
 *
 * @see https://kubevirt.io/user-guide/storage/disks_and_volumes/#configmap
 */
const volume = field(
  z.strictObject({
    /** Unique in the machine, disks included. */
    name: objectName(20),
    /** `serviceAccount` is at most one: its token, certificate authority and namespace. */
    kind: oneOf(['configMap', 'secret', 'serviceAccount']),
    /** Name of the ConfigMap, Secret or ServiceAccount. */
    object: objectName(253),
    /** As of disks. */
    serial: field(
      z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
      'at most 20 letters, digits, dashes and underscores',
    ).optional(),
    /** By which the guest can mount it: `/dev/disk/by-label/<label>`; not for `serviceAccount`. */
    label: text('the label of a file system').optional(),
  }),
  'a mapping with name, kind and object',
);

/** Objects that a machine sees as disks. */
export const volumes = listOf(volume, 'a list of volumes').default([]);

/** The disk a machine boots from. */
export type RootDiskConfig = z.output<typeof rootDisk>;
/** A disk besides the one a machine boots from. */
export type DiskConfig = z.output<typeof disk>;
/** An object that a machine sees as a disk. */
export type VolumeConfig = z.output<typeof volume>;
