// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { defaultRelease } from '../releases.ts';
import { text } from './field.ts';
import { cdi } from './kubevirt-stack/cdi-fields.ts';
import { kubevirt } from './kubevirt-stack/kubevirt-fields.ts';
import { instancetypes, preferences } from './kubevirt-stack/machine-fields.ts';
import { metallb } from './kubevirt-stack/metallb-fields.ts';
import { storage } from './storage-fields.ts';

/** Configuration of a stack of the program kubevirt-stack, `config.kubevirt-stack:*` in its YAML. */
export const kubevirtStackConfig = z.strictObject({
  /** The tested set of versions to run. @default the newest that is not the latest KubeVirt */
  release: text('the name of a release').default(defaultRelease),
  kubevirt,
  cdi,
  metallb,
  storage,
  /** Besides standard-2, standard-4 and standard-8. */
  instancetypes,
  /** Besides sockets-advantage. */
  preferences,
});

/** The checked configuration of the program kubevirt-stack. */
export type KubevirtStackConfig = z.output<typeof kubevirtStackConfig>;
