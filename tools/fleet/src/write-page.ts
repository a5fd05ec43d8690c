// SPDX-License-Identifier: Apache-2.0
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparedFleet } from './change-model.ts';

const source = join(import.meta.dirname, 'page');

/** Returns the hash source by which a Content-Security-Policy allows exactly this text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Kinds of pages: a file connects to nothing, and a page of the server to its own server. */
const kinds = {
  file: { script: 'main.tsx', policy: [] },
  served: { script: 'main-served.tsx', policy: ["connect-src 'self'"] },
} as const;

/** Compiles the components into one script. */
async function compile(script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, script)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'es2024',
    legalComments: 'none',
    logLevel: 'silent',
    charset: 'ascii',
  });
  // Escapes the text that a browser would take for the end of the script.
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** Returns the fleet as JSON that an HTML parser cannot mistake for markup. */
function embedded(fleet: ComparedFleet): string {
  return JSON.stringify(fleet).replaceAll('<', '\\u003c');
}

/**
 * Compiles the page, and returns a function that returns it as one HTML file for a fleet. Its policy
 * allows only its own style and script, by their hashes, and for a file no request at all.
 */
export async function preparePage(
  kind: keyof typeof kinds,
): Promise<(fleet: ComparedFleet) => string> {
  const [style, script] = await Promise.all([
    readFile(join(source, 'style.css'), 'utf8'),
    compile(kinds[kind].script),
  ]);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...kinds[kind].policy,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return (fleet) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The fleet - Strata</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript: everything it shows is in it, and made by its own script.</noscript>
<script type="application/json" id="fleet">${embedded(fleet)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Returns the page of a fleet as one HTML file that makes no requests. */
export async function writePage(fleet: ComparedFleet): Promise<string> {
  return (await preparePage('file'))(fleet);
}
