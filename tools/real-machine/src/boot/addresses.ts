// SPDX-License-Identifier: Apache-2.0

/**
 * The network of machines, with the addresses that KubeVirt's masquerade gives them. Its gateway is
 * QEMU's own, in an empty network namespace: nothing beyond it can be reached.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/link/address.go `GenerateMasqueradeGatewayAndVmIPAddrs`
 */
export const addresses = {
  cidr: '10.0.2.0/24',
  /** What listens on the loopback interface of the namespace is reached here. */
  gateway: '10.0.2.1',
  /** By DHCP the first machine gets this one, the next one the next. */
  first: '10.0.2.2',
  /** Answers nobody: names have no server in here. */
  dns: '10.0.2.254',
  /** Of the API, as a load balancer has it: the gateway passes what it gets on to the first machine. */
  endpoint: '192.0.2.10',
  apiPort: 6443,
  /** Of the registry and the downloads, at the gateway. */
  mirrorPort: 8443,
} as const;

/** So many machines can be plugged in. */
export const ports = 2;

/** Where a machine is plugged in. */
export const portSocket = (folder: string, port: number) => `${folder}/port-${port}`;
