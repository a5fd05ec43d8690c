// SPDX-License-Identifier: Apache-2.0
import { enableCompileCache, flushCompileCache } from 'node:module';

// With this cache, only the first guest loads the compiler of types; it would take memory in each.
enableCompileCache();
const { bootGuest } = await import('./guest.ts');
// Write the cache now, not at the end: a guest that is cut off never reaches its end.
flushCompileCache();
process.exitCode = await bootGuest(process.argv[2] ?? 'boot.json');
// The machine is off: end the process, whatever still keeps it alive.
process.exit();
