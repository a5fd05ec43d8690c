// SPDX-License-Identifier: Apache-2.0
// Objects of the API as facts of the page: each field is named, nothing is copied as a whole.
import { labelKeys } from '@strata/contracts';
import type {
  ApiCondition,
  ApiCronJob,
  ApiInstance,
  ApiMachine,
  ApiNode,
  ApiService,
  List,
} from './api-objects.ts';
import type {
  LiveBackup,
  LiveBalancer,
  LiveCondition,
  LiveMachine,
  LiveNode,
} from './live-schema.ts';

/** Returns a time as the page has it; undefined for none, or for what is no time. */
export function timeOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Status that each condition should have; conditions that are not here are not judged. */
const wanted: Readonly<Record<string, string>> = {
  Ready: 'True',
  MemoryPressure: 'False',
  DiskPressure: 'False',
  PIDPressure: 'False',
  NetworkUnavailable: 'False',
  // Of VMs.
  Failure: 'False',
  Paused: 'False',
  LiveMigratable: 'True',
};

/** Conditions that are not as they should be, without their messages, which are free text. */
function wrong(conditions: readonly ApiCondition[] = []): LiveCondition[] {
  return conditions
    .filter(({ status, type }) => wanted[type] !== undefined && wanted[type] !== status)
    .map(({ reason, status, type }) => ({
      type,
      status,
      ...(reason !== undefined && reason !== '' && { reason }),
    }));
}

const readiness = { True: 'ready', False: 'not ready' } as const;

/** Returns nodes with their readiness. */
export function readNodes(list: List<ApiNode>): LiveNode[] {
  return (list?.items ?? []).map(({ metadata, spec, status }) => {
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    const since = timeOf(ready?.lastTransitionTime);
    return {
      name: metadata.name,
      ready: readiness[ready?.status as keyof typeof readiness] ?? 'unknown',
      ...(since !== undefined && { since }),
      version: (status?.nodeInfo?.kubeletVersion ?? 'unknown').replace(/^v/, ''),
      schedulable: spec?.unschedulable !== true,
      conditions: wrong(status?.conditions),
    };
  });
}

/** Returns VMs of user clusters with the hosts that they run on. */
export function readMachines(
  machines: List<ApiMachine>,
  instances: List<ApiInstance>,
): LiveMachine[] {
  const key = ({ name, namespace = '' }: ApiMachine['metadata']) => `${namespace}/${name}`;
  const hosts = new Map(
    (instances?.items ?? []).map(({ metadata, status }) => [key(metadata), status?.nodeName]),
  );
  return (machines?.items ?? []).map(({ metadata, status }) => {
    const host = hosts.get(key(metadata));
    return {
      cluster: metadata.labels?.[labelKeys.clusterName] ?? 'none',
      group: metadata.labels?.[labelKeys.pool] ?? 'none',
      name: metadata.name,
      phase: status?.printableStatus ?? 'Unknown',
      ...(host !== undefined && host !== '' && { host }),
      ready: status?.ready === true,
      conditions: wrong(status?.conditions),
    };
  });
}

/** Returns Services that have addresses of a load balancer. */
export function readBalancers(list: List<ApiService>): LiveBalancer[] {
  return (list?.items ?? []).flatMap(({ metadata, status }) => {
    const addresses = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
    const { name, namespace = '' } = metadata;
    return addresses.length === 0 ? [] : [{ namespace, service: name, addresses }];
  });
}

/** Returns when user clusters were last backed up. */
export function readBackups(list: List<ApiCronJob>): LiveBackup[] {
  return (list?.items ?? []).map(({ metadata, spec, status }) => {
    const lastSchedule = timeOf(status?.lastScheduleTime);
    const lastSuccess = timeOf(status?.lastSuccessfulTime);
    return {
      cluster: metadata.labels?.[labelKeys.clusterName] ?? 'none',
      suspended: spec?.suspend === true,
      ...(lastSchedule !== undefined && { lastSchedule }),
      ...(lastSuccess !== undefined && { lastSuccess }),
    };
  });
}
