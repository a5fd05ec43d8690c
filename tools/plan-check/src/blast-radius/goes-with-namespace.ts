// SPDX-License-Identifier: Apache-2.0
import { valueAt, withoutVersion } from './preview-steps.ts';
import type { Change } from './preview-steps.ts';

/** Type of namespaces without its version. */
export const namespaceType = 'kubernetes:core:Namespace';

/** Returns whether a resource is deleted, even if a replacement is made. */
export const isDeleted = ({ effect }: Change) => effect === 'deleted' || effect === 'replaced';

/**
 * Returns whether an object is deleted with its namespace. Kubernetes does so with objects that Pulumi
 * retains, too.
 *
 * @param stack - all resources that the previews show of the same stack.
 */
export function goesWithNamespace({ before }: Change, stack: readonly Change[]): boolean {
  const namespace = valueAt(before, 'metadata', 'namespace');
  return stack.some(
    (one) =>
      withoutVersion(one.type) === namespaceType &&
      isDeleted(one) &&
      !one.isRetained &&
      valueAt(one.before, 'metadata', 'name') === namespace,
  );
}
