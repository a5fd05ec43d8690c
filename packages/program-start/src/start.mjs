// SPDX-License-Identifier: Apache-2.0
// The first module of a program. Pulumi starts programs with the Node on PATH, which may be too old for
// TypeScript. So this is JavaScript that an old Node reads as well: it has the Node that `npm ci` has
// installed run the program instead.
const [major] = process.versions.node.split('.');

if (Number(major) >= 24) await import('./index.ts');
else await import('./start-again.mjs');
