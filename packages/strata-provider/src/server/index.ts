// SPDX-License-Identifier: Apache-2.0
// The door for other provider plugins: Pulumi's protocol, and what a lifecycle is made of.
export type { AnyLifecycle, Before, Field, Lifecycle, Problem, Work } from '../lifecycle/index.ts';
export {
  anyList,
  flag,
  isChanged,
  oneOf,
  optional,
  systemClock,
  text,
  unknown,
  wholeNumber,
} from '../lifecycle/index.ts';
export type { WireProperties } from './property-values.ts';
export { ResourceServer } from './resource-server.ts';
export type { ServeOptions } from './serve.ts';
export { serve } from './serve.ts';
