// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';
import { machineSize } from './disk-storage.ts';
import type { MachineSize } from './disk-storage.ts';

type Preference = NonNullable<KubevirtStackOutputs['preferenceSizes']>[number];

/** A VM's size as KubeVirt compares it with a preference. */
interface ComparedSize extends MachineSize {
  /** Whether it is an instancetype; otherwise each CPU is a socket with one core. */
  readonly isInstancetype: boolean;
  readonly hasDedicatedCpus: boolean;
}

/** Number of cores in a socket where the preference has no ratio (GetSpreadOptions). */
const defaultSpreadRatio = 2;

/** The CPU topologies for which KubeVirt counts parts of a socket if there is no instancetype. */
const partsOfSockets: readonly string[] = ['cores', 'threads'];

const folder =
  'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/instancetype/preference' as const;

/** Returns why KubeVirt refuses such VMs; undefined if it takes them. */
type Rule = (size: ComparedSize, preference: Preference) => string | undefined;

/** KubeVirt's rules for a size and a preference together, each with its source. */
const rules: readonly { readonly source: string; readonly refusal: Rule }[] = [
  {
    source: `${folder}/requirements/cpu.go`,
    refusal: ({ cpu, isInstancetype }, { cpuTopology, name, requires }) => {
      const least = requires?.cpu ?? 0;
      if (!isInstancetype && partsOfSockets.includes(cpuTopology)) {
        return least <= 1
          ? undefined
          : `the preference "${name}" requires ${least} ${cpuTopology} (requires.cpu), and without an instancetype each CPU is a socket with one`;
      }
      return cpu >= least
        ? undefined
        : `the preference "${name}" requires ${least} CPUs (requires.cpu), and they have ${cpu}`;
    },
  },
  {
    source: `${folder}/requirements/memory.go`,
    refusal: ({ memoryGiB }, { name, requires }) => {
      const least = requires?.memoryGiB ?? 0;
      return memoryGiB >= least
        ? undefined
        : `the preference "${name}" requires ${least} GiB of memory (requires.memoryGiB), and they have ${memoryGiB}`;
    },
  },
  {
    source: `${folder}/validation/cpu.go (CheckSpreadCPUTopology)`,
    refusal: ({ cpu, isInstancetype }, { cpuTopology, name, spreadRatio = defaultSpreadRatio }) =>
      !isInstancetype || cpuTopology !== 'spread' || cpu % spreadRatio === 0
        ? undefined
        : `the preference "${name}" puts ${spreadRatio} cores into each socket (cpuTopology "spread"), and their number of CPUs, ${cpu}, is no multiple of it`,
  },
  {
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go (validateThreadCountOnDedicatedCPUPlacement)',
    refusal: ({ cpu, hasDedicatedCpus }, { cpuTopology, name }) =>
      !hasDedicatedCpus || cpuTopology !== 'threads' || cpu <= 2
        ? undefined
        : `the preference "${name}" makes their ${cpu} CPUs threads of one core (cpuTopology "threads"), and a core of dedicated CPUs has two at most`,
  },
];

/** Returns the size of a group of VMs; undefined where its configuration is wrong. */
function comparedSize(
  { machine }: MachineGroup,
  platform: KubevirtStackOutputs,
): ComparedSize | undefined {
  const size = machineSize(machine, platform);
  if (size === undefined) return undefined;
  const offered = platform.instancetypes.find(({ name }) => name === machine.instancetype);
  return {
    ...size,
    isInstancetype: offered !== undefined,
    hasDedicatedCpus: offered?.hostCpus !== undefined,
  };
}

/**
 * Reports groups of VMs whose size and preference KubeVirt refuses together. It does so only when it
 * makes a VM, not when it is told of the pool: a pool would lose its machines one by one.
 */
export function checkPreference(group: MachineGroup, { platform }: CheckContext): Problem[] {
  const { path, title, machine } = group;
  const preference = platform.preferenceSizes?.find(({ name }) => name === machine.preference);
  const size = comparedSize(group, platform);
  if (preference === undefined || size === undefined) return [];
  return rules
    .map(({ refusal }) => refusal(size, preference))
    .filter((reason) => reason !== undefined)
    .map((reason) => ({
      path: [...path, 'preference'],
      message: `KubeVirt refuses machines of ${title}: ${reason}; choose another size or preference`,
    }));
}
