// SPDX-License-Identifier: Apache-2.0
// Turns answers of the Kubernetes API into facts of the page.
import { labelKeys } from '@strata/contracts';
import { cronJobList, instanceList, nodeList, version } from './api-objects.ts';
import { pressures } from './live-schema.ts';
import type { LiveBackup, LiveMachine, LiveNode } from './live-schema.ts';
import { SayableError } from './say-problem.ts';

/** Returns a time as the page has it; undefined for none, or for what is no time. */
export function timeOf(text: string | null | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/**
 * Returns a version without its leading `v`.
 *
 * @throws SayableError when there is none.
 */
export function versionOf(what: string, found: string | undefined): string {
  if (found === undefined || found === '') throw new SayableError(`${what} is not there`);
  return found.replace(/^v/, '');
}

/** Returns the version of Kubernetes that an API server runs. */
export function readVersion(answer: unknown): string {
  return versionOf('its version', version.parse(answer).gitVersion);
}

const readiness: Readonly<Record<string, LiveNode['ready']>> = {
  True: 'ready',
  False: 'not ready',
};

/** Returns nodes with their readiness. */
export function readNodes(answer: unknown): LiveNode[] {
  return nodeList.parse(answer).items.map(({ metadata, spec, status }) => {
    const { conditions, nodeInfo } = status;
    const ready = conditions.find(({ type }) => type === 'Ready');
    const since = timeOf(ready?.lastTransitionTime);
    const isTrue = (wanted: string) =>
      conditions.some((one) => one.type === wanted && one.status === 'True');
    return {
      name: metadata.name,
      ready: readiness[ready?.status ?? ''] ?? 'unknown',
      ...(since !== undefined && { since }),
      version: nodeInfo.kubeletVersion.replace(/^v/, ''),
      schedulable: spec.unschedulable !== true,
      pressures: pressures.filter(isTrue),
    };
  });
}

/** Stands for a label that is missing. */
const unlabelled = 'none';

/** Returns the VMs of user clusters with the hosts that they run on; no kind VMI means no VMs. */
export function readMachines(answer: unknown): LiveMachine[] {
  return instanceList.parse(answer ?? {}).items.map(({ metadata, status }) => {
    const { conditions, nodeName = '', phase = 'Unknown' } = status;
    return {
      cluster: metadata.labels[labelKeys.clusterName] ?? unlabelled,
      group: metadata.labels[labelKeys.pool] ?? unlabelled,
      name: metadata.name,
      phase,
      ...(nodeName !== '' && { host: nodeName }),
      ready: conditions.some(({ status: is, type }) => type === 'Ready' && is === 'True'),
    };
  });
}

/** Returns when user clusters were last backed up. */
export function readBackups(answer: unknown): LiveBackup[] {
  return cronJobList.parse(answer).items.map(({ metadata, spec, status }) => {
    const lastSchedule = timeOf(status.lastScheduleTime);
    const lastSuccess = timeOf(status.lastSuccessfulTime);
    return {
      cluster: metadata.labels[labelKeys.clusterName] ?? unlabelled,
      suspended: spec.suspend,
      ...(lastSchedule !== undefined && { lastSchedule }),
      ...(lastSuccess !== undefined && { lastSuccess }),
    };
  });
}
