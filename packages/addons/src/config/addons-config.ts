// SPDX-License-Identifier: Apache-2.0
import {
  registryMirror,
  labels,
  field,
  listOf,
  objectName,
  oneOf,
  text,
  wholeNumber,
} from '@strata/contracts/fields';
import { optionalComponents } from '@strata/contracts/optional-operators';
import { defaultRelease } from '@strata/contracts/releases';
import { z } from 'zod';

/** Maximum MTU of Ethernet cards, in bytes. */
const largestMtu = 9216;

const nodeLabels = labels('labels of nodes, such as "rack: a"').refine(
  (found) => Object.keys(found).length > 0,
  { error: 'name at least one label, or leave the key out' },
);

const hexadecimal = (expected: string) => field(z.string().regex(/^[0-9a-f]{4}$/), expected);

/** The cards that a policy applies to; keys that are left out match all. */
const nicSelector = field(
  z.strictObject({
    vendor: hexadecimal('the four hexadecimal digits of a PCI vendor, such as "15b3"').optional(),
    deviceID: hexadecimal('the four hexadecimal digits of a PCI device, such as "1017"').optional(),
    /** Names of physical functions; `ens1f0#0-3` takes only some of its virtual functions. */
    pfNames: listOf(
      field(
        z.string().regex(/^[^\s#/]{1,15}(#\d{1,3}-\d{1,3})?$/),
        'the name of a network interface, or some of its functions, such as "ens1f0#0-3"',
      ),
      'a list of interfaces',
    ).optional(),
    /** PCI addresses of physical functions. */
    rootDevices: listOf(
      field(
        z.string().regex(/^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/),
        'a PCI address, such as "0000:3b:00.0"',
      ),
      'a list of PCI addresses',
    ).optional(),
  }),
  'a mapping with some of vendor, deviceID, pfNames and rootDevices',
);

const resourceName = field(
  z.string().regex(/^[a-zA-Z0-9_]+$/),
  'letters, digits and underscores, such as "fast"',
);

/**
 * How some network cards are divided into virtual functions.
 * @see
 * https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/README.md#sriovnetworknodepolicy
 */
const sriovPolicy = field(
  z.strictObject({
    name: objectName(),
    /** Network attachments request `openshift.io/<resourceName>`. */
    resourceName,
    /** @default hosts on which node feature discovery has found such a card */
    nodeSelector: nodeLabels.optional(),
    nicSelector,
    /** Number of virtual functions of each card. */
    numVfs: wholeNumber(1),
    /** MTU of the physical function, in bytes. @default the card's own */
    mtu: field(
      z.int().min(1280).max(largestMtu),
      `a whole number from 1280 to ${largestMtu}`,
    ).optional(),
    /** `vfio-pci` passes the function to the guest; `netdevice` leaves it to the host's kernel. */
    deviceType: oneOf(['vfio-pci', 'netdevice']).default('vfio-pci'),
    /** If several policies select a card, the lower number wins. */
    priority: field(z.int().min(0).max(99), 'a whole number from 0 to 99').default(99),
  }),
  'a mapping with name, resourceName, nicSelector and numVfs',
);

/**
 * Policies for the operator `sriov-network-operator`, which does nothing without one.
 *
 * @example
 * sriov:
 *   policies:
 *     - name: fast
 *       resourceName: fast
 *       nicSelector:
 *         vendor: '15b3'
 *       numVfs: 8
 */
export const sriov = field(
  z.strictObject({
    policies: listOf(sriovPolicy, 'a list of policies'),
    /** Those of policies that Strata does not make, such as ones with RDMA. @default none */
    otherResources: listOf(resourceName, 'a list of resources').optional(),
  }),
  'a mapping with policies',
);

/**
 * Configuration of a stack of the program addons, `config.addons:*` in its YAML.
 *
 * @example
 * config:
 *   addons:operators:
 *     - descheduler
 */
export const addonsConfig = z.strictObject({
  /** The release that the platform runs. @default the default release of kubevirt-stack */
  release: text('the name of a release').default(defaultRelease),
  /** The operators to install. @default nothing */
  operators: listOf(oneOf(optionalComponents), 'a list of operators').default([]),
  /** Registry that all images are pulled from. @default their own registries */
  registryMirror: registryMirror.optional(),
  sriov: sriov.optional(),
});

/** The checked configuration of the program addons. */
export type AddonsConfig = z.output<typeof addonsConfig>;

/** The checked configuration of one policy for network cards. */
export type SriovPolicyConfig = NonNullable<AddonsConfig['sriov']>['policies'][number];

/** Names of resources in the configuration. */
interface SriovNames {
  readonly policies?: readonly Pick<SriovPolicyConfig, 'resourceName'>[];
  readonly otherResources?: readonly string[] | undefined;
}

/** Prefix of the resources of the operator `sriov-network-operator`, its `RESOURCE_PREFIX`. */
export const sriovPrefix = 'openshift.io/';

/**
 * Returns the resources by which pods ask for functions of all policies, such as `openshift.io/fast`.
 *
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/deployment/sriov-network-operator-chart/values.yaml (resourcePrefix)
 */
export function sriovResources({ otherResources = [], policies = [] }: SriovNames = {}): string[] {
  const names = [...policies.map((policy) => policy.resourceName), ...otherResources];
  return names.map((name) => `${sriovPrefix}${name}`);
}
