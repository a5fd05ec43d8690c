// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { oneLine } from '@strata/contracts/one-line';

/** Fields of an object's metadata that a rollout reads. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
}

/** A condition of an object. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Volumes of a VM, by their source. */
interface Volumes {
  readonly volumes?: readonly {
    readonly dataVolume?: { readonly name: string };
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }[];
}

/** @see https://kubevirt.io/api-reference/main/definitions.html#_v1_virtualmachine */
export interface VirtualMachine {
  readonly metadata: Metadata;
  readonly spec?: {
    readonly dataVolumeTemplates?: readonly { readonly metadata?: { readonly name?: string } }[];
    readonly template?: { readonly spec?: Volumes };
  };
  readonly status?: {
    readonly ready?: boolean;
    readonly printableStatus?: string;
    readonly conditions?: readonly Condition[];
  };
}

/** @see https://kubevirt.io/api-reference/main/definitions.html#_v1_virtualmachineinstance */
export interface VirtualMachineInstance {
  readonly metadata: Metadata;
  readonly spec?: Volumes;
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly Condition[];
    readonly volumeStatus?: readonly { readonly name: string; readonly hotplugVolume?: object }[];
  };
}

/** Returns the names of the disks in the spec of a VM. */
export function disksOfVm({ spec }: VirtualMachine): readonly string[] {
  const templates = (spec?.dataVolumeTemplates ?? []).flatMap(
    ({ metadata }) => metadata?.name ?? [],
  );
  return [...namesOf(spec?.template?.spec), ...templates];
}

/** Returns the names of the disks of a running VMI; they may differ from those of its VM until it restarts. */
export function disksOfVmi({ spec }: VirtualMachineInstance): readonly string[] {
  return namesOf(spec);
}

function namesOf({ volumes = [] }: Volumes = {}): readonly string[] {
  return volumes.flatMap(({ dataVolume, persistentVolumeClaim }) => [
    ...(dataVolume ? [dataVolume.name] : []),
    ...(persistentVolumeClaim ? [persistentVolumeClaim.claimName] : []),
  ]);
}

/** A list of the Kubernetes API. */
export interface List<Item> {
  readonly items: readonly Item[];
}

/** One machine of a pool: its VM (what is wanted) and its VMI (what runs). */
export interface Machine {
  readonly vm: VirtualMachine;
  readonly vmi: VirtualMachineInstance | undefined;
  /** Why one of its disks cannot be made; undefined when all can. */
  readonly diskProblem?: string | undefined;
}

/** Label with the generation of a VM, a hash of what it is rendered from; see `labelKeys.generation` of contracts. */
export const generationLabel = 'strata.dev/generation';

/** Label with the pool of a VM; see `labelKeys.pool` of contracts. */
export const poolLabel = 'strata.dev/pool';

/** Returns all objects at a path; none when the kind is not installed. */
export async function listOf<Item>(api: ApiClient, path: string): Promise<readonly Item[]> {
  return (await api.get<List<Item>>(path))?.items ?? [];
}

/** Returns the machines of a pool, sorted by name. */
export async function machinesOf(
  api: ApiClient,
  { namespace, pool }: { readonly namespace: string; readonly pool: string },
): Promise<readonly Machine[]> {
  const base = `/apis/kubevirt.io/v1/namespaces/${namespace}`;
  const query = `?labelSelector=${encodeURIComponent(`${poolLabel}=${pool}`)}`;
  const [vms, vmis] = await Promise.all([
    listOf<VirtualMachine>(api, `${base}/virtualmachines${query}`),
    listOf<VirtualMachineInstance>(api, `${base}/virtualmachineinstances${query}`),
  ]);
  const named = new Map(vmis.map((vmi) => [vmi.metadata.name, vmi]));
  const diskProblems = await diskProblemsOf(api, namespace, vms);
  return vms
    .map((vm) => ({
      vm,
      vmi: named.get(vm.metadata.name),
      diskProblem: diskProblems.get(vm.metadata.name),
    }))
    .toSorted((a, b) =>
      a.vm.metadata.name.localeCompare(b.vm.metadata.name, 'en', { numeric: true }),
    );
}

