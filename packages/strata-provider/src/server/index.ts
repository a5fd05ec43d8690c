// SPDX-License-Identifier: Apache-2.0
// Entry point for other provider plugins: Pulumi's protocol and the parts of a lifecycle.
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
