// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { inputsOf, typeOf } from './manifest-inputs.ts';

/**
 * One object of an upstream manifest that may already exist, and that stays in the cluster when it is
 * removed from the program. It is applied whether it exists or not; a {@link ManifestObject} would
 * fail when it exists.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/how-to-guides/managing-resources-with-server-side-apply/
 */
export class ManifestPatch extends pulumi.CustomResource {
  constructor(
    name: string,
    object: Manifest['objects'][number],
    options?: pulumi.CustomResourceOptions,
  ) {
    super(`${typeOf(object)}Patch`, name, inputsOf(object), { ...options, retainOnDelete: true });
  }
}
