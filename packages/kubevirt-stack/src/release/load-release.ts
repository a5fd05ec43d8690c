// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { findRelease } from '@strata/contracts';
import type { Release, ReleaseComponent } from '@strata/contracts';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

/** The install manifests of all components of a release. */
export type ReleaseManifests = Readonly<Record<ReleaseComponent, Manifest>>;

/** Loads one manifest, at one version. */
export type LoadManifest = (component: ReleaseComponent, version: string) => Manifest;

/**
 * Returns the release that a configuration names.
 *
 * @throws RunError if no release has that name; checking the configuration reports more.
 */
export function releaseNamed(name: string): Release {
  const release = findRelease(name);
  if (release === undefined) throw new pulumi.RunError(`there is no release "${name}".`);
  return release;
}

/**
 * Loads and verifies all manifests of a release, at the versions that it names.
 *
 * @param load - replaced in tests.
 * @throws RunError if one is missing or is not the locked one: the user sees one message, without a
 * stack trace.
 */
export function loadRelease(
  { components }: Release,
  load: LoadManifest = loadManifest,
): ReleaseManifests {
  const manifestOf = (component: ReleaseComponent) =>
    load(component, components[component].version);
  try {
    return {
      kubevirt: manifestOf('kubevirt'),
      cdi: manifestOf('cdi'),
      multus: manifestOf('multus'),
      metallb: manifestOf('metallb'),
      'prometheus-operator': manifestOf('prometheus-operator'),
      'snapshot-controller': manifestOf('snapshot-controller'),
    };
  } catch (error) {
    if (error instanceof ManifestError) throw new pulumi.RunError(error.message);
    throw error;
  }
}
