// SPDX-License-Identifier: Apache-2.0
import { field, oneOf, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * The pod network inside the user cluster.
 *
 * @example
 * cni:
 *   kubeProxyReplacement: true
 */
export const cni = field(
  z.strictObject({
    /**
     * `none` installs nothing: nodes are not Ready until the cluster's owner has installed a pod
     * network. It never changes in the life of a cluster.
     *
     * @see docs/runbooks/bring-your-own-cni.md
     */
    type: oneOf(['cilium', 'none']).default('cilium'),
    /**
     * MTU of pods, in bytes. The tunnel between nodes adds 50.
     *
     * @default the MTU of the nodes' own network, less those 50
     */
    mtu: field(z.int().min(1280).max(8950), 'a whole number from 1280 to 8950').optional(),
    /**
     * UDP port of the tunnel between nodes. It must differ from the infra cluster's: where tunnels
     * go through tunnels, network cards and firewalls tell them apart by the port.
     */
    tunnelPort: field(z.int().min(1024).max(29_999), 'a port from 1024 to 29999').default(8473),
    /**
     * Whether the pod network replaces kube-proxy, which is not installed then. It never changes in
     * the life of a cluster.
     */
    kubeProxyReplacement: trueOrFalse().default(false),
    /**
     * Which pods are reachable only as NetworkPolicies of the user cluster allow: those that a
     * policy selects, all, or none.
     *
     * @see https://docs.cilium.io/en/v1.20/security/policy/intro/#policy-enforcement-modes
     */
    policyEnforcement: oneOf(['default', 'always', 'never']).default('default'),
  }),
  'a mapping with type, mtu, tunnelPort, kubeProxyReplacement and policyEnforcement',
).prefault({});
