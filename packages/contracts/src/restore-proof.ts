// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Folder of the files with {@link restoreProof}, from the root of the repository. */
export const proofFolder = '.strata/proofs';

/** Returns the path of the last proof of a cluster, from the root of the repository. */
export function proofFile(environment: string, cluster: string): string {
  return `${proofFolder}/${environment}.${cluster}.json`;
}

const time = z.iso.datetime({ offset: true });
const count = z.int().min(0);

/**
 * Result of a trial restore of a cluster's backup. It contains no secrets: it names kinds, Strata's
 * own objects and groups of machines.
 */
export const restoreProof = z.object({
  format: z.literal(1),
  environment: z.string(),
  cluster: z.string(),
  /** When the trial ended; RFC 3339. */
  time,
  /** Seconds that it took. */
  seconds: z.number().min(0),
  /** Backup that was restored: its ID in the repository, and when it was stored. */
  backup: z.object({ id: z.string(), time }),
  verdict: z.enum(['restorable', 'broken']),
  /** Differences from the expected state; empty when the verdict is `restorable`. */
  mismatches: z.array(z.string()),
  /** Remarks that are not mismatches, and parts that were not compared. */
  notes: z.array(z.string()),
  /** Number of objects by kind, `<plural>` or `<plural>.<group>`; kinds without objects are left out. */
  objects: z.record(z.string(), count),
  /** Nodes by group of machines: how many the cluster should have, and how many the backup has. */
  nodes: z.record(z.string(), z.object({ expected: count, found: count })),
  /** Last time at which anything was written, as the objects themselves say; RFC 3339. */
  newest: time.optional(),
  versions: z.object({
    /** Of the API server that was started. */
    apiServer: z.string(),
    /** Of the cluster, as its stack knows it. */
    kubernetes: z.string().optional(),
    etcd: z.string(),
    restic: z.string(),
  }),
});

/** Result of a trial restore of a cluster's backup. */
export type RestoreProof = z.infer<typeof restoreProof>;
