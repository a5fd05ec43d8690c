// SPDX-License-Identifier: Apache-2.0
import { field, listOf, text, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';
import { nodeSelector } from './kubevirt-scalars.ts';

const resourceName = field(
  z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/),
  'the name of a resource like "nvidia.com/A10"',
);

const shared = {
  /** Resource name that VMs request. */
  resourceName,
  /** Whether a vendor's device plugin allocates the device instead of KubeVirt. @default false */
  externalResourceProvider: trueOrFalse().optional(),
};

const hexadecimal = (expected: string) => field(z.string().regex(/^[0-9A-Fa-f]{4}$/), expected);

const pciDevice = field(
  z.strictObject({
    /** `vendor:product`, as shown by `lspci -nn`. */
    pciVendorSelector: field(
      z.string().regex(/^[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}$/),
      'a PCI vendor and product like "10de:2236"',
    ),
    ...shared,
  }),
  'a mapping with pciVendorSelector and resourceName',
);

const mediatedDevice = field(
  z.strictObject({
    /** Name, as in `/sys/class/mdev_bus/<device>/mdev_supported_types/<type>/name`. */
    mdevNameSelector: text('the name of a mediated device type'),
    ...shared,
  }),
  'a mapping with mdevNameSelector and resourceName',
);

const usbSelector = field(
  z.strictObject({
    vendor: hexadecimal('a USB vendor like "046b"'),
    product: hexadecimal('a USB product like "ff10"'),
  }),
  'a mapping with vendor and product',
);

const usbDevice = field(
  z.strictObject({
    ...shared,
    /** Devices that a VM gets together, as one resource. */
    selectors: field(z.array(usbSelector).min(1), 'a list of at least one USB device'),
  }),
  'a mapping with resourceName and selectors',
);

/**
 * The only devices of the hosts that VMs may request.
 * @see https://kubevirt.io/user-guide/compute/host-devices/
 * @example
 * permittedHostDevices:
 *   pciHostDevices:
 *     - pciVendorSelector: 10de:2236
 *       resourceName: nvidia.com/A10
 */
export const permittedHostDevices = field(
  z.strictObject({
    /**
     * PCI devices such as GPUs, NVMe disks, accelerators; they must be bound to the driver
     * `vfio-pci` on the host.
     */
    pciHostDevices: listOf(pciDevice, 'a list of PCI devices').optional(),
    /** Parts of a device that its driver divides, such as virtual GPUs. */
    mediatedDevices: listOf(mediatedDevice, 'a list of mediated devices').optional(),
    usb: listOf(usbDevice, 'a list of USB devices').optional(),
  }),
  'a mapping with pciHostDevices, mediatedDevices and usb',
);

const deviceTypes = field(
  z.array(text('a mediated device type')).min(1),
  'a list of at least one mediated device type like "nvidia-222"',
);

/**
 * The mediated devices that KubeVirt makes on the hosts.
 * @see https://kubevirt.io/user-guide/compute/mediated_devices_configuration/
 * @example
 * mediatedDevicesConfiguration:
 *   mediatedDeviceTypes:
 *     - nvidia-222
 */
export const mediatedDevicesConfiguration = field(
  z.strictObject({
    /** Types on nodes that no entry of nodeMediatedDeviceTypes selects. */
    mediatedDeviceTypes: deviceTypes.optional(),
    nodeMediatedDeviceTypes: listOf(
      field(
        z.strictObject({ nodeSelector, mediatedDeviceTypes: deviceTypes }),
        'a mapping with nodeSelector and mediatedDeviceTypes',
      ),
      'a list of mappings with nodeSelector and mediatedDeviceTypes',
    ).optional(),
  }),
  'a mapping with mediatedDeviceTypes and nodeMediatedDeviceTypes',
);
