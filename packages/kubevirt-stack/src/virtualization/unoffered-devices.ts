// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { KubevirtStackConfig } from '../config/index.ts';

type Lists = NonNullable<KubevirtStackConfig['kubevirt']['permittedHostDevices']>;

/**
 * The devices that KubeVirt finds on a host, and how to compare the host with the configuration.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/device-manager/pci_device.go (discoverPermittedHostPCIDevices)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/device-manager/mediated_device.go (discoverPermittedHostMediatedDevices)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/device-manager/usb_device.go (discoverAllowedUSBDevices)
 */
const found: Readonly<Record<keyof Lists, string>> = {
  pciHostDevices:
    'It offers PCI devices whose driver is vfio-pci: bind them to it, and compare pciVendorSelector ' +
    'with lspci -nnk on the host.',
  mediatedDevices:
    'It offers mediated devices that exist: compare mdevNameSelector with ' +
    '/sys/bus/mdev/devices/*/mdev_type/name on the host.',
  usb: 'It offers USB devices that are plugged in: compare selectors with lsusb on the host.',
};

/**
 * Returns a warning for each permitted device that no host offers: KubeVirt admits VMs that ask for it,
 * and their pods stay Pending. These are warnings and no errors, because the plugin of a vendor and new
 * hosts may come after the platform.
 *
 * KubeVirt offers no device with `externalResourceProvider`. Of the others, those are judged that the
 * KubeVirt in the cluster has been told of already.
 *
 * @returns an empty list if no node says what it has.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/device-manager/device_controller.go (updatePermittedHostDevicePlugins)
 */
export function unofferedDeviceNotes(
  { kubevirt }: Pick<KubevirtStackConfig, 'kubevirt'>,
  { offeredDevices, ownDevices = [] }: Pick<ClusterFacts, 'offeredDevices' | 'ownDevices'>,
): string[] {
  if (offeredDevices === undefined) return [];
  const { permittedHostDevices = {} } = kubevirt;
  return (Object.keys(found) as (keyof Lists)[]).flatMap((list) =>
    (permittedHostDevices[list] ?? []).flatMap(
      ({ externalResourceProvider = false, resourceName }, index): string[] => {
        if (offeredDevices.includes(resourceName)) return [];
        const path = `kubevirt.permittedHostDevices.${list}[${index}]`;
        if (externalResourceProvider) {
          return [
            `${path}.externalResourceProvider: no host has "${resourceName}", which a device plugin ` +
              'other than KubeVirt is to offer; VMs that ask for it do not start. Install the plugin ' +
              '(operators of stacks/addons, or the one of the vendor), correct resourceName, or leave ' +
              'this key out: then KubeVirt offers the device.',
          ];
        }
        if (!ownDevices.includes(resourceName)) return [];
        return [
          `${path}: KubeVirt has been told of "${resourceName}" and offers it on no host; VMs that ask ` +
            `for it do not start. ${found[list]}`,
        ];
      },
    ),
  );
}
