// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text, wholeNumber } from '../field.ts';
import { mediatedDevicesConfiguration, permittedHostDevices } from './kubevirt-device-fields.ts';
import { evictionStrategy, migrations } from './kubevirt-migration-fields.ts';
import { placement, placementFields } from './kubevirt-placement-fields.ts';
import { nodeSelector, pullSecrets, trueOrFalse } from './kubevirt-scalars.ts';
import {
  certificateRotateStrategy,
  liveUpdateConfiguration,
  workloadUpdateStrategy,
} from './kubevirt-update-fields.ts';

const gateNames = listOf(text('the name of a feature gate'), 'a list of feature gates');

/** Where virt-api, virt-controller and the like run. */
const infra = field(
  z.strictObject({
    ...placementFields,
    /** Of virt-api and virt-controller each. @default as many as the cluster's size asks for */
    replicas: field(z.int().min(1).max(255), 'a whole number from 1 to 255').optional(),
  }),
  'a mapping with nodeSelector, tolerations and replicas',
);

const ksm = field(
  z.strictObject({
    /** Empty: every node. */
    nodeSelector,
  }),
  'a mapping with nodeSelector',
);

/**
 * What has no `@default` here is KubeVirt's own business until it is set. Huge pages and swap have no
 * switch in KubeVirt: a VM size asks for the former, the kubelets of the hosts allow the latter.
 */
const fields = z.strictObject({
  /** Checked for the release. @default [] */
  featureGates: gateNames.default([]),
  /** Gates to switch off that the release has on by default. @default [] */
  disabledFeatureGates: gateNames.default([]),
  migrations: migrations.optional(),
  /** @default 'LiveMigrateIfPossible' */
  evictionStrategy,
  /** Of VMs that ask for none: a model of libvirt, `host-model` or `host-passthrough`. @default host-model */
  cpuModel: text('the name of a CPU model').optional(),
  /** Virtual CPUs that share one physical thread, where CPUs are not dedicated. @default 10 */
  cpuAllocationRatio: wholeNumber(1).optional(),
  /** Percent of what its pod asks for that a guest sees as memory; more than 100 overcommits. @default 100 */
  memoryOvercommitPercent: wholeNumber(10).optional(),
  /** Factor on the memory that QEMU itself is thought to need, for hosts that run out of memory. @default 1 */
  additionalGuestMemoryOverheadRatio: field(z.number().min(1), 'a number of 1 or more').optional(),
  /** @default 110 */
  virtualMachineInstancesPerNode: wholeNumber(1).optional(),
  /** Merge equal memory pages of VMs on these nodes, when they are short of memory. @default nowhere */
  ksm: ksm.optional(),
  /** @default none */
  permittedHostDevices: permittedHostDevices.optional(),
  mediatedDevicesConfiguration: mediatedDevicesConfiguration.optional(),
  /** Whether a change of a VM's CPUs, memory or placement reaches it while it runs. @default 'LiveUpdate' */
  vmRolloutStrategy: oneOf(['LiveUpdate', 'Stage']).optional(),
  liveUpdateConfiguration: liveUpdateConfiguration.optional(),
  /** KubeVirt's own sizes and preferences (`u1.medium`, ...), besides the platform's. @default false */
  commonInstancetypes: trueOrFalse().default(false),
  workloadUpdateStrategy,
  certificateRotateStrategy: certificateRotateStrategy.optional(),
  /** Nodes of virt-api, virt-controller and the like. @default control plane nodes, if there are any */
  infra: infra.optional(),
  /** Nodes of virt-handler, and thus of VMs. @default every node */
  workloads: placement.optional(),
  /** Secrets in KubeVirt's namespace. @default none */
  imagePullSecrets: pullSecrets.optional(),
});

/**
 * How KubeVirt runs VMs, `kubevirt-stack:kubevirt`.
 *
 * @see https://kubevirt.io/api-reference/main/definitions.html#_v1_kubevirtconfiguration
 */
export const kubevirt = field(fields, 'a mapping with featureGates and other options').default(() =>
  fields.parse({}),
);

/** How KubeVirt runs VMs. */
export type KubeVirtSettings = z.output<typeof fields>;
