// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet } from '../model.ts';

/**
 * Returns the environments in the order in which a change reaches them: ring by ring, then those
 * that no deployment touches.
 */
export function inDeploymentOrder({ environments, rings }: Fleet): Environment[] {
  const order = (rings.value ?? []).flatMap((ring) => ring.environments);
  const place = ({ name }: Environment) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return [...environments].sort((one, other) => place(one) - place(other));
}
