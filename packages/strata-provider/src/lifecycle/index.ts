// SPDX-License-Identifier: Apache-2.0
export type { Clock } from './clock.ts';
export { milliseconds, systemClock } from './clock.ts';
export type { Field } from './field.ts';
export {
  anyList,
  certificate,
  flag,
  key,
  list,
  oneOf,
  optional,
  text,
  url,
  wholeNumber,
} from './field.ts';
export type { AnyLifecycle, Before, Lifecycle, Problem, Work } from './lifecycle.ts';
export { checkInputs, withDefaults } from './check-inputs.ts';
export { isChanged } from './is-changed.ts';
export { repeats, validFrom } from './own-inputs.ts';
export { repeatCount } from './repeats.ts';
export { unknown } from './unknown.ts';
export { termStart } from './valid-from.ts';
