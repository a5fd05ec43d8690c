// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../field.ts';
import { fileChecksum } from '../file-fields.ts';
import { storageFields } from '../storage-fields.ts';

/** A file on a web server. What it must be is said by its checksum alone. */
const http = field(
  z.strictObject({
    url: field(z.url({ protocol: /^https?$/ }), 'a URL of an image file'),
    /** Not optional, but a missing one is reported together with all other problems. */
    checksum: fileChecksum.optional(),
  }),
  'a mapping with url and checksum',
);

/** A label of a Kubernetes object. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
const labelValue = (expected: string) =>
  field(z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/), expected);

/** An operating system's disk that machines are copies of: exactly one of registry and http. */
const image = field(
  z.strictObject({
    /** By which user clusters choose it. Longer would not leave room for a version's suffix. */
    name: objectName(40),
    os: labelValue('the name of an operating system, such as "ubuntu"'),
    version: labelValue('the version of the operating system, such as "24.04"'),
    /** A container disk. CDI looks for a new one under the same tag as `schedule` says. */
    registry: field(
      z.string().regex(/^docker:\/\/[^\s/@]+\/\S+$/),
      'an image like "docker://registry.example/disks/ubuntu:24.04"',
    ).optional(),
    /** A file; CDI never looks for a newer one: that is a change of this configuration. */
    http: http.optional(),
    /** Of the disk, at least as large as the image when unpacked. */
    sizeGiB: wholeNumber(1),
    /** Five fields of cron, UTC. @default once a week, at a time that follows from the name */
    schedule: text('a schedule like "30 4 * * 6"').optional(),
    /** How many versions stay for machines that have yet to be copied. @default 3 */
    importsToKeep: wholeNumber(1).optional(),
    /** @default the platform's own; quick copies need the storage that machines use */
    storage: field(
      z.strictObject(storageFields).partial(),
      'a mapping with className, accessModes and volumeMode',
    ).optional(),
    /** What machines of this image get that choose no size. @default none */
    instancetype: objectName().optional(),
    /** What machines of this image get that choose no preference. @default none */
    preference: objectName().optional(),
    /** Who fetches a container disk: an importer pod, or the container runtime of a host. @default 'pod' */
    pullMethod: oneOf(['pod', 'node']).optional(),
    /**
     * Name of a Secret with `accessKeyId` and `secretKey`, user and password of the registry or
     * server. It must exist in the namespace of images and, for container disks, in CDI's own, too:
     * there runs the job that looks for new versions. @default none
     */
    secretRef: objectName(253).optional(),
    /** Name of a ConfigMap with the certificate authority of the registry or server; where as above. @default none */
    certConfigMap: objectName(253).optional(),
    /**
     * How long an update of the platform waits until the image is there, in minutes; 0 is not at all.
     *
     * @default 0 for container disks, which CDI goes on trying to fetch, and 30 for files, so that
     * the old one stays in use until the checksum of the new one is right
     */
    waitMinutes: field(z.int().min(0).max(120), 'a whole number from 0 to 120').optional(),
  }),
  'a mapping with name, os, version, sizeGiB and either registry or http',
);

/** The catalogue of operating systems, `kubevirt-stack:images`. */
export const images = listOf(image, 'a list of images').default([]);

/** An operating system's disk that machines are copies of. */
export type ImageConfig = z.output<typeof image>;
