// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { ClusterContext } from '../cluster-context.ts';
import type { MachineConfig } from '../config/index.ts';
import { goldenImageOf } from './disk-storage.ts';
import { allMachines } from './all-machines.ts';

/** ServiceAccount in whose name KubeVirt copies images for a VM without another. */
const defaultAccount = 'default';

/**
 * Returns the ServiceAccount in whose name KubeVirt copies an image: the one whose token the VM has as a
 * disk.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/vm/vm.go#L490
 */
function copyingAccount({ volumes }: Pick<MachineConfig, 'volumes'>): string {
  return volumes.findLast(({ kind }) => kind === 'serviceAccount')?.object ?? defaultAccount;
}

/** Returns the ServiceAccounts that copy images for a cluster's VMs, by the namespace of the images. */
export function imageCopiers({
  config,
  platform,
}: Pick<ClusterContext, 'config' | 'platform'>): ReadonlyMap<string, readonly string[]> {
  const copiers = new Map<string, readonly string[]>();
  for (const { machine } of allMachines(config)) {
    const namespace = goldenImageOf(machine.rootDisk, platform)?.namespace;
    if (namespace === undefined) continue;
    const accounts = new Set([...(copiers.get(namespace) ?? []), copyingAccount(machine)]);
    copiers.set(namespace, [...accounts].sort());
  }
  return copiers;
}

/**
 * Lets a cluster's namespace copy golden images, and no more than that. Makes nothing for a cluster
 * whose disks all come from registries. It comes after the namespace and before the VMs.
 *
 * @see docs/smart-clone.md
 */
export function grantImageAccess(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  const { environment, cluster, namespace, platform } = args;
  const aliases = [formerComponent('user-cluster:ImageAccess', name, options.parent)];
  for (const [imageNamespace, accounts] of imageCopiers(args)) {
    new rbac.v1.RoleBinding(
      `${name}-${imageNamespace}`,
      {
        metadata: {
          name: namespace,
          namespace: imageNamespace,
          labels: clusterLabels(environment, cluster),
          annotations: ownerAnnotations,
        },
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'Role',
          name: platform.imageClonerRole,
        },
        subjects: accounts.map((account) => ({
          kind: 'ServiceAccount',
          name: account,
          namespace,
        })),
      },
      { ...options, aliases },
    );
  }
}
