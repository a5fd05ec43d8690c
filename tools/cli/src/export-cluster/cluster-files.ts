// SPDX-License-Identifier: Apache-2.0
import { inside, plainValue, readResources } from '@strata/prove-restore/state';
import type { ExportedFile } from './exported-file.ts';
import { keyFiles } from './key-files.ts';
import { manifests } from './objects.ts';
import { readme } from './readme.ts';

/**
 * Returns a user cluster as files that need nothing of Strata: its objects on the infra cluster, those
 * inside it, its keys and its kubeconfig.
 *
 * @param stack - name of the stack, `<environment>.<cluster>`.
 * @param state - what `pulumi stack export --show-secrets` printed.
 * @returns undefined when the stack has made nothing.
 * @throws ProveError when the text is no state, or its secrets are encrypted.
 */
export function clusterFiles(stack: string, state: string): readonly ExportedFile[] | undefined {
  const resources = readResources(state);
  if (resources.length === 0) return undefined;
  const [, cluster = ''] = stack.split('.');
  const own = inside(resources, cluster);
  const outside = resources.filter((one) => !own.includes(one));
  const root = resources.find(({ type }) => type === 'pulumi:pulumi:Stack');
  const { kubeconfig } = plainValue(root?.outputs ?? {}) as { readonly kubeconfig?: unknown };
  return [
    { path: 'README.md', text: readme(stack) },
    { path: 'infra.yaml', text: manifests(outside) },
    { path: 'inside.yaml', text: manifests(own) },
    ...(typeof kubeconfig === 'string' ? [{ path: 'kubeconfig', text: kubeconfig }] : []),
    ...keyFiles(resources),
  ];
}
