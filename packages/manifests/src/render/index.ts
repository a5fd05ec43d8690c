// SPDX-License-Identifier: Apache-2.0
export type { FetchedModule, FetchModule, ModuleRequest } from './fetch-module.ts';
export { fetchModule } from './fetch-module.ts';
export type { Charts, Generator, GeneratorName } from './generators.ts';
export { charts, generators } from './generators.ts';
export type { RenderContext, RenderedComponent } from './render-component.ts';
export { renderComponent } from './render-component.ts';
