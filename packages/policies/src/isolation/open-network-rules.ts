// SPDX-License-Identifier: Apache-2.0
import type { Exception } from '../rule/index.ts';

/** A NetworkPolicy that may allow all traffic in one direction; in the other it is judged as any. */
export interface OpenNetworkRule extends Exception {
  readonly direction: 'ingress' | 'egress';
}

/** NetworkPolicies of locked manifests whose empty rule is meant. */
export const openNetworkRules: readonly OpenNetworkRule[] = [
  {
    object: 'flux-system/allow-egress',
    direction: 'egress',
    reason:
      'lets the controllers of `delivery.flux` reach the Git server and the API of the user cluster; nobody outside their namespace reaches them',
    source: 'https://github.com/fluxcd/flux2/blob/v2.9.5/manifests/policies/allow-egress.yaml',
  },
];
