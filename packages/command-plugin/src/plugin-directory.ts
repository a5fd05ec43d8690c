// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';

/** Folder with the executable, for `plugins.providers[].path` of a Pulumi.yaml. */
export const pluginDirectory = join(import.meta.dirname, '../plugin');
