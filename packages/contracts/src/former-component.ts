// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';

/**
 * The place of a resource that once had a component of its own around it: a state of that time is
 * taken over instead of being made anew.
 *
 * @param type - program and class of the component, as in `kubevirt-stack:KubeVirt`.
 * @param parent - of the component then, and of the resource now; or the place of another one that
 * was around it.
 * @see https://www.pulumi.com/docs/iac/concepts/options/aliases/
 */
export function formerComponent(
  type: string,
  name: string,
  parent: pulumi.Resource | pulumi.Output<pulumi.URN> | undefined,
): { readonly parent: pulumi.Output<pulumi.URN> } {
  return { parent: pulumi.createUrn(name, `strata:${type}`, parent) };
}
