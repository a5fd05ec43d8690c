// SPDX-License-Identifier: Apache-2.0
// What schemas of files under stacks/ are made of, wherever they are.
export { addressRange } from './address-range.ts';
export type { FieldFacts } from './field.ts';
export {
  dottedName,
  field,
  fieldFacts,
  listOf,
  objectName,
  oneOf,
  secretField,
  text,
  wholeNumber,
} from './field.ts';
export { hasVlan, machineVlans, vlanId, vlanIds } from './vlan-id.ts';
