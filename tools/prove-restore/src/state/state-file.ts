// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';

const fields = z.record(z.string(), z.unknown()).default({});

const resource = z.object({
  urn: z.string(),
  type: z.string(),
  /** URN and ID of its provider, with `::` between. */
  provider: z.string().default(''),
  /** It has been replaced, and is deleted with the next update. */
  delete: z.boolean().default(false),
  /** RFC 3339; states of old versions of Pulumi do not have it. */
  created: z.string().optional(),
  modified: z.string().optional(),
  inputs: fields,
  outputs: fields,
});

const exported = z.object({
  deployment: z.object({ resources: z.array(resource).default([]) }),
});

/** A resource of a state; secrets in it are still wrapped. */
export type StateResource = z.infer<typeof resource>;

/** Returns the name of a resource in its program. */
export function nameOf({ urn }: Pick<StateResource, 'urn'>): string {
  return urn.split('::')[3] ?? '';
}

/** Returns the resources that the stack has made inside its cluster: those of the cluster's own provider. */
export function inside(resources: readonly StateResource[], cluster: string): StateResource[] {
  return resources.filter(({ provider }) => provider.includes(`::${cluster}-nodes-provider::`));
}

/**
 * Returns the resources of an exported state that exist.
 *
 * @throws ProveError when it is none. The message has nothing of the content.
 */
export function readResources(text: string): readonly StateResource[] {
  const wrong = new ProveError('The state is not what "pulumi stack export" prints.');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const read = exported.safeParse(content);
  if (!read.success) throw wrong;
  return read.data.deployment.resources.filter((one) => !one.delete);
}
