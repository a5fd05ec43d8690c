// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { OptionalComponent, Release } from '@strata/contracts';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

/** Name of an optional operator. */
export type OperatorName = OptionalComponent;

/** Loads the manifest of one version of an operator. */
export type LoadManifest = (operator: OperatorName, version: string) => Manifest;

/**
 * Loads and verifies the manifests of operators, at the versions of a release.
 *
 * @param load - loads one manifest; replaced in tests.
 * @throws RunError when a manifest is missing or does not match its lock; the user sees one message
 * without a stack trace.
 */
export function loadOperators(
  operators: readonly OperatorName[],
  { optional }: Pick<Release, 'optional'>,
  load: LoadManifest = loadManifest,
): ReadonlyMap<OperatorName, Manifest> {
  try {
    return new Map(operators.map((name) => [name, load(name, optional[name].version)]));
  } catch (error) {
    if (error instanceof ManifestError) throw new pulumi.RunError(error.message);
    throw error;
  }
}
