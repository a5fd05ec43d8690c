// SPDX-License-Identifier: Apache-2.0
import { enableCompileCache, flushCompileCache } from 'node:module';

// Keeps the compiler of types out of the memory of every guest but the first.
enableCompileCache();
const { bootGuest } = await import('./guest.ts');
// Now, not at the end: a guest that is cut off has no end.
flushCompileCache();
process.exitCode = await bootGuest(process.argv[2] ?? 'boot.json');
// Whatever still holds the process is of no use to a machine that is off.
process.exit();
