// SPDX-License-Identifier: Apache-2.0
export { isInRanges } from './address-list.ts';
export type { Json, JsonObject } from './json.ts';
export {
  at,
  isUnknown,
  listOf,
  objectOf,
  secretValue,
  textOf,
  textsOf,
  unknownValue,
} from './json.ts';
export { kinds, machineKinds, workloadKinds } from './kinds.ts';
export { clusterLabel } from './labels.ts';
export type { Machine } from './machines.ts';
export { claimOf, machineOf, podInterfaces } from './machines.ts';
export type { Container } from './pods.ts';
export { containersOf, podAnnotationsOf, podSpecOf } from './pods.ts';
export { readProperties } from './read-properties.ts';
export { readSealed } from './read-sealed.ts';
export type { StackSubject, Subject } from './subject.ts';
export { nameOf, namespaceOf, titleOf } from './subject.ts';
