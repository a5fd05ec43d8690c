// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { ComponentName, Manifest } from '@strata/manifests';

/** The install manifests of everything that a release of the platform consists of. */
export type Release = Readonly<Record<ComponentName, Manifest>>;

/**
 * Loads and verifies all of a release's manifests.
 *
 * @param load - replaced in tests.
 * @throws RunError when one is missing or is not the locked one: the user sees one message, without
 * a stack trace.
 */
export function loadRelease(load: (component: ComponentName) => Manifest = loadManifest): Release {
  try {
    return {
      kubevirt: load('kubevirt'),
      cdi: load('cdi'),
      multus: load('multus'),
      metallb: load('metallb'),
      'prometheus-operator': load('prometheus-operator'),
      'snapshot-controller': load('snapshot-controller'),
    };
  } catch (error) {
    if (error instanceof ManifestError) throw new pulumi.RunError(error.message);
    throw error;
  }
}
