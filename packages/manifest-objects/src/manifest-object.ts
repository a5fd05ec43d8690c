// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { inputsOf, typeOf } from './manifest-inputs.ts';

/** One object of an upstream manifest, of any kind. It is created once it can be used. */
export class ManifestObject extends pulumi.CustomResource {
  constructor(
    name: string,
    object: Manifest['objects'][number],
    options?: pulumi.CustomResourceOptions,
  ) {
    super(typeOf(object), name, inputsOf(object), {
      customTimeouts: { create: '10m', update: '10m', delete: '10m' },
      ...options,
    });
  }
}
