// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';

/**
 * Returns the number that a text stands for; undefined where there is none.
 *
 * @param title - of the object, for errors.
 * @throws Error when the text is no quantity of Kubernetes.
 */
export function checkedQuantity(
  title: string,
  key: string,
  text: string | undefined,
): number | undefined {
  const number = parseQuantity(text);
  if (text === undefined || number !== undefined) return number;
  throw new Error(`${title}: ${key} is "${text}", which is no quantity of Kubernetes.`);
}
