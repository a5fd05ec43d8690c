// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/**
 * Returns the text of an output whose value is already known, such as one of another stack. Pulumi
 * no longer tracks it as a secret: use it to connect, and put it into no resource.
 */
export function textOf(output: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
