// SPDX-License-Identifier: Apache-2.0
import { blastRadius, describeBlastRadius, previewDigest } from './index.ts';

/** Inputs of a resource. */
export type Inputs = Record<string, unknown>;

/** A step of a preview, of the cluster prod.shop unless it says another. */
export interface Given {
  readonly op: string;
  readonly type: string;
  readonly before?: Inputs;
  readonly after?: Inputs;
  readonly stack?: string;
  readonly project?: string;
  readonly retainOnDelete?: boolean;
}

let resources = 0;

/** Returns a preview with these steps. */
export function preview(...given: readonly Given[]) {
  return previewDigest.parse({
    steps: given.map((one) => {
      const { after, before, op, project = 'user-cluster', stack = 'prod.shop', type } = one;
      resources += 1;
      const { retainOnDelete } = one;
      return {
        op,
        urn: `urn:pulumi:${stack}::${project}::strata:x:Y$${type}::resource-${resources}`,
        ...(before && { oldState: { type, inputs: before, retainOnDelete } }),
        ...(after && { newState: { type, inputs: after } }),
      };
    }),
  });
}

/** Returns in words what steps do. */
export const linesOf = (...given: readonly Given[]) =>
  describeBlastRadius(blastRadius([preview(...given)]));

/** Returns the inputs of a pool with a number of VMs of a generation. */
export const pool = (replicas: number, generation: string, more: Inputs = {}): Inputs => ({
  metadata: { name: 'md-a', namespace: 'cluster-shop' },
  spec: {
    replicas,
    virtualMachineTemplate: {
      metadata: { labels: { 'strata.dev/generation': generation } },
      spec: { runStrategy: 'Always', ...more },
    },
  },
});

export const poolType = 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool';

const dataDisk = { spec: { source: { blank: {} } } };
/** The part of a VM's spec with a root disk and two data disks. */
export const withDisks = { dataVolumeTemplates: [{ spec: { sourceRef: {} } }, dataDisk, dataDisk] };
