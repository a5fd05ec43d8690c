// SPDX-License-Identifier: Apache-2.0
import { lifecycleOf } from './server/lifecycles.ts';
import { serve } from './server/serve.ts';

// Pulumi passes its own flags first and the address of its engine last.
const engineAddress = process.argv.at(-1) ?? '';
const port = await serve({ engineAddress, lifecycleOf });

// Pulumi reads the port from the first line, and keeps stdin open for as long as it lives.
console.log(String(port));
process.stdin.on('end', () => process.exit(0)).resume();
