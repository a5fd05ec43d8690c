// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasured } from '../measure/run-measured.ts';
import { clusters, isDefinition } from './object-sets.ts';
import type { ObjectSets, PeerWorld } from './object-sets.ts';
import type { KubeObject } from './rendered-objects.ts';
import type { Tool } from './tool.ts';

const list = (items: readonly KubeObject[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/** A command line for `sh`, word by word. */
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/**
 * kubectl, one call a cluster: first the infra cluster, then the user cluster, as a person or a
 * script would. Kinds that come along are applied before what is of these kinds.
 */
export function kubectlTool({ env, folder, kubeconfigs, servers, sets }: PeerWorld): Tool {
  const place = join(folder, 'kubectl');
  mkdirSync(place, { recursive: true });
  const files = (set: keyof ObjectSets) =>
    clusters.flatMap((cluster) => {
      const objects = sets[set][cluster];
      const parts = [objects.filter(isDefinition), objects.filter((one) => !isDefinition(one))];
      return parts.flatMap((part, index) => {
        const file = join(place, `${set}-${cluster}-${index}.json`);
        if (part.length === 0) return [];
        writeFileSync(file, list(part));
        return [{ cluster, file }];
      });
    });
  const commands = (set: keyof ObjectSets, words: readonly string[]) =>
    files(set).map(({ cluster, file }) =>
      quoted(['kubectl', '--kubeconfig', kubeconfigs[cluster], ...words, '-f', file]),
    );
  const run = (script: string) =>
    runMeasured({ args: ['sh', '-c', script], cwd: place, env }, { servers });
  const apply = (set: keyof ObjectSets) => () =>
    run(commands(set, ['apply', '--server-side', '--force-conflicts']).join(' && '));
  // It says 1 when something differs; more than that is an error.
  const diff = (set: keyof ObjectSets) => () =>
    run(
      commands(set, ['diff', '--server-side', '--force-conflicts'])
        .map((command) => `{ ${command} || [ $? -eq 1 ]; }`)
        .join(' && '),
    );
  const remove = (...more: readonly string[]) =>
    commands('scaled', ['delete', ...more])
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
      await run(remove('--ignore-not-found'));
    },
  };
}
