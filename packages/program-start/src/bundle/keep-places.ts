// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names that esbuild writes where modules ask `import.meta`; each module declares them. */
export const placesOfModules = {
  'import.meta.url': 'urlOfModule',
  'import.meta.filename': 'fileOfModule',
  'import.meta.dirname': 'folderOfModule',
};

/** All else of `import.meta`, and its name in a comment, which may as well be all of it. */
const unknownMeta = /import\.meta(?!\.(?:url|filename|dirname)\b)/;

/** Comments and directives, before which there may be no declaration. */
const begin = /^(?:\s+|\/\/.*|\/\*[^]*?\*\/|(["'])use [a-z ]+\1;?)*/;

const isModule = (text: string) => /^\s*(?:import|export)\b/m.test(text);

/** Declares the place of a module or of a script, in a line that is there: others keep their numbers. */
function withPlace(path: string, text: string): string {
  const places = isModule(text)
    ? { urlOfModule: pathToFileURL(path).href, fileOfModule: path, folderOfModule: dirname(path) }
    : { __filename: path, __dirname: dirname(path) };
  const declared = Object.entries(places).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return text.replace(begin, (found) => `${found};var ${declared.join()};`);
}

/**
 * Plugin of esbuild: each source and each library knows its own place, beside which it reads files, as if
 * it were not in a bundle. One that asks `import.meta` for something else is refused.
 */
export const keepPlaces: Plugin = {
  name: 'keep-places',
  setup: (plugin) => {
    plugin.onLoad({ filter: /\.[cm]?[jt]s$/ }, ({ namespace, path }) => {
      if (namespace !== 'file') return undefined;
      const text = readFileSync(path, 'utf8');
      if (!/import\.meta|\b__(?:dir|file)name\b/.test(text)) return undefined;
      if (unknownMeta.test(text)) {
        return {
          errors: [{ text: `${path} asks import.meta for something that a bundle has not` }],
        };
      }
      const loader = extname(path).endsWith('ts') ? 'ts' : 'js';
      return { contents: withPlace(path, text), loader };
    });
  },
};
