// SPDX-License-Identifier: Apache-2.0

/**
 * Network of machines, with the addresses that KubeVirt's masquerade gives them. It is in an empty
 * network namespace, from which nothing outside can be reached.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/link/address.go `GenerateMasqueradeGatewayAndVmIPAddrs`
 */
export const addresses = {
  prefix: 24,
  gateway: '10.0.2.1',
  /**
   * Address on which nothing answers: there is no name server in here, but CoreDNS requires one.
   */
  dns: '10.0.2.254',
  /**
   * Address of the API, like that of a load balancer: the gateway forwards its connections to the
   * first machine.
   */
  endpoint: '192.0.2.10',
  apiPort: 6443,
  /** Port of the registry and of the downloads, at the gateway. */
  mirrorPort: 8443,
} as const;

/** Maximal number of machines in the network. */
export const ports = 2;

/** Returns the address of a machine, by its number from 0. */
export const machineAddress = (number: number) => `10.0.2.${2 + number}`;

/** Returns the MAC address of a machine's network card. */
export const cardOf = (number: number) => `52:54:00:00:00:0${number}`;

/** Returns the name of the network device on the host side of a machine's card. */
export const tapOf = (number: number) => `tap${number}`;
