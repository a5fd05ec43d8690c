// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { LiveStack } from './live-schema.ts';
import { timeOf } from './read-objects.ts';

/**
 * Outputs that are read. Those that are named `kubeconfig` are used to ask clusters, and are no part
 * of what is told.
 */
const outputs = z.object({
  release: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
  kubernetes: z.string().optional(),
  endpoint: z.string().optional(),
  apiEndpoint: z.string().optional(),
  joinTokenExpires: z.string().optional(),
  kubeconfig: z.string().optional(),
  platformKubeconfig: z.string().optional(),
});

/** Outputs of a stack. */
export interface StackOutputs {
  readonly told: NonNullable<LiveStack['outputs']['value']>;
  /** Kubeconfig to ask its cluster with, a secret; undefined: it has none. */
  readonly kubeconfig?: string;
}

/** Returns what is read of the outputs that `pulumi stack output --json` prints. */
export function readOutputs(text: string): StackOutputs {
  const found = outputs.parse(JSON.parse(text === '' ? '{}' : text));
  const { kubernetes, release, versions = {} } = found;
  // The account of the platform has no right to change a cluster's credentials or nodes; the other
  // one is cluster-admin, and all that older stacks have.
  const kubeconfig = found.platformKubeconfig ?? found.kubeconfig;
  const endpoint = found.endpoint ?? found.apiEndpoint;
  const joinTokenEnds = timeOf(found.joinTokenExpires);
  return {
    told: {
      ...(release !== undefined && { release }),
      ...(kubernetes !== undefined && { kubernetes }),
      ...(endpoint !== undefined && { endpoint }),
      ...(joinTokenEnds !== undefined && { joinTokenEnds }),
      versions: Object.entries(versions).map(([name, version]) => ({ name, version })),
    },
    ...(kubeconfig !== undefined && { kubeconfig }),
  };
}
