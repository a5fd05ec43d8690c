// SPDX-License-Identifier: Apache-2.0
export type {
  AnyResourceRule,
  AnyStackRule,
  Area,
  Exception,
  Level,
  ResourceRule,
  Rule,
  Setting,
  Settings,
  StackRule,
  StackViolation,
} from './rule.ts';
export { toPolicy } from './to-policy.ts';
