// SPDX-License-Identifier: Apache-2.0
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { field, oneOf, wholeNumber } from '../field.ts';

const subnet = (example: string) =>
  field(
    z.string().refine((value) => {
      const [address = '', bits = '', ...more] = value.split('/');
      return isIPv4(address) && /^\d{1,2}$/.test(bits) && Number(bits) <= 32 && more.length === 0;
    }),
    `a range of IPv4 addresses like "${example}"`,
  );

const flag = () => field(z.boolean(), 'true or false');

/** The network of pods. @see https://docs.kubermatic.com/kubeone/v1.14/guides/cni/ */
const cni = field(
  z.strictObject({
    /** `external`: KubeOne installs none, nodes are not ready until somebody does. @default cilium */
    name: oneOf(['cilium', 'canal', 'external']).default('cilium'),
    /**
     * Cilium: whether it does the work of kube-proxy, which then is not installed. Machines then reach
     * no Service of the infra cluster, and KubeOne's Cilium cannot be told to look at their packets;
     * give user clusters DNS servers elsewhere (`network.dns.servers`), or take kube-proxy.
     *
     * @default false
     */
    kubeProxyReplacement: flag().default(false),
    /** Cilium: Hubble's relay and user interface. @default false */
    hubble: flag().default(false),
    /** Canal: what fits into a frame of the hosts' network, less 50 bytes. @default 1450 */
    mtu: wholeNumber(576).default(1450),
  }),
  'a mapping with name',
).prefault({});

/** Addresses and networks inside the infra cluster. */
export const clusterNetwork = field(
  z.strictObject({
    /** @default 10.244.0.0/16 */
    podSubnet: subnet('10.244.0.0/16').default('10.244.0.0/16'),
    /** @default 10.96.0.0/12 */
    serviceSubnet: subnet('10.96.0.0/12').default('10.96.0.0/12'),
    /** Length of the prefix of a node's share of the pod addresses. @default 24 */
    nodePrefixLength: field(z.int().min(8).max(30), 'a whole number from 8 to 30').default(24),
    cni,
  }),
  'a mapping with podSubnet, serviceSubnet and cni',
).prefault({});
