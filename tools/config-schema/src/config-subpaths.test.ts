// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import { buildSync } from 'esbuild';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Returns the folders whose files a browser would load for a module, two levels deep, sorted. */
function foldersOf(module: string): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [module],
    bundle: true,
    format: 'esm',
    // With a module of Node among its files it cannot be put together.
    platform: 'browser',
    write: false,
    outdir: 'bundle',
    metafile: true,
    logLevel: 'silent',
  });
  const folders = Object.keys(metafile.inputs).map((file) => {
    const [top = '', name = '', ...rest] = file.split('/');
    const isConfig = rest.join('/').startsWith('src/config/');
    return `${top}/${name}${isConfig ? '/src/config' : ''}`;
  });
  return [...new Set(folders)].sort();
}

test.each(Object.keys(programReads))(
  'the schema of %s loads neither Pulumi, nor its program, nor anything of Node',
  (program) => {
    const contracts = ['packages/contracts', 'packages/contracts/src/config'];
    expect(foldersOf(`@strata/${program}/config`)).toEqual(
      ['node_modules/zod', ...contracts, `packages/${program}/src/config`].sort(),
    );
  },
);
