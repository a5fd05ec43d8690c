// SPDX-License-Identifier: Apache-2.0
export type { FetchedModule, FetchModule } from './fetch-module.ts';
export { fetchModule } from './fetch-module.ts';
export type { Generator, GeneratorName } from './generators.ts';
export { generators } from './generators.ts';
export type { RenderContext, RenderedComponent } from './render-component.ts';
export { renderComponent } from './render-component.ts';
