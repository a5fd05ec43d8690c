// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasured } from '../measure/run-measured.ts';
import { kubectlTool } from './kubectl.ts';
import { clustersOf, isDefinition } from './object-sets.ts';
import type { ObjectSets, PeerWorld } from './object-sets.ts';
import type { Tool } from './tool.ts';

/** Template that includes every object of the chart unchanged: no object contains a template. */
const template = `{{ range $path, $content := .Files.Glob "objects/*" }}
---
{{ $.Files.Get $path }}
{{ end }}`;

/** Writes a chart with these objects, and its CRDs in the folder that Helm requires. */
function writeChart(folder: string, objects: PeerWorld['sets']['base']['infra']): void {
  for (const part of ['objects', 'templates', 'crds']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  const chart = { apiVersion: 'v2', name: 'cluster', version: '1.0.0' };
  writeFileSync(join(folder, 'Chart.yaml'), JSON.stringify(chart));
  writeFileSync(join(folder, 'templates/all.yaml'), template);
  objects.forEach((object, index) => {
    const part = isDefinition(object) ? 'crds' : 'objects';
    const file = `${String(index).padStart(3, '0')}.json`;
    writeFileSync(join(folder, part, file), JSON.stringify(object));
  });
}

/**
 * Returns Helm as a tool, with one release per cluster. It has no preview of differences (that is a
 * plug-in) and does not check whether its objects have changed.
 */
export function helmTool(world: PeerWorld): Tool {
  const { env, folder, servers, sets } = world;
  const clusters = clustersOf(world);
  const place = join(folder, 'helm');
  const charts = (set: keyof ObjectSets) =>
    clusters.map(({ cluster, kubeconfig }) => {
      const chart = join(place, `${set}-${cluster}`);
      writeChart(chart, sets[set][cluster]);
      return { chart, kubeconfig };
    });
  mkdirSync(place, { recursive: true });
  const all = { base: charts('base'), changed: charts('changed'), scaled: charts('scaled') };
  const run = (script: string) =>
    runMeasured({ args: ['sh', '-c', script], cwd: place, env }, { servers });
  const release = 'bench --namespace default';
  const upgrade =
    (set: keyof ObjectSets, flags = '') =>
    () =>
      run(
        all[set]
          .map(
            ({ chart, kubeconfig }) =>
              `helm upgrade --install ${release} '${chart}' ${flags} --kubeconfig '${kubeconfig}'`,
          )
          .join(' && '),
      );
  const uninstall = (flags: string) =>
    clusters
      .toReversed()
      .map(({ kubeconfig }) => `helm uninstall ${release} ${flags} --kubeconfig '${kubeconfig}'`)
      .join(' && ');
  return {
    name: 'helm',
    run: {
      create: upgrade('base'),
      preview: upgrade('base', '--dry-run=server'),
      change: upgrade('changed'),
      scale: upgrade('scaled'),
      destroy: () => run(uninstall('--wait')),
    },
    cleanUp: async () => {
      await run(uninstall('--ignore-not-found'));
      await kubectlTool(world).cleanUp();
    },
  };
}
