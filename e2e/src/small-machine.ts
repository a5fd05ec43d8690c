// SPDX-License-Identifier: Apache-2.0
/**
 * Returns a VirtualMachineInstance without a disk, which starts and ends at once and can live-migrate.
 *
 * @param more - further fields of its spec.
 */
export const smallMachine = (name: string, namespace: string, more: object = {}) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachineInstance',
  metadata: { name, namespace },
  spec: {
    domain: {
      memory: { guest: '64Mi' },
      devices: { interfaces: [{ name: 'default', masquerade: {} }] },
    },
    networks: [{ name: 'default', pod: {} }],
    terminationGracePeriodSeconds: 0,
    ...more,
  },
});
