// SPDX-License-Identifier: Apache-2.0
import { registryMirror, text, userClusterDefaults, storage } from '@strata/contracts/fields';
import { defaultRelease } from '@strata/contracts/releases';
import { z } from 'zod';
import { cdi } from './cdi-fields.ts';
import { storageProfiles } from './cdi-storage-profile-fields.ts';
import { images } from './image-fields.ts';
import { kubevirt } from './kubevirt-fields.ts';
import { flavors, instancetypes, preferences } from './machine-fields.ts';
import { metallb } from './metallb-fields.ts';
import { monitoring } from './monitoring-fields.ts';
import { multus } from './multus-fields.ts';
import { networks } from './network-fields.ts';
import { tenants } from './tenant-fields.ts';

/**
 * Configuration of a stack of the program kubevirt-stack, `config.kubevirt-stack:*` in its YAML.
 *
 * @example
 * config:
 *   kubevirt-stack:storage:
 *     className: ceph-block
 *     accessModes:
 *       - ReadWriteMany
 *     volumeMode: Block
 *   kubevirt-stack:metallb:
 *     pools:
 *       - name: default
 *         addresses:
 *           - 10.20.8.10-10.20.8.199
 */
export const kubevirtStackConfig = z.strictObject({
  /** The tested set of versions to run. @default the newest but one, see `releases` */
  release: text('the name of a release').default(defaultRelease),
  /** Registry that replaces the registry of every image. @default every image's own registry */
  registryMirror: registryMirror.optional(),
  kubevirt,
  cdi,
  storage,
  storageProfiles,
  images,
  metallb,
  multus,
  tenants,
  userClusterDefaults,
  networks,
  /** Groups of built-in sizes and preferences in addition to `standard`. */
  flavors,
  instancetypes,
  preferences,
  monitoring,
});

/** The checked configuration of the program kubevirt-stack. */
export type KubevirtStackConfig = z.output<typeof kubevirtStackConfig>;
