// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Loads a dependency of Pulumi's SDK: the copy that the SDK itself uses. */
export const sdkDependency = createRequire(resolve('@pulumi/pulumi/package.json'));
