// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { findRelease, mirrorImage } from '@strata/contracts';
import type { KubevirtStackOutputs, Release, TenantImage } from '@strata/contracts';

/** Outputs of the platform that decide which images run and where they come from. */
export type ImageSource = Pick<KubevirtStackOutputs, 'release' | 'registryMirror'>;

/** Returns the release that the platform runs. @throws RunError when this checkout does not know it. */
export function platformRelease({ release }: Pick<KubevirtStackOutputs, 'release'>): Release {
  const found = findRelease(release);
  if (found !== undefined) return found;
  throw new pulumi.RunError(
    `the platform runs release "${release}", which this version of Strata does not know; ` +
      'use the version that brought it up, or a newer one.',
  );
}

/**
 * Returns an image of the platform's release, from the platform's mirror if it has one.
 *
 * @throws RunError as {@link platformRelease} does.
 */
export function tenantImage(platform: ImageSource, name: TenantImage | 'node-exporter'): string {
  return mirrorImage(platformRelease(platform).images[name].image, platform.registryMirror);
}
