// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { OptionalComponent, Release } from '@strata/contracts';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

/** An operator that can be asked for. */
export type OperatorName = OptionalComponent;

/** Loads one manifest, at one version. */
export type LoadManifest = (operator: OperatorName, version: string) => Manifest;

/**
 * Loads and verifies the manifests of operators, at the versions that a release names.
 *
 * @param load - replaced in tests.
 * @throws RunError when one is missing or is not the locked one: the user sees one message, without
 * a stack trace.
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
