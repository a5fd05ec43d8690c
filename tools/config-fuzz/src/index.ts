// SPDX-License-Identifier: Apache-2.0
export type { FuzzOptions, FuzzResult } from './fuzz.ts';
export { fuzz } from './fuzz.ts';
export { programs } from './generate/repository-files.ts';
export { readInfraFacts } from './programs/read-infra-facts.ts';
export type { LoadManifest, PlatformConfig } from './programs/render-programs.ts';
export { renderCluster, renderPlatform } from './programs/render-programs.ts';
export type { ProgramStack, RenderedFile } from './render-file.ts';
export { renderFile } from './render-file.ts';
export type { RenderedStack } from './rendered-stacks.ts';
export { renderedStacks } from './rendered-stacks.ts';
export type { ShippedStackResources } from './render-shipped.ts';
export { renderShipped } from './render-shipped.ts';
