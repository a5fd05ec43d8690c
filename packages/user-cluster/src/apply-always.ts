// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';

/**
 * Applies `make` in every preview, too, with undefined where the value is not known yet. A resource that
 * a plain `apply` makes would be missing in such a preview, and an update plan would refuse it; a check
 * that a plain `apply` makes would be left out. The SDK can do so, and uses it itself, but its types do
 * not declare it.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/output.ts (apply: runWithUnknowns)
 */
export function applyAlways<T, U>(
  output: pulumi.Output<T>,
  make: (value: T | undefined) => pulumi.Input<U>,
): pulumi.Output<U> {
  const wide = output as unknown as {
    apply: (make: (value: T) => pulumi.Input<U>, runWithUnknowns: true) => pulumi.Output<U>;
  };
  return wide.apply((value) => make(pulumi.isUnknown(value) ? undefined : value), true);
}
