// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasured } from '../measure/run-measured.ts';
import { writeObjects } from './object-files.ts';
import type { ObjectFile } from './object-files.ts';
import type { ObjectSets, PeerWorld } from './object-sets.ts';
import type { Tool } from './tool.ts';

/** Quotes words as a command line for `sh`. */
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/**
 * Returns kubectl as a tool, with one call per cluster: first the infra cluster, then the user
 * cluster, as a person or a script would do. CRDs are applied before objects of their kinds.
 */
export function kubectlTool(world: PeerWorld): Tool {
  const { env, folder, servers } = world;
  const place = join(folder, 'kubectl');
  mkdirSync(place, { recursive: true });
  const { left, ...all } = writeObjects(world, place);
  const command = ({ file, kubeconfig }: ObjectFile, words: readonly string[]) =>
    quoted(['kubectl', '--kubeconfig', kubeconfig, ...words, '-f', file]);
  const commands = (set: keyof ObjectSets, words: readonly string[]) =>
    all[set].map((part) => command(part, words));
  const run = (script: string) =>
    runMeasured({ args: ['sh', '-c', script], cwd: place, env }, { servers });
  // No object can be made before its kind is served.
  const served = ['wait', '--for=condition=Established', '--timeout=60s'];
  const apply = (set: keyof ObjectSets) => () =>
    run(
      all[set]
        .flatMap((part) => [
          command(part, ['apply', '--server-side', '--force-conflicts']),
          ...(part.isDefinitions ? [command(part, served)] : []),
        ])
        .join(' && '),
    );
  // Exit code 1 means a difference; higher codes are errors.
  const diff = (set: keyof ObjectSets) => () =>
    run(
      commands(set, ['diff', '--server-side', '--force-conflicts'])
        .map((line) => `{ ${line} || [ $? -eq 1 ]; }`)
        .join(' && '),
    );
  const remove = (...more: readonly string[]) =>
    commands('scaled', ['delete', '--ignore-not-found', ...more])
      .toReversed()
      .join(' && ');
  return {
    name: 'kubectl',
    run: {
      create: apply('base'),
      preview: diff('base'),
      change: apply('changed'),
      drift: diff('changed'),
      scale: apply('scaled'),
      destroy: () => run(remove()),
    },
    cleanUp: async () => {
      await run(
        left
          .map((part) => command(part, ['delete', '--ignore-not-found']))
          .toReversed()
          .join(' && '),
      );
    },
  };
}
