// SPDX-License-Identifier: Apache-2.0
import { annotationKeys, labelKeys } from '@strata/contracts';
import { z } from 'zod';
import { conditions, isTrue } from './conditions.ts';

const secretVolume = z.object({ secretRef: z.object({ name: z.string() }).optional() }).optional();

/** A VirtualMachine, as far as a restore needs it. */
export const virtualMachine = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    creationTimestamp: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.object({
    runStrategy: z.string().default('Always'),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number().default(180),
        tolerations: z.array(z.record(z.string(), z.unknown())).default([]),
        volumes: z
          .array(z.object({ cloudInitNoCloud: secretVolume, cloudInitConfigDrive: secretVolume }))
          .default([]),
      }),
    }),
  }),
  status: z.object({ conditions }).default({ conditions: [] }),
});

/** A machine of a user cluster. */
export interface FoundMachine {
  readonly name: string;
  readonly uid: string;
  readonly role: string;
  /** When its object was made; RFC 3339. */
  readonly made: string;
  readonly isOff: boolean;
  readonly isReady: boolean;
  /** Seconds that it may take to shut down. */
  readonly graceSeconds: number;
  /** Taints of hosts that do not keep it away. */
  readonly tolerations?: readonly object[];
  /** Secret with its start-up data. */
  readonly userData?: string;
  /** How far rotations of keys are on it; see `strata.dev/keys`. */
  readonly keys?: string;
}

/** Reads a machine. */
export function foundMachine(object: z.infer<typeof virtualMachine>): FoundMachine {
  const { metadata, spec, status } = object;
  const { spec: template } = spec.template;
  const [userData] = template.volumes.flatMap(
    ({ cloudInitConfigDrive, cloudInitNoCloud }) =>
      (cloudInitNoCloud ?? cloudInitConfigDrive)?.secretRef?.name ?? [],
  );
  const keys = metadata.annotations[annotationKeys.keys];
  return {
    name: metadata.name,
    uid: metadata.uid,
    role: metadata.labels[labelKeys.role] ?? '',
    made: metadata.creationTimestamp,
    isOff: spec.runStrategy === 'Halted',
    isReady: isTrue(status.conditions, 'Ready'),
    graceSeconds: template.terminationGracePeriodSeconds,
    ...(template.tolerations.length > 0 && { tolerations: template.tolerations }),
    ...(userData !== undefined && { userData }),
    ...(keys !== undefined && { keys }),
  };
}
