// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasured } from '../measure/run-measured.ts';
import { clustersOf, isDefinition } from './object-sets.ts';
import type { ObjectSets, PeerWorld } from './object-sets.ts';
import type { KubeObject } from './rendered-objects.ts';
import type { Tool } from './tool.ts';

const list = (items: readonly KubeObject[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

type Objects = readonly KubeObject[];

const isAny = (_: KubeObject) => true;

interface Definition extends KubeObject {
  readonly spec: { readonly group: string; readonly names: { readonly kind: string } };
}

/** Objects whose kinds do not come along: those of the others go with their kinds. */
function hasKindAlways(objects: Objects) {
  const own = objects
    .filter((one): one is Definition => isDefinition(one))
    .map(({ spec }) => `${spec.group} ${spec.names.kind}`);
  return ({ apiVersion, kind }: KubeObject) => !own.includes(`${apiVersion.split('/')[0]} ${kind}`);
}

/** A command line for `sh`, word by word. */
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/**
 * kubectl, one call a cluster: first the infra cluster, then the user cluster, as a person or a
 * script would. Kinds that come along are applied before what is of these kinds.
 */
export function kubectlTool(world: PeerWorld): Tool {
  const { env, folder, servers, sets } = world;
  const place = join(folder, 'kubectl');
  mkdirSync(place, { recursive: true });
  const files = (set: keyof ObjectSets, name: string = set, keep = (_: Objects) => isAny) =>
    clustersOf(world).flatMap(({ cluster, kubeconfig }) => {
      const objects = sets[set][cluster];
      const rest = objects.filter((one) => !isDefinition(one)).filter(keep(objects));
      const parts = [objects.filter(isDefinition), rest];
      return parts.flatMap((part, index) => {
        const file = join(place, `${name}-${cluster}-${index}.json`);
        if (part.length === 0) return [];
        writeFileSync(file, list(part));
        return [{ file, kubeconfig, isDefinitions: index === 0 }];
      });
    });
  const all = { base: files('base'), changed: files('changed'), scaled: files('scaled') };
  const left = files('scaled', 'left', hasKindAlways);
  const command = ({ file, kubeconfig }: (typeof all)['base'][number], words: readonly string[]) =>
    quoted(['kubectl', '--kubeconfig', kubeconfig, ...words, '-f', file]);
  const commands = (set: keyof ObjectSets, words: readonly string[]) =>
    all[set].map((part) => command(part, words));
  const run = (script: string) =>
    runMeasured({ args: ['sh', '-c', script], cwd: place, env }, { servers });
  // Of kinds that are not served yet nothing can be made.
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
  // It says 1 when something differs; more than that is an error.
  const diff = (set: keyof ObjectSets) => () =>
    run(
      commands(set, ['diff', '--server-side', '--force-conflicts'])
        .map((line) => `{ ${line} || [ $? -eq 1 ]; }`)
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
      await run(
        left
          .map((part) => command(part, ['delete', '--ignore-not-found']))
          .toReversed()
          .join(' && '),
      );
    },
  };
}
