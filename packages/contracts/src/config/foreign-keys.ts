// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { formatPath } from './format-path.ts';
import { childSchema } from './schema-walk.ts';

/** The tools that users may come from. */
type Tool = 'CAPK' | 'KKP' | 'KubeVirt' | 'Kubernetes';

/** A key of another tool, and the key of Strata for the same purpose. */
interface ForeignKey {
  readonly tool: Tool;
  /**
   * Candidates for its path in Strata, relative to the mapping that the key is in or to one around
   * it; the first that exists is used.
   */
  readonly belongs?: readonly (readonly string[])[];
  /** Further explanation. */
  readonly words?: string;
}

const inMachine = (...path: string[]) => [path];

/** Explanation for keys that other tools set to the URL of an image file on a web server. */
const imageByName =
  'the name of an image of the platform, which has the URL and the checksum in kubevirt-stack:images';

const inPoolItself = 'what is in it stands in the pool itself';

/**
 * Returns the paths of a value that a cluster sets for itself, and a platform for all of its
 * clusters.
 */
const forClusters = (...path: string[]) => [['userClusterDefaults', ...path], path];

/**
 * Keys of other tools that Strata has under another name, or on another level.
 *
 * KKP: `RawConfig` of k8c.io/machine-controller/sdk/cloudprovider/kubevirt (types.go), its earlier
 * flat form in the proposals of kubermatic/kubermatic, and `DatacenterSpecKubevirt` of
 * k8c.io/kubermatic/sdk/apis/kubermatic/v1 (datacenter.go), `MachineDeploymentSpec` of
 * k8c.io/machine-controller/sdk/apis/cluster/v1alpha1. CAPK: `KubevirtMachineSpec` and
 * `KubevirtClusterSpec` of sigs.k8s.io/cluster-api-provider-kubevirt/api/v1alpha1. KubeVirt:
 * `VirtualMachineSpec`, `VirtualMachineInstanceSpec`, `KubeVirtSpec` of kubevirt.io/api/core/v1.
 */
