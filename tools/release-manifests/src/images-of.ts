// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { locksDir, readLock } from '@strata/manifests';
import type { Scope } from './command-line.ts';
import { componentsOf } from './components-of.ts';
import { operandImages } from './operand-images.ts';

/**
 * Returns every image that releases need, sorted and without duplicates: those that manifests name,
 * those that operators derive, and those that the platform's own objects name.
 */
export function imagesOf(scope: Scope): string[] {
  const manifests = componentsOf(scope).flatMap(({ name, version }) => {
    const entry = readLock(locksDir, { component: name, version });
    return [...(entry?.images ?? []), ...(name === 'kubevirt' ? operandImages(version) : [])];
  });
  const own = scope.releases.flatMap((name) =>
    Object.values(findRelease(name)?.images ?? {}).map(({ image }) => image),
  );
  return [...new Set([...manifests, ...own])].sort();
}
