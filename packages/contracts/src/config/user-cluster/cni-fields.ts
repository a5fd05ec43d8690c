// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf } from '../field.ts';

/** The pod network inside the user cluster. */
export const cni = field(
  z.strictObject({
    /**
     * `none` installs nothing: nodes are not ready until the cluster's owner has brought a pod
     * network.
     *
     * @see docs/runbooks/bring-your-own-cni.md
     */
    type: oneOf(['cilium', 'none']).default('cilium'),
    /**
     * Bytes of the largest packet of a pod. The tunnel between machines puts 50 on top.
     *
     * @default what the machines' own network can carry, less those 50
     */
    mtu: field(z.int().min(1280).max(8950), 'a whole number from 1280 to 8950').optional(),
    /**
     * UDP port of the tunnel between machines. Another one than the infra cluster's: where tunnels
     * go through tunnels, network cards and firewalls tell them apart by it.
     */
    tunnelPort: field(z.int().min(1024).max(29_999), 'a port from 1024 to 29999').default(8473),
    /** Whether the pod network takes the place of kube-proxy, which is not installed then. */
    kubeProxyReplacement: field(z.boolean(), 'true or false').default(false),
    /**
     * Which pods may be reached only as a NetworkPolicy of the user cluster says: those that one
     * selects, all, or none.
     *
     * @see https://docs.cilium.io/en/v1.20/security/policy/intro/#policy-enforcement-modes
     */
    policyEnforcement: oneOf(['default', 'always', 'never']).default('default'),
  }),
  'a mapping with type, mtu, tunnelPort, kubeProxyReplacement and policyEnforcement',
).prefault({});

/** The pod network inside a user cluster. */
export type CniConfig = z.output<typeof cni>;
