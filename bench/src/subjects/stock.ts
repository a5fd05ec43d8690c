// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasured } from '../measure/run-measured.ts';
import { kubectlTool } from './kubectl.ts';
import { clustersOf, stages } from './object-sets.ts';
import type { ObjectSets, PeerWorld } from './object-sets.ts';
import type { Tool } from './tool.ts';

/**
 * Writes a copy of the program into a folder of its own, with this repository's modules and the
 * objects.
 */
function writeProgram(folder: string, world: PeerWorld): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(workspaceRoot, 'bench/stock'), folder, { recursive: true });
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(workspaceRoot, 'node_modules'), modules);
  for (const set of stages) {
    for (const { cluster } of clustersOf(world)) {
      const file = join(folder, `${set}-${cluster}.json`);
      writeFileSync(file, JSON.stringify(world.sets[set][cluster]));
    }
  }
}

/**
 * Returns the variable that sets the folder in which ts-node caches the output of a checked program
 * as long as the program does not change: below the folder of temporary files.
 *
 * @see https://github.com/TypeStrong/ts-node/blob/v7.0.1/src/index.ts `getTmpDir`, `readThrough`
 */
const temporary = (folder: string) => ({ TMPDIR: folder });

/**
 * Returns a stock Pulumi program as a tool: TypeScript run by ts-node, `@pulumi/kubernetes` and the
 * engine with their defaults, a file backend, one resource per object.
 *
 * @param stateFolder - folder of a backend of its own.
 */
export async function stockTool(world: PeerWorld, stateFolder: string): Promise<Tool> {
  const { folder, servers } = world;
  const place = join(folder, 'stock');
  const compiled = join(folder, 'stock-compiled');
  const env = {
    ...world.env,
    ...temporary(compiled),
    PULUMI_BACKEND_URL: `file://${stateFolder}`,
    // Strata's engine has journals, which the stock one has not.
    PULUMI_DISABLE_JOURNALING: 'true',
  };
  mkdirSync(stateFolder, { recursive: true });
  mkdirSync(compiled);
  writeProgram(place, world);
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runMeasured(
      {
        args: ['pulumi', ...args, '--non-interactive', '--color=never'],
        cwd: place,
        env: { ...env, ...more },
      },
      { servers, stateFolder },
    );
  const pulumi = (...args: readonly string[]) => run(args);
  await pulumi('stack', 'init', 'bench');
  for (const { cluster, kubeconfig } of clustersOf(world)) {
    await pulumi('config', 'set', `${cluster}Kubeconfig`, kubeconfig);
  }
  const choose = (set: keyof ObjectSets) => pulumi('config', 'set', 'set', set);
  const up = (set: keyof ObjectSets) => async () => {
    await choose(set);
    return pulumi('up', '--yes', '--skip-preview');
  };
  const destroy = () => pulumi('destroy', '--yes', '--skip-preview');
  return {
    name: 'stock',
    run: {
      create: up('base'),
      preview: () => pulumi('preview'),
      change: up('changed'),
      drift: () => pulumi('refresh', '--preview-only'),
      scale: up('scaled'),
      destroy,
    },
    start: {
      run: async (more) => {
        await choose('base');
        return run(['preview'], more);
      },
      compiledIn: temporary,
    },
    cleanUp: async () => {
      await kubectlTool(world).cleanUp();
    },
  };
}
