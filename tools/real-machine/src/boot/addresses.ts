// SPDX-License-Identifier: Apache-2.0

/**
 * The network of machines, with the addresses that KubeVirt's masquerade gives them. It is in an
 * empty network namespace: nothing beyond it can be reached.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/link/address.go `GenerateMasqueradeGatewayAndVmIPAddrs`
 */
export const addresses = {
  prefix: 24,
  gateway: '10.0.2.1',
  /** Answers nobody: names have no server in here, but CoreDNS wants to know of one. */
  dns: '10.0.2.254',
  /** Of the API, as a load balancer has it: the gateway passes what it gets on to the first machine. */
  endpoint: '192.0.2.10',
  apiPort: 6443,
  /** Of the registry and the downloads, at the gateway. */
  mirrorPort: 8443,
} as const;

/** So many machines can be plugged in. */
export const ports = 2;

/** The address of a machine, by its number from 0. */
export const machineAddress = (number: number) => `10.0.2.${2 + number}`;

/** The hardware address of a machine's card. */
export const cardOf = (number: number) => `52:54:00:00:00:0${number}`;

/** The network device of the host side of a machine's card. */
export const tapOf = (number: number) => `tap${number}`;
