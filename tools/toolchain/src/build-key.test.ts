// SPDX-License-Identifier: Apache-2.0
import { buildFlags, compilerFlags } from './build-key.ts';
import { tools } from './tools.ts';
import type { Tool } from './tool-types.ts';

test.each(Object.entries(tools))(
  'Go compiles a package once for %s and for what else is built with its flags',
  (_, tool: Tool) => {
    const flags = buildFlags(tool).filter((flag) => !flag.startsWith('-ldflags='));
    expect(flags).toEqual(compilerFlags(tool));
  },
);
