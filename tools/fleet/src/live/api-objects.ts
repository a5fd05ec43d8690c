// SPDX-License-Identifier: Apache-2.0
// Fields of Kubernetes objects that are read; the schemas leave out all others.
import { labelKeys } from '@strata/contracts';
import { z } from 'zod';

const items = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item).default([]) });

const condition = z.object({
  type: z.string(),
  status: z.string(),
  /** null in objects of custom kinds whose controller sets no time. */
  lastTransitionTime: z.string().nullish(),
});

const owned = z.object({
  name: z.string(),
  labels: z
    .object({
      [labelKeys.clusterName]: z.string().optional(),
      [labelKeys.pool]: z.string().optional(),
    })
    .default({}),
});

/** Answer of `/version`. */
export const version = z.object({ gitVersion: z.string() });

/** List of nodes. */
export const nodeList = items(
  z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({ unschedulable: z.boolean().optional() }).default({}),
    status: z.object({
      conditions: z.array(condition).default([]),
      nodeInfo: z.object({ kubeletVersion: z.string() }),
    }),
  }),
);

/** List of VirtualMachineInstances. */
export const instanceList = items(
  z.object({
    metadata: owned,
    status: z
      .object({
        phase: z.string().optional(),
        nodeName: z.string().optional(),
        conditions: z.array(condition).default([]),
      })
      .prefault({}),
  }),
);

/** List of CronJobs. */
export const cronJobList = items(
  z.object({
    metadata: owned,
    spec: z.object({ suspend: z.boolean().default(false) }).prefault({}),
    status: z
      .object({
        lastScheduleTime: z.iso.datetime().optional(),
        lastSuccessfulTime: z.iso.datetime().optional(),
      })
      .default({}),
  }),
);

/** List of KubeVirt objects. */
export const kubevirtList = items(
  z.object({ status: z.object({ observedKubeVirtVersion: z.string().optional() }).default({}) }),
);

/** List of CDI objects. */
export const cdiList = items(
  z.object({ status: z.object({ observedVersion: z.string().optional() }).default({}) }),
);
