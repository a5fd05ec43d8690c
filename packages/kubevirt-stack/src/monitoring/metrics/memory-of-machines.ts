// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the expression of the memory that hosts give to each VM, by `namespace` and `name`. The kernel
 * counts no hugepages in the resident set of a process, and a VM with hugepages has all of its memory from
 * its start.
 *
 * @param machines - selects the series of the VMs.
 * @see https://www.kernel.org/doc/html/latest/filesystems/proc.html `Private_Hugetlb`
 */
export function memoryOfMachines(machines: string): string {
  const hugepages = `on (namespace, name) kubevirt_vm_resource_requests{resource="memory",source="hugepages",${machines}}`;
  return (
    `sum by (namespace, name) ((kubevirt_vmi_memory_domain_bytes{${machines}} and ${hugepages})` +
    ` or (kubevirt_vmi_memory_resident_bytes{${machines}} unless ${hugepages}))`
  );
}
