// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';

/**
 * Returns the alias of a resource that was once inside a component of its own, so that an older
 * state is adopted and the resource is not replaced.
 *
 * @param type - program and class of the component, as in `kubevirt-stack:KubeVirt`.
 * @param parent - parent of the component then, and of the resource now; or the alias of another
 * component that was around it.
 * @see https://www.pulumi.com/docs/iac/concepts/options/aliases/
 */
export function formerComponent(
  type: string,
  name: string,
  parent: pulumi.Resource | pulumi.Output<pulumi.URN> | undefined,
): { readonly parent: pulumi.Output<pulumi.URN> } {
  return { parent: pulumi.createUrn(name, `strata:${type}`, parent) };
}
