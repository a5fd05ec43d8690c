// SPDX-License-Identifier: Apache-2.0
export type { FakeApi, FakeApiOptions, FakeWrite } from './fake-api.ts';
export { fakeApi, kubeconfigFor } from './fake-api.ts';
export type { RecordedWork } from './recorded-work.ts';
export { recordedWork } from './recorded-work.ts';
export type { Life } from './resource-life.ts';
export { marked, markedUnknown, ResourceLife } from './resource-life.ts';
export { call, PluginProcess } from './plugin-process.ts';
