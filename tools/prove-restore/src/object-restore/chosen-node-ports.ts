// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { ManifestMetadata } from './manifest.ts';

/** Ports of nodes that somebody has chosen for a Service; the API server has chosen all others. */
export interface ChosenNodePorts {
  /** Returns whether that of this port of the Service was chosen. */
  readonly has: (port: Readonly<Record<string, unknown>>) => boolean;
  /** Whether that of the health checks was chosen. */
  readonly isHealthCheck: boolean;
}

const fields = z.record(z.string(), z.unknown());

const entry = z.object({
  fieldsV1: z.object({
    'f:spec': z.object({
      'f:ports': z.record(z.string(), fields).optional(),
      'f:healthCheckNodePort': z.unknown().optional(),
    }),
  }),
});

const portKey = z.object({ port: z.number(), protocol: z.string().default('TCP') });

/** Returns the text by which a port of a Service is known; undefined when it is none. */
function nameOf(port: unknown): string | undefined {
  const read = portKey.safeParse(port);
  return read.success ? `${read.data.port}/${read.data.protocol}` : undefined;
}

/** Returns the port that a name of managed fields is about, such as `k:{"port":80,"protocol":"TCP"}`. */
function portOf(name: string): string | undefined {
  if (!name.startsWith('k:')) return undefined;
  try {
    return nameOf(JSON.parse(name.slice(2)));
  } catch {
    return undefined;
  }
}

/**
 * Returns which node ports of a Service were chosen. A field that the API server fills itself is nobody's in
 * the managed fields.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function chosenNodePorts({ managedFields = [] }: ManifestMetadata): ChosenNodePorts {
  const set = managedFields.flatMap((one) => {
    const read = entry.safeParse(one);
    return read.success ? [read.data.fieldsV1['f:spec']] : [];
  });
  const chosen = set.flatMap(({ 'f:ports': ports = {} }) =>
    Object.entries(ports).flatMap(([name, port]) =>
      'f:nodePort' in port ? (portOf(name) ?? []) : [],
    ),
  );
  return {
    has: (port) => chosen.includes(nameOf(port) ?? ''),
    isHealthCheck: set.some((spec) => 'f:healthCheckNodePort' in spec),
  };
}
