// SPDX-License-Identifier: Apache-2.0
import {
  containerDisk,
  dottedName,
  field,
  listOf,
  objectName,
  oneOf,
  storageFields,
  text,
  wholeNumber,
  wholeNumberTo,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { fileChecksum } from './file-checksum.ts';

/** A file on a web server. Only its checksum defines its contents. */
const http = field(
  z.strictObject({
    url: field(z.url({ protocol: /^https?$/ }), 'a URL of an image file'),
    /**
     * Optional in the schema, so that a missing checksum is reported together with all other
     * problems.
     */
    checksum: fileChecksum.optional(),
  }),
  'a mapping with url and checksum',
);

/** A label of a Kubernetes object. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
const labelValue = (expected: string) =>
  field(z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/), expected);

/** An OS image that VM disks are copied from: exactly one of registry and http. */
const image = field(
  z.strictObject({
    /**
     * Name by which user clusters choose it. A longer one would leave no room for a version's
     * suffix.
     */
    name: objectName(40),
    os: labelValue('the name of an operating system, such as "ubuntu"'),
    version: labelValue('the version of the operating system, such as "24.04"'),
    /** A container disk. CDI looks for a new one under the same tag, on the given `schedule`. */
    registry: containerDisk().optional(),
    /** A file. CDI never looks for a newer one; a newer file is a change of this configuration. */
    http: http.optional(),
    /** Size of the disk, at least that of the unpacked image. */
    sizeGiB: wholeNumber(1),
    /**
     * Cron schedule with five fields, in UTC.
     * @default once a week, at a time that is derived from the name
     */
    schedule: text('a schedule like "30 4 * * 6"').optional(),
    /** Number of versions that are kept for disks still to be copied. @default 3 */
    importsToKeep: wholeNumberTo(1, 2_147_483_647).optional(),
    /** @default the platform's own; copies are quick on the storage that the VMs use */
    storage: field(
      z.strictObject(storageFields).partial(),
      'a mapping with className, accessModes and volumeMode',
    ).optional(),
    /** Instancetype of VMs with this image that choose none. @default none */
    instancetype: dottedName().optional(),
    /** Preference of VMs with this image that choose none. @default none */
    preference: dottedName().optional(),
    /**
     * Component that fetches a container disk: an importer pod, or the container runtime of a host.
     * @default 'pod'
     */
    pullMethod: oneOf(['pod', 'node']).optional(),
    /**
     * Name of a Secret with `accessKeyId` and `secretKey`, user and password of the registry or
     * server. It must exist in the namespace of images and, for container disks, also in CDI's own,
     * where the job runs that looks for new versions.
     * @default none
     */
    secretRef: dottedName().optional(),
    /**
     * Name of a ConfigMap with the CA of the registry or server, in the same namespaces.
     * @default none
     */
    certConfigMap: dottedName().optional(),
    /**
     * Minutes that an update of the platform waits for the image; 0: it does not wait.
     *
     * @default 0 for container disks, which CDI keeps trying to fetch, and 30 for files, so that
     * the old one stays in use until the new one has the right checksum
     */
    waitMinutes: field(z.int().min(0).max(120), 'a whole number from 0 to 120').optional(),
  }),
  'a mapping with name, os, version, sizeGiB and either registry or http',
);

/**
 * The OS images on offer, `kubevirt-stack:images`.
 *
 * @example
 * images:
 *   - name: ubuntu-24-04
 *     os: ubuntu
 *     version: '24.04'
 *     registry: docker://quay.io/containerdisks/ubuntu:24.04
 *     sizeGiB: 20
 */
export const images = listOf(image, 'a list of images').default([]);

/** An OS image that VM disks are copied from. */
export type ImageConfig = z.output<typeof image>;
