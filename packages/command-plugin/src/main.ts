// SPDX-License-Identifier: Apache-2.0
import { serve } from '@strata/strata-provider/server';
import { lifecycleOf } from './lifecycles.ts';

// Pulumi passes its own flags first and the address of its engine last.
const engineAddress = process.argv.at(-1) ?? '';
/** Version of the official plugin that it stands in for: that of @pulumi/command in node_modules. */
const version = '1.2.1';
const port = await serve({ engineAddress, lifecycleOf, version });

// Pulumi reads the port from the first line, and keeps stdin open for as long as it lives.
console.log(String(port));
process.stdin.on('end', () => process.exit(0)).resume();
