// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChartSource } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';
import type { FetchedModule } from './fetch-module.ts';
import { intoNamespace } from './into-namespace.ts';
import { parseDocuments } from './parse-documents.ts';
import { runRenderer, withWorkFolder } from './run-renderer.ts';

/** One use of Helm. */
export interface ChartRendering {
  readonly source: ChartSource;
  readonly module: FetchedModule;
  /** Path of Helm. */
  readonly binary: string;
  readonly signal?: AbortSignal | undefined;
}

async function helmTemplate(rendering: ChartRendering, folder: string): Promise<string> {
  const { source, module, binary, signal } = rendering;
  const { release, path, namespace, kubeVersion, values } = source;
  const valuesFile = join(folder, 'values.json');
  await writeFile(valuesFile, JSON.stringify(values));
  const args = [
    'template',
    release,
    join(module.directory, path),
    `--namespace=${namespace}`,
    `--kube-version=${kubeVersion}`,
    `--values=${valuesFile}`,
    '--include-crds',
    // Hooks are programs for Helm's own install and uninstall, which never run here.
    '--no-hooks',
  ];
  return runRenderer({
    binary,
    args,
    cwd: folder,
    env: { HOME: folder },
    signal,
    failure: `helm failed for ${module.path}@${module.version}/${path}`,
    reasonIn: (stderr) => stderr.trim(),
  });
}

/**
 * Removes fields without a value (`env.value:`), which Helm charts write and which Kubernetes
 * treats as absent.
 */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null)
      .map(([key, child]) => [key, withoutNulls(child)]),
  );
}

/**
 * Renders a chart as `helm install` would apply it on a cluster of that Kubernetes version, hooks
 * left out, with the Namespace that helm would be told to make.
 *
 * @throws ManifestError when Helm fails, and when two renderings differ: output that a chart
 * generates anew each time (certificates, passwords) cannot be locked.
 */
export async function renderChart(rendering: ChartRendering): Promise<KubernetesObject[]> {
  const { source, module } = rendering;
  const chart = `${module.path}@${module.version}/${source.path}`;
  return withWorkFolder(async (folder) => {
    const text = await helmTemplate(rendering, folder);
    if ((await helmTemplate(rendering, folder)) !== text) {
      throw new ManifestError(
        `${chart} renders differently each time: set values that keep it from making ` +
          'certificates or passwords',
      );
    }
    const objects = parseDocuments(text, chart).map((object) => withoutNulls(object));
    return intoNamespace(objects as KubernetesObject[], source.namespace);
  });
}
