// SPDX-License-Identifier: Apache-2.0
import { lifecycleOf } from './server/lifecycles.ts';
import { serve } from './server/serve.ts';

// Pulumi passes its own flags first and the address of its engine last; gitops passes `--shared`.
const last = process.argv.at(-1) ?? '';
const engineAddress = last === '--shared' ? undefined : last;
const port = await serve({ engineAddress, lifecycleOf });

// Whoever starts it reads the port from the first line, and keeps stdin open for as long as it lives.
console.log(String(port));
process.stdin.on('end', () => process.exit(0)).resume();
