// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import type { ReleaseComponent } from '@strata/contracts';
import { findComponent } from '@strata/manifests';
import type { Component } from '@strata/manifests';

/** The install manifests that releases of the platform consist of, each once. */
export function releaseManifests(releases: readonly string[]): Component[] {
  const all = releases.flatMap((name) =>
    Object.entries(findRelease(name)?.components ?? {}).map(([component, { version }]) =>
      findComponent(component as ReleaseComponent, version),
    ),
  );
  return [...new Set(all)];
}
