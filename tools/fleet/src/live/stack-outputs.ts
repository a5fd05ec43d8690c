// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { liveValues } from './live-schema.ts';
import type { LiveStack } from './live-schema.ts';
import { timeOf } from './read-objects.ts';

/** Outputs that are read; the schema leaves out all others. */
const outputs = z.object({
  release: z.string().optional(),
  kubernetes: z.string().optional(),
  endpoint: z.string().optional(),
  apiEndpoint: z.string().optional(),
  joinTokenExpires: z.string().optional(),
  kubeconfig: z.string().optional(),
  platformKubeconfig: z.string().optional(),
});

/** Outputs of a stack. */
export interface StackOutputs {
  /** Outputs that the page shows. */
  readonly shown: NonNullable<LiveStack['outputs']['value']>;
  /** Kubeconfig of its cluster, a secret; undefined when it outputs none. */
  readonly kubeconfig?: string;
}

/**
 * Returns what is read of the outputs that `pulumi stack output --json` prints.
 *
 * @throws ZodError when an output has another form than the page shows.
 */
export function readOutputs(text: string): StackOutputs {
  const found = outputs.parse(JSON.parse(text === '' ? '{}' : text));
  const { kubernetes, release } = found;
  // On the infra cluster, the account of the platform's stacks: it has fewer rights than the
  // kubeconfig of cluster-admin, which is all that older stacks have.
  const kubeconfig = found.platformKubeconfig ?? found.kubeconfig;
  const endpoint = found.endpoint ?? found.apiEndpoint;
  const joinTokenEnds = timeOf(found.joinTokenExpires);
  return {
    shown: liveValues.outputs.parse({
      ...(release !== undefined && { release }),
      ...(kubernetes !== undefined && { kubernetes }),
      ...(endpoint !== undefined && { endpoint }),
      ...(joinTokenEnds !== undefined && { joinTokenEnds }),
    }),
    ...(kubeconfig !== undefined && { kubeconfig }),
  };
}
