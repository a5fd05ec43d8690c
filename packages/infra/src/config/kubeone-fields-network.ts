// SPDX-License-Identifier: Apache-2.0
import { field, ipVersion, oneOf, trueOrFalse, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

const subnet = (example: string) =>
  field(
    z.string().refine((value) => {
      const [address = '', bits = '', ...more] = value.split('/');
      return (
        ipVersion(address) === 4 &&
        /^\d{1,2}$/.test(bits) &&
        Number(bits) <= 32 &&
        more.length === 0
      );
    }),
    `a range of IPv4 addresses like "${example}"`,
  );

/** The pod network. @see https://docs.kubermatic.com/kubeone/v1.14/guides/cni/ */
const cni = field(
  z.strictObject({
    /**
     * `external`: KubeOne installs no CNI, and nodes are not Ready until you install one.
     * @default cilium
     */
    name: oneOf(['cilium', 'canal', 'external']).default('cilium'),
    /**
     * Cilium: whether it replaces kube-proxy, which then is not installed. VMs then cannot reach
     * any Service of the infra cluster, and KubeOne's Cilium has no setting to change that; give
     * user clusters DNS servers elsewhere (`network.dns.servers`), or keep kube-proxy.
     *
     * @default false
     */
    kubeProxyReplacement: trueOrFalse().default(false),
    /** Cilium: whether to install Hubble's relay and user interface. @default false */
    hubble: trueOrFalse().default(false),
    /** Canal: MTU of the hosts' network, less 50 bytes. @default 1450 */
    mtu: wholeNumber(576).default(1450),
  }),
  'a mapping with name',
).prefault({});

/**
 * Addresses and networks inside the infra cluster.
 *
 * @example
 * network:
 *   podSubnet: 10.244.0.0/16
 *   serviceSubnet: 10.96.0.0/16
 */
export const clusterNetwork = field(
  z.strictObject({
    /** @default 10.244.0.0/16 */
    podSubnet: subnet('10.244.0.0/16').default('10.244.0.0/16'),
    /** @default 10.96.0.0/12 */
    serviceSubnet: subnet('10.96.0.0/12').default('10.96.0.0/12'),
    /** Prefix length of a node's share of the pod addresses. @default 24 */
    nodePrefixLength: field(z.int().min(8).max(30), 'a whole number from 8 to 30').default(24),
    cni,
  }),
  'a mapping with podSubnet, serviceSubnet and cni',
).prefault({});
