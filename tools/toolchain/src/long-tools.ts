// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool-types.ts';

/**
 * Tools that only the longest tests need (`npm test -- --all`, e2e/long.cjs). These tests build
 * them themselves.
 */
export const longTools = {
  cyclonus: {
    version: '0.5.6',
    module: { path: 'github.com/mattfenwick/cyclonus' },
    binaries: [{ name: 'cyclonus', package: '.' }],
    stamps: {},
    coldMinutes: 1.5,
    footprint: { modules: 250, objects: 400, binaries: 55 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
