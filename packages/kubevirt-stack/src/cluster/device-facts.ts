// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';

/** A node, as far as it says what pods can have of it. */
export interface OfferingNode {
  readonly status?: { readonly allocatable?: Readonly<Record<string, string>> };
}

/** An object of the kind KubeVirt, as far as it says which devices VMs may have. */
export interface KubevirtDevices {
  readonly spec?: {
    readonly configuration?: {
      readonly permittedHostDevices?: Readonly<
        Record<
          string,
          | readonly {
              readonly resourceName: string;
              readonly externalResourceProvider?: boolean | undefined;
            }[]
          | null
        >
      >;
    };
  };
}

/**
 * Returns the extended resources that at least one host offers now, such as `nvidia.com/A10`, sorted.
 *
 * @returns undefined if no node says what it has: there are none, or their facts come from a file.
 */
export function offeredDevices(nodes: readonly OfferingNode[]): readonly string[] | undefined {
  const known = nodes.flatMap(({ status }) =>
    status?.allocatable === undefined ? [] : [status.allocatable],
  );
  if (known.length === 0) return undefined;
  const names = known.flatMap((allocatable) =>
    Object.entries(allocatable).flatMap(([name, amount]) =>
      name.includes('/') && (parseQuantity(amount) ?? 0) > 0 ? [name] : [],
    ),
  );
  return [...new Set(names)].sort();
}

/** Returns the resource names of the devices that the KubeVirt in the cluster is to offer by itself. */
export function ownDevices(kubevirt: KubevirtDevices | undefined): readonly string[] {
  const lists = kubevirt?.spec?.configuration?.permittedHostDevices ?? {};
  return Object.values(lists)
    .flatMap((devices) => devices ?? [])
    .filter(({ externalResourceProvider }) => externalResourceProvider !== true)
    .map(({ resourceName }) => resourceName);
}