interface DataVolume {
  readonly metadata: Metadata;
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Reasons of a disk's condition Running for which KubeVirt calls its VM `DataVolumeError`. @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/storage/types/dv.go (HasDataVolumeErrors) */
const importFailures: readonly (string | undefined)[] = ['Error', 'ImagePullFailed'];

/**
 * Returns why disks of VMs cannot be made, in the words of CDI's importer, by the names of the VMs.
 * Reads disks only where a VM says that one fails.
 */
async function diskProblemsOf(
  api: ApiClient,
  namespace: string,
  vms: readonly VirtualMachine[],
): Promise<ReadonlyMap<string, string>> {
  const failing = vms.filter(({ status }) => status?.printableStatus === 'DataVolumeError');
  if (failing.length === 0) return new Map();
  const path = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${namespace}/datavolumes`;
  const disks = await listOf<DataVolume>(api, path);
  const problems = new Map(
    disks.map(({ metadata, status }) => {
      const running = status?.conditions?.find(({ type }) => type === 'Running');
      const failed = running?.status === 'False' && importFailures.includes(running.reason);
      return [metadata.name, failed ? running.message : undefined];
    }),
  );
  return new Map(
    failing.flatMap((vm) => {
      const disk = disksOfVm(vm).find((name) => problems.get(name) !== undefined);
      return disk === undefined
        ? []
        : [[vm.metadata.name, `${disk}: ${oneLine(problems.get(disk) ?? '')}`] as const];
    }),
  );
}

/** Returns why a machine is not yet Ready with the given generation, as the predicate of "<name> ..."; undefined when it is. */
export function machineProblem(machine: Machine, generation: string): string | undefined {
  const { vm, vmi } = machine;
  const isOf = ({ labels }: Metadata) => labels?.[generationLabel] === generation;
  if (vm.metadata.deletionTimestamp !== undefined) return 'is being deleted';
  if (!isOf(vm.metadata)) return 'waits for its turn';
  if (vmi === undefined) return `is ${stateOf(machine)}`;
  if (!isOf(vmi.metadata)) {
    return vmi.metadata.deletionTimestamp === undefined
      ? 'still runs as it was'
      : 'drains and shuts down';
  }
  if (vmi.metadata.deletionTimestamp !== undefined) return 'restarts';
  const paused = messageOf(vmi.status?.conditions, 'Paused', 'True');
  if (paused !== undefined) return `is paused: ${paused}`;
  const ready = vmi.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status === 'True' && vm.status?.ready === true) return undefined;
  if (vmi.status?.phase === 'Running') return 'runs, and has not joined yet';
  return `is ${stateOf(machine)}`;
}

/**
 * Returns KubeVirt's status of a VM, with the reason if there is one: its VMI or its pod cannot be
 * made, its host cannot start it, no host fits, or a disk of it fails.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/vm/vm.go (syncConditions)
 */
function stateOf({ vm: { status }, diskProblem }: Machine): string {
  const state = status?.printableStatus ?? 'new';
  const reason =
    messageOf(status?.conditions, 'Failure', 'True') ??
    messageOf(status?.conditions, 'Synchronized', 'False') ??
    messageOf(status?.conditions, 'PodScheduled', 'False') ??
    diskProblem;
  return reason === undefined ? state : `${state}: ${reason}`;
}

/** Returns the message of a condition that has this status, on one line. */
function messageOf(
  conditions: readonly Condition[] = [],
  wanted: string,
  value: 'True' | 'False',
): string | undefined {
  const found = conditions.find(({ type, status }) => type === wanted && status === value);
  return found?.message === undefined ? undefined : oneLine(found.message);
}
