// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';

/**
 * The infra stack's file as its generator wrote it, fit for the lane: all steps take the kubeconfig
 * of the lane's cluster from `KUBECONFIG`, and not from a variable of the environment's own.
 *
 * @param text - of `stacks/infra/Pulumi.<environment>.yaml`.
 */
export function fitInfra(text: string): string {
  const document = parseDocument(text);
  document.setIn(['config', 'infra:existing', 'kubeconfigEnv'], 'KUBECONFIG');
  return document.toString({ lineWidth: 100 });
}
