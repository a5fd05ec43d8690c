// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import type { Tell } from '../progress.ts';
import { conditions, isTrue } from './conditions.ts';
import type { FoundMachine } from './found-machine.ts';
import type { TenantNamespace } from './tenant-namespace.ts';
import { until } from './wait.ts';
import type { Patience } from './wait.ts';

/** Arguments of {@link renewWorkers}. */
interface WorkerWork {
  readonly namespace: TenantNamespace;
  /** Of the user cluster. */
  readonly api: ApiClient;
  readonly patience: Patience;
  readonly tell: Tell;
}

/** Minutes in which a new machine becomes a node. */
const joinMinutes = 40;

const node = z.object({
  metadata: z.object({ name: z.string(), creationTimestamp: z.string() }),
  status: z.object({ conditions }),
});

async function nodeOf({ api }: WorkerWork, name: string) {
  const found = await api.get(`/api/v1/nodes/${name}`);
  return found === undefined ? undefined : node.parse(found);
}

const isBefore = (time: string, limit: string) => Date.parse(time) < Date.parse(limit);

/** Deletes a machine, and waits until it is gone. Its pool makes another of the same name. */
async function deleteMachine(work: WorkerWork, machine: FoundMachine): Promise<void> {
  const { namespace, patience } = work;
  await namespace.deleteMachine(machine);
  const minutes = Math.ceil(machine.graceSeconds / 60) + 10;
  await until(`${machine.name} is gone`, minutes, patience, async () =>
    (await namespace.machine(machine.name))?.uid === machine.uid ? undefined : true,
  );
}

/** Returns whether a machine and its node are newer than the data; a node before that is another machine's. */
async function isNew(work: WorkerWork, name: string, written: string): Promise<boolean> {
  const machine = await work.namespace.machine(name);
  if (machine === undefined || isBefore(machine.made, written) || !machine.isReady) return false;
  const found = await nodeOf(work, name);
  return (
    found !== undefined &&
    !isBefore(found.metadata.creationTimestamp, written) &&
    isTrue(found.status.conditions, 'Ready')
  );
}

/**
 * Makes every worker that is older than the restored data anew, one after the other, with its node: the
 * data remembers nodes as they were at the backup, and a machine keeps its name when it is replaced.
 *
 * @param written - when the data was written; RFC 3339.
 * @see docs/runbooks/restore-user-cluster.md
 */
export async function renewWorkers(work: WorkerWork, written: string): Promise<void> {
  const { api, namespace, patience, tell } = work;
  const workers = (await namespace.machines()).filter(({ role }) => role === 'worker');
  for (const [index, worker] of workers.entries()) {
    const { made, name } = worker;
    if (await isNew(work, name, written)) continue;
    tell(`making ${name} anew (${index + 1} of ${workers.length})`);
    if (isBefore(made, written)) await deleteMachine(work, worker);
    const found = await nodeOf(work, name);
    if (found !== undefined && isBefore(found.metadata.creationTimestamp, written)) {
      await api.delete(`/api/v1/nodes/${name}`);
    }
    await until(`${name} is a node again`, joinMinutes, patience, async () =>
      (await isNew(work, name, written)) ? true : undefined,
    );
  }
}
