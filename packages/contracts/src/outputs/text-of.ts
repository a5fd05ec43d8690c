// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/**
 * The text of an output whose value is known already, such as one of another stack. It leaves the
 * care of Pulumi: it may be used to connect, and must go into no resource.
 */
export function textOf(output: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
