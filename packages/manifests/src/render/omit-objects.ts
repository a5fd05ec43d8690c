// SPDX-License-Identifier: Apache-2.0
import type { OmittedObject } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';

/**
 * Leaves out the objects that the table lists in `omits`.
 *
 * @throws ManifestError when one of them does not exist, so that the table stays true.
 */
export function omitObjects(
  objects: readonly KubernetesObject[],
  omitted: readonly OmittedObject[],
): KubernetesObject[] {
  const is = ({ kind, metadata }: KubernetesObject, one: OmittedObject) =>
    kind === one.kind && metadata.name === one.name;
  const absent = omitted.find((one) => !objects.some((object) => is(object, one)));
  if (absent) throw new ManifestError(`there is no ${absent.kind} ${absent.name} to leave out`);
  return objects.filter((object) => !omitted.some((one) => is(object, one)));
}
