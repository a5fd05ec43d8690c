// SPDX-License-Identifier: Apache-2.0
import { buildFlags, compilerFlags } from './build-key.ts';
import { tools } from './tools.ts';

test.each(Object.entries(tools))(
  'Go compiles a package once for %s and for what else is built with its flags',
  (_, tool) => {
    const flags = buildFlags(tool).filter((flag) => !flag.startsWith('-ldflags='));
    expect(flags).toEqual(compilerFlags(tool));
  },
);
