// SPDX-License-Identifier: Apache-2.0
// Building blocks of schemas for files under stacks/, shared by all packages that define one.
export { addresses, addressRange, overlaps, parseRange } from './address-range.ts';
export { containerDisk, containerDiskPattern } from './container-disk.ts';
export type { FieldFacts } from './field.ts';
export {
  domainName,
  dottedName,
  field,
  fieldFacts,
  kubernetesVersion,
  listOf,
  objectName,
  oneOf,
  secretField,
  text,
  trueOrFalse,
  wholeNumber,
  wholeNumberTo,
} from './field.ts';
export { dnsFields } from './guest-dns-fields.ts';
export { hubServerProblem } from './hub-server.ts';
export { interfaceName } from './interface-name.ts';
export { ipVersion } from './ip-version.ts';
export { labelKey, labels, labelValue } from './label-fields.ts';
export { cidr, customNetworkPolicy, ipv4Cidr, portNumber } from './network-policy-fields.ts';
export { ipv4Address, serverName } from './server-name.ts';
export { serverUrl } from './server-url.ts';
export type { Storage } from './storage-fields.ts';
export { storage, storageFields } from './storage-fields.ts';
export type { TenantStorageClass } from './tenant-storage-class-fields.ts';
export { tenantStorageClass } from './tenant-storage-class-fields.ts';
export { tolerationFields, tolerationRules, tolerationSeconds } from './toleration-fields.ts';
export { userClusterDefaults } from './user-cluster-default-fields.ts';
export { hasVlan, machineVlans, vlanId, vlanIds } from './vlan-id.ts';
export { assignedAddresses, whereaboutsRange } from './whereabouts-range.ts';
export { registryMirror } from '../registry-mirror-field.ts';
