// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/**
 * Returns the name of a role for a binding, which previews know only once the role is there. A preview
 * asks the API server about each object that it knows all of, and a binding whose role is not there is
 * refused then: only whoever has the verb `bind` may name roles that do not exist, and the account of a
 * user cluster has it for none of its own.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/registry/rbac/rolebinding/policybased/storage.go
 */
export function madeRoleName(
  role: Pick<pulumi.CustomResource, 'id'>,
  name: string,
): pulumi.Output<string> {
  return role.id.apply(() => name);
}
