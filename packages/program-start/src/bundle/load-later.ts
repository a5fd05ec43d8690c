// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'esbuild';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const isPulumi = (path: string) => path.startsWith('@pulumi/');

/** Whether an import names a package, and not a file or a package of this repository. */
const isForeign = (path: string) => !/^(\.|\/|node:|@strata\/)/.test(path);

/** Marks a question that esbuild answers itself. */
const unchanged = Symbol('unchanged');

/**
 * Plugin of esbuild: loads from `node_modules`, when they are asked for, Pulumi's packages, if others have
 * loaded them, and those that a source imports only when it needs them. It is the package that Node finds
 * beside the source: the bundle lies elsewhere.
 */
export const loadLater = (isPulumiLoaded: boolean): Plugin => ({
  name: 'load-later',
  setup: (plugin) => {
    plugin.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...asked }) => {
      const { importer, kind, namespace } = asked;
      if (namespace === 'later') return { path, external: true };
      if (pluginData === unchanged) return undefined;
      if (isPulumi(path)) {
        if (!isPulumiLoaded) return undefined;
        const file = createRequire(importer).resolve(path);
        return { path: file, namespace: 'later', pluginData: { importer, path } as unknown };
      }
      if (kind !== 'dynamic-import' || !isForeign(path)) return undefined;
      const found = await plugin.resolve(path, { ...asked, pluginData: unchanged });
      // A package that is missing is an error when somebody asks for it.
      if (found.errors.length > 0 || found.external) return { path, external: true };
      return { path: pathToFileURL(found.path).href, external: true };
    });
    plugin.onLoad({ filter: /.*/, namespace: 'later' }, ({ pluginData }) => {
      const { importer, path } = pluginData as { readonly importer: string; readonly path: string };
      const [from, name] = [importer, path].map((text) => JSON.stringify(text));
      return {
        contents: `module.exports = require('node:module').createRequire(${from})(${name});`,
      };
    });
  },
});
