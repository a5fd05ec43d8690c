// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import type { OptionalComponent, ReleaseComponent, TenantComponent } from '@strata/contracts';
import { findComponent } from '@strata/manifests/recipes';
import type { Component } from '@strata/manifests/recipes';
import type { Scope } from './command-line.ts';

/** Returns the components of releases, each version once. Unknown releases have none. */
export function componentsOf({ releases, optional }: Scope): Component[] {
  const all = releases.flatMap((name) => {
    const release = findRelease(name);
    const pins = {
      ...release?.components,
      ...release?.tenant,
      ...(optional ? release?.optional : {}),
    };
    return Object.entries(pins).map(([component, { version }]) =>
      findComponent(component as ReleaseComponent | TenantComponent | OptionalComponent, version),
    );
  });
  return [...new Set(all)];
}
