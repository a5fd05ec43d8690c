// SPDX-License-Identifier: Apache-2.0
import {
  capacityFile,
  capacityOf,
  capacityProblems,
  divideHosts,
  hostPlacements,
} from '@strata/plan-check/capacity';
import { infraFactsFile } from '@strata/plan-check/infra-facts';
import { inspectConfig, stackFile } from '@strata/contracts';
import { infraConfig } from '@strata/infra/config';
import type { CapacityQuestion, Placements } from '@strata/plan-check/capacity';
import { capacityQuestion, rawStackConfig } from '@strata/plan-check';
import type { CapacityFacts, HostFact, Scenario } from '../model.ts';
import type { EnvironmentContext } from './environment-context.ts';

/** Zone of hosts that name none. */
const noZone = 'no zone';

/** Rounds to three decimals, because shares of CPUs are quotients. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Returns a placement for the page. Nothing is rounded, because questions add these numbers up again.
 *
 * @param names - all hosts on which any VM may run.
 */
function scenario(
  hostLoss: number,
  { hosts, lost, unplaced }: Placements,
  names: readonly string[],
): Scenario {
  const group = ({
    cluster,
    cpu,
    machines,
    mayRunOn,
    memoryMib,
    name,
    pods = 0,
  }: Placements['unplaced'][number]) => ({
    cluster,
    name,
    machines,
    cpu,
    memoryMib,
    pods,
    ...(mayRunOn && { onlyOn: names.filter(mayRunOn) }),
  });
  return {
    hostLoss,
    lost,
    hosts: hosts.map(({ cpu, free, groups, memoryMib, name }) => ({
      name,
      cpu,
      memoryMib,
      groups: groups.map(group),
      freeCpu: free.cpu,
      freeMemoryMib: free.memoryMib,
      freePods: free.pods ?? 0,
    })),
    unplaced: unplaced.map(group),
  };
}

function hostsOf(question: CapacityQuestion): HostFact[] {
  const { open } = divideHosts(question);
  return question.hosts.map(({ cpu, memoryGiB, name, zone = noZone }) => ({
    name,
    zone,
    cpu,
    memoryGiB,
    takesMachines: open.some((host) => host.name === name),
  }));
}

function controlPlanesOf({ infra, name }: EnvironmentContext['files']): string[] {
  if (infra === undefined) return [];
  const { hosts = [] } = inspectConfig(infraConfig, rawStackConfig('infra', name, infra)).valid;
  return hosts.filter(({ role }) => role === 'control-plane').map((host) => host.name);
}

/**
 * Returns the hosts of an environment and where the planner puts its VMs: now, with one host lost,
 * and with as many lost as its limits allow.
 *
 * @throws PlanError when a file is wrong or missing.
 */
export function collectCapacity({ files, root }: EnvironmentContext): CapacityFacts {
  const question = capacityQuestion(root, files);
  const { limits } = question;
  const capacity = capacityOf(question);
  const losses = [...new Set([0, 1, limits.hostLoss])].sort((one, other) => one - other);
  const { largest } = capacity;
  const open = divideHosts(question).open.map(({ name }) => name);
  return {
    hosts: hostsOf(question),
    controlPlanes: controlPlanesOf(files),
    reservedCpu: limits.reservedCpu,
    reservedMemoryGiB: limits.reservedMemoryGiB,
    cpuAllocationRatio: question.cpuAllocationRatio,
    machines: capacity.machines,
    virtualCpus: capacity.virtualCpus,
    hostCpus: capacity.hostCpus,
    memoryGiB: capacity.memoryGiB,
    hostMemoryGiB: capacity.hostMemoryGiB,
    cpuOvercommit: rounded(capacity.cpuOvercommit),
    freeMemoryPercent: rounded(capacity.freeMemoryPercent),
    ...(largest && { largest }),
    hostLoss: limits.hostLoss,
    problems: capacityProblems(capacity, limits),
    scenarios: losses.map((count) => scenario(count, hostPlacements(question, count), open)),
    sources: {
      hosts: { file: infraFactsFile(files.name), key: 'hosts' },
      limits: { file: capacityFile(files.name), key: '' },
      sharing: {
        file: stackFile({ project: 'kubevirt-stack', stack: files.name }),
        key: 'config.kubevirt-stack:kubevirt.cpuAllocationRatio',
      },
      ...(files.infra?.config.hosts !== undefined && {
        made: { file: files.infra.file, key: 'config.infra:hosts' },
      }),
    },
  };
}
