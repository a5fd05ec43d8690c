// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { defaultRelease } from '../releases.ts';
import { registryMirror } from '../registry-mirror-field.ts';
import { text } from './field.ts';
import { cdi } from './kubevirt-stack/cdi-fields.ts';
import { storageProfiles } from './kubevirt-stack/cdi-storage-profile-fields.ts';
import { images } from './kubevirt-stack/image-fields.ts';
import { kubevirt } from './kubevirt-stack/kubevirt-fields.ts';
import { flavors, instancetypes, preferences } from './kubevirt-stack/machine-fields.ts';
import { metallb } from './kubevirt-stack/metallb-fields.ts';
import { monitoring } from './kubevirt-stack/monitoring-fields.ts';
import { multus } from './kubevirt-stack/multus-fields.ts';
import { networks } from './kubevirt-stack/network-fields.ts';
import { tenants } from './kubevirt-stack/tenant-fields.ts';
import { userClusterDefaults } from './kubevirt-stack/user-cluster-default-fields.ts';
import { storage } from './storage-fields.ts';

/** Configuration of a stack of the program kubevirt-stack, `config.kubevirt-stack:*` in its YAML. */
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
