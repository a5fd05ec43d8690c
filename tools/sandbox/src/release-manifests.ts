// SPDX-License-Identifier: Apache-2.0
import type { Component } from '@strata/manifests/recipes';
import { componentsOf } from '@strata/release-manifests';

/**
 * Returns the install manifests that a sandbox of these releases applies; it has no optional
 * operators.
 */
export function releaseManifests(releases: readonly string[]): Component[] {
  return componentsOf({ releases, optional: false });
}
