// SPDX-License-Identifier: Apache-2.0
export type { Component } from './component.ts';
export type { ComponentName } from './components.ts';
export { allComponents, findComponent } from './components.ts';
