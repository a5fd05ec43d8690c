// SPDX-License-Identifier: Apache-2.0
import { fetchStatus, findSupervisor, nameOption } from '../control-client.ts';
import type { Instance } from '../instance.ts';
import type { RackStatus } from '../supervisor/status.ts';

/**
 * Prints what runs in the sandbox.
 *
 * @returns Exit code: 0 when the sandbox is ready, 3 when it is not, as service managers do.
 */
export async function showStatus(instance: Instance, json: boolean): Promise<number> {
  const status = await fetchStatus(instance);
  const isReady = status?.phase === 'ready' && status.unready.length === 0;
  if (json) console.log(JSON.stringify(status ?? { phase: 'down' }, null, 2));
  else
    console.log(status === undefined ? describeAbsence(instance) : renderStatus(instance, status));
  return isReady ? 0 : 3;
}

function describeAbsence(instance: Instance): string {
  const pid = findSupervisor(instance);
  return pid === undefined
    ? `Sandbox ${instance.name} is down.`
    : `Sandbox ${instance.name} does not answer (process ${pid}): "npx strata start${nameOption(instance)}" mends it.`;
}

/** Renders the status as text for people. */
export function renderStatus(instance: Instance, status: RackStatus): string {
  const names = status.processes.map(({ name }) => name.length);
  const width = Math.max(...names, 10);
  const rows = status.processes.map(({ name, pid, restarts = 0 }) => {
    const state = pid === undefined ? 'not running' : String(pid);
    const answers = status.unready.includes(name) ? '  does not answer' : '';
    const restarted = restarts > 0 ? `  restarted ${restarts} times` : '';
    return `  ${name.padEnd(width)}  ${state}${answers}${restarted}`;
  });
  const about = status.phase === 'ready' ? 'ready' : `${status.phase} (${status.step})`;
  return [
    `Sandbox ${instance.name} is ${about}, since ${status.startedAt}, in ${instance.dir}`,
    `  ${'supervisor'.padEnd(width)}  ${status.supervisorPid}`,
    ...rows,
  ].join('\n');
}