export const foreignKeys: Readonly<Record<string, ForeignKey>> = {
  podAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'podAffinityPreset') },
  podAntiAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'podAntiAffinityPreset') },
  nodeAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'nodeAffinityPreset') },
  nodeAntiAffinityPreset: {
    tool: 'KKP',
    belongs: inMachine('scheduling', 'nodeAntiAffinityPreset'),
  },
  topologySpreadConstraints: {
    tool: 'KKP',
    belongs: [['scheduling', 'spread'], ['spread']],
  },
  tolerations: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'tolerations') },
  nodeSelector: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'nodeSelector') },
  priorityClassName: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'priorityClassName') },
  affinity: {
    tool: 'KubeVirt',
    belongs: inMachine('scheduling'),
    words: 'as nodeAffinityPreset, podAntiAffinityPreset and their like',
  },
  tolerationSeconds: { tool: 'Kubernetes', belongs: [['seconds']] },
  pvcSize: { tool: 'KKP', belongs: inMachine('rootDisk', 'sizeGiB'), words: 'a number of GiB' },
  storageClassName: { tool: 'KKP', belongs: [['className'], ['rootDisk', 'className']] },
  sourceURL: { tool: 'KKP', belongs: inMachine('rootDisk', 'image'), words: imageByName },
  osImage: { tool: 'KKP', belongs: inMachine('rootDisk', 'image'), words: imageByName },
  primaryDisk: { tool: 'KKP', belongs: inMachine('rootDisk') },
  secondaryDisks: { tool: 'KKP', belongs: inMachine('disks'), words: 'with kind: data' },
  containerDisk: {
    tool: 'KubeVirt',
    belongs: inMachine('rootDisk', 'image'),
    words: 'with docker:// before it, and ephemeral: true',
  },
  dataVolumeTemplates: { tool: 'KubeVirt', belongs: inMachine('disks'), words: 'with kind: data' },
  cpus: { tool: 'KKP', belongs: [['cpu']] },
  memory: { tool: 'KKP', belongs: [['memoryGiB']], words: 'a number of GiB' },
  flavor: { tool: 'KKP', belongs: [['instancetype']] },
  operatingSystem: { tool: 'KKP', belongs: inMachine('rootDisk', 'image') },
  operatingSystemSpec: { tool: 'KKP', words: 'machines are replaced and never updated in place' },
  sshPublicKeys: {
    tool: 'KKP',
    belongs: [['authorizedKeys'], ['access', 'ssh', 'authorizedKeys']],
  },
  caPublicKey: {
    tool: 'KKP',
    words: 'there are no certificates for SSH; authorizedKeys are public keys',
  },
  providerSpec: { tool: 'KKP', words: inPoolItself },
  cloudProviderSpec: { tool: 'KKP', words: inPoolItself },
  virtualMachine: { tool: 'KKP', words: inPoolItself },
  strategy: { tool: 'KKP', belongs: [['maxSurge']], words: 'and maxUnavailable' },
  rollingUpdate: { tool: 'KKP', belongs: [['maxSurge']], words: 'and maxUnavailable' },
  progressDeadlineSeconds: {
    tool: 'KKP',
    belongs: [['joinSeconds']],
    words: 'for each machine, without the time to drain',
  },
  paused: { tool: 'KKP', words: 'nothing changes but by an update of the stack' },
  revisionHistoryLimit: { tool: 'KKP', words: 'the history is that of Git' },
  versions: { tool: 'KKP', belongs: [['kubernetesVersion'], ['kubernetes', 'version']] },
  enableDefaultNetworkPolicies: {
    tool: 'KKP',
    words: 'they are always there; isolation says who may connect beside them',
  },
  infraStorageClasses: { tool: 'KKP', belongs: forClusters('storage', 'classes') },
  customNetworkPolicies: {
    tool: 'KKP',
    belongs: forClusters('isolation', 'customNetworkPolicies'),
  },
  dnsConfig: { tool: 'KKP', belongs: forClusters('network', 'dns') },
  dnsPolicy: {
    tool: 'KKP',
    belongs: forClusters('network', 'dns'),
    words:
      'machines have the policy None and the servers that are named there; pools may say dnsPolicy',
  },
  networks: {
    tool: 'KubeVirt',
    belongs: [['network', 'vlans']],
    words: 'and interfaces of machines',
  },
  monitorNamespace: {
    tool: 'KubeVirt',
    belongs: [['monitoring']],
    words: 'Strata sets it itself, to the namespace of the Prometheus that it installs',
  },
  monitorAccount: {
    tool: 'KubeVirt',
    belongs: [['monitoring']],
    words: 'Strata sets it itself, to the account of the Prometheus that it installs',
  },
  vmEvictionStrategy: {
    tool: 'KKP',
    belongs: [['evictionStrategy'], ['kubevirt', 'evictionStrategy']],
  },
  runStrategy: { tool: 'KubeVirt', words: 'machines always run; set replicas for more or fewer' },
  running: { tool: 'KubeVirt', words: 'machines always run; set replicas for more or fewer' },
  terminationGracePeriodSeconds: {
    tool: 'KubeVirt',
    belongs: [['drain']],
    words: 'its two times and a margin are the grace period',
  },
  virtualMachineTemplate: { tool: 'CAPK', words: inPoolItself },
  virtualMachineBootstrapCheck: {
    tool: 'CAPK',
    words: 'a machine is ready when its kubelet or API answers',
  },
  controlPlaneServiceTemplate: {
    tool: 'CAPK',
    belongs: [['controlPlane', 'endpoint'], ['endpoint']],
  },
  infraClusterSecretRef: {
    tool: 'CAPK',
    words: 'the infra cluster is that of the environment in the name of the stack',
  },
};

/** A mapping on the path to an unknown key. */
interface Around {
  readonly schema: unknown;
  readonly path: readonly PropertyKey[];
}

/**
 * Returns where a foreign key belongs, as a path in the file; undefined if no mapping has such a
 * place.
 */
function placeOf({ belongs = [] }: ForeignKey, around: readonly Around[]) {
  for (const { path, schema } of around.toReversed()) {
    const found = belongs.find((keys) => keys.reduce<unknown>(childSchema, schema) !== undefined);
    if (found !== undefined) return [...path, ...found];
  }
  return undefined;
}

/**
 * Returns where Strata has what another tool's key is for: `KKP's "pvcSize" is
 * pools[0].rootDisk.sizeGiB: a number of GiB`.
 *
 * @param path - path of the mapping that contains the key.
 * @returns undefined for keys of no tool, for keys without a meaning in this program, and for keys
 * that are only misspelt.
 */
export function foreignKeyHint(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  key: string,
): string | undefined {
  const foreign = Object.hasOwn(foreignKeys, key) ? foreignKeys[key] : undefined;
  if (foreign === undefined) return undefined;
  const around: Around[] = [{ schema, path: [] }];
  for (const part of path) {
    const outer = around.at(-1);
    around.push({ schema: childSchema(outer?.schema, part), path: [...(outer?.path ?? []), part] });
  }
  const place = placeOf(foreign, around);
  if (place === undefined && foreign.belongs !== undefined) return undefined;
  // A key in the right place but misspelt needs no hint about other tools.
  const isBeside =
    place?.length === path.length + 1 && path.every((part, at) => place[at] === part);
  if (isBeside && nearestName(key, [String(place.at(-1))]) !== undefined) return undefined;
  const where = place === undefined ? 'has no place here' : `is ${formatPath(place)}`;
  const words = foreign.words === undefined ? '' : `: ${foreign.words}`;
  return `${foreign.tool}'s "${key}" ${where}${words}`;
}
