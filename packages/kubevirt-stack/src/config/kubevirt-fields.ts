// SPDX-License-Identifier: Apache-2.0
import { field, listOf, oneOf, text, trueOrFalse, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';
import { mediatedDevicesConfiguration, permittedHostDevices } from './kubevirt-device-fields.ts';
import { evictionStrategy, migrations } from './kubevirt-migration-fields.ts';
import { placement, placementFields } from './kubevirt-placement-fields.ts';
import { nodeSelector, pullSecrets } from './kubevirt-scalars.ts';
import {
  certificateRotateStrategy,
  liveUpdateConfiguration,
  workloadUpdateStrategy,
} from './kubevirt-update-fields.ts';

const gateNames = listOf(text('the name of a feature gate'), 'a list of feature gates');

/** Placement of virt-api, virt-controller and similar components. */
const infra = field(
  z.strictObject({
    ...placementFields,
    /** Replicas each of virt-api and virt-controller. @default chosen by the cluster's size */
    replicas: field(z.int().min(1).max(255), 'a whole number from 1 to 255').optional(),
  }),
  'a mapping with nodeSelector, tolerations and replicas',
);

const ksm = field(
  z.strictObject({
    /** Hosts by label; empty: every node. */
    nodeSelector,
  }),
  'a mapping with nodeSelector',
);

/**
 * Options without a `@default` here keep KubeVirt's own until they are set. KubeVirt has no switch
 * for hugepages and swap: a VM size requests hugepages, and the kubelets of the hosts allow swap.
 */
const fields = z.strictObject({
  /** Feature gates, checked for the release. @default [] */
  featureGates: gateNames.default([]),
  /** Gates to switch off that the release has on by default. @default [] */
  disabledFeatureGates: gateNames.default([]),
  migrations: migrations.optional(),
  /** @default 'LiveMigrateIfPossible' */
  evictionStrategy,
  /**
   * CPU model of VMs that set none: a model of libvirt, `host-model` or `host-passthrough`.
   * @default host-model
   */
  cpuModel: text('the name of a CPU model').optional(),
  /**
   * Number of virtual CPUs that share one physical thread, unless CPUs are dedicated.
   * @default 10
   */
  cpuAllocationRatio: wholeNumber(1).optional(),
  /** Guest memory in percent of what its pod requests; more than 100 overcommits. @default 100 */
  memoryOvercommitPercent: wholeNumber(10).optional(),
  /** Factor on the estimated memory of QEMU itself, for hosts that run out of memory. @default 1 */
  additionalGuestMemoryOverheadRatio: field(z.number().min(1), 'a number of 1 or more').optional(),
  /** @default 1000 */
  virtualMachineInstancesPerNode: wholeNumber(1).optional(),
  /** Nodes on which equal memory pages of VMs are merged when memory is short. @default none */
  ksm: ksm.optional(),
  /** @default none */
  permittedHostDevices: permittedHostDevices.optional(),
  mediatedDevicesConfiguration: mediatedDevicesConfiguration.optional(),
  /**
   * Whether a change of a VM's CPUs, memory or placement takes effect while it runs.
   * @default 'LiveUpdate'
   */
  vmRolloutStrategy: oneOf(['LiveUpdate', 'Stage']).optional(),
  liveUpdateConfiguration: liveUpdateConfiguration.optional(),
  /**
   * Whether to install KubeVirt's own sizes and preferences (`u1.medium`, ...) as well.
   * @default false
   */
  commonInstancetypes: trueOrFalse().default(false),
  workloadUpdateStrategy,
  certificateRotateStrategy: certificateRotateStrategy.optional(),
  /**
   * Placement of virt-api, virt-controller and similar components.
   * @default control plane nodes, if there are any
   */
  infra: infra.optional(),
  /** Placement of virt-handler, and thus of VMs. @default every node */
  workloads: placement.optional(),
  /** Image pull secrets in KubeVirt's namespace. @default none */
  imagePullSecrets: pullSecrets.optional(),
});

/**
 * How KubeVirt runs VMs, `kubevirt-stack:kubevirt`.
 *
 * @see https://kubevirt.io/api-reference/main/definitions.html#_v1_kubevirtconfiguration
 * @example
 * kubevirt:
 *   cpuAllocationRatio: 2
 */
export const kubevirt = field(fields, 'a mapping with featureGates and other options').default(() =>
  fields.parse({}),
);
