// SPDX-License-Identifier: Apache-2.0
import { ApiRefusal, type ApiClient } from '../api-client.ts';
import type { Log } from '../log.ts';
import type { KubeObject } from '../objects.ts';

export interface NodeAddress {
  readonly type: string;
  readonly address: string;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** A Node, as far as it is read here. */
export interface Node extends KubeObject {
  readonly spec: { readonly providerID?: string; readonly taints?: readonly Taint[] };
  readonly status?: {
    readonly addresses?: readonly NodeAddress[];
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** A VirtualMachineInstance, as far as it is read here. */
export interface MachineInstance extends KubeObject {
  readonly status?: {
    readonly phase?: string;
    readonly nodeName?: string;
    readonly interfaces?: readonly { readonly name?: string; readonly ipAddress?: string }[];
  };
}

/** What the infra cluster knows of a node. */
export interface InstanceMetadata {
  readonly providerID: string;
  readonly addresses: readonly NodeAddress[];
  /** Empty when unknown, as the two below. */
  readonly instanceType: string;
  readonly region: string;
  readonly zone: string;
}

const instanceIdLabel = 'node.kubernetes.io/instance-id';

/** Set by KubeVirt on an instance whose size is a namespaced VirtualMachineInstancetype. */
const instancetypeAnnotation = 'kubevirt.io/instancetype-name';

const endedPhases = ['Succeeded', 'Failed'];

const providerIdPattern = /^kubevirt:\/\/(?<name>[0-9A-Za-z_-]+)$/;

export interface InstancesOptions {
  readonly infra: ApiClient;
  readonly namespace: string;
  /** Asks for the host's labels, which needs `get nodes` on the infra cluster. */
  readonly zoneAndRegionEnabled: boolean;
  readonly log: Log;
}

/**
 * The virtual machine instances behind the nodes.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/main/pkg/provider/instances_v2.go
 */
export class Instances {
  private readonly options: InstancesOptions;

  constructor(options: InstancesOptions) {
    this.options = options;
  }

  /** @throws Error when the node has no provider id of ours. */
  async exists(node: Node): Promise<boolean> {
    const name = instanceName(node);
    const found = await this.find(name);
    if (found === undefined) {
      this.options.log.info(`Unable to find virtual machine instance ${name}`);
      return false;
    }
    const hasEnded = endedPhases.includes(found.status?.phase ?? '');
    return !hasEnded || (await this.startsAgain(name));
  }

  /** Whether the instance has ended. @throws Error when nobody can know. */
  async isShutDown(node: Node): Promise<boolean> {
    const found = await this.find(instanceName(node));
    if (found === undefined) return true;
    const phase = found.status?.phase;
    if (phase === 'Unknown') throw new Error('Instance is in unkown state (propably host down)');
    return endedPhases.includes(phase ?? '');
  }

  /** @throws Error `instance not found`, or what the infra cluster refuses. */
  async metadata(node: Node): Promise<InstanceMetadata> {
    const label = node.metadata.labels?.[instanceIdLabel];
    const instance =
      (await this.find(label ?? node.metadata.name)) ??
      (label === undefined ? await this.findByHostname(node.metadata.name) : undefined);
    if (instance === undefined) throw new Error('instance not found');
    return {
      providerID: `kubevirt://${instance.metadata.name}`,
      addresses: addressesOf(instance, node),
      instanceType: instance.metadata.annotations?.[instancetypeAnnotation] ?? '',
      ...(await this.regionAndZone(instance.status?.nodeName ?? '')),
    };
  }

  /** A machine that runs once will never be this node again. Needs `get virtualmachines`. */
  private async startsAgain(name: string): Promise<boolean> {
    const { infra, namespace } = this.options;
    const path = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${name}`;
    const { spec } = await infra.get<{ readonly spec: { readonly runStrategy?: string } }>(path);
    return spec.runStrategy !== 'Once';
  }

  private async find(name: string): Promise<MachineInstance | undefined> {
    return await this.options.infra.find<MachineInstance>(`${this.collection()}/${name}`);
  }

  /** The API server knows no such field and says so: then the node waits, as upstream. */
  private async findByHostname(hostname: string): Promise<MachineInstance> {
    const query = `fieldSelector=${encodeURIComponent(`spec.hostname=${hostname}`)}`;
    const path = `${this.collection()}?${query}`;
    const { items } = await this.options.infra.get<{ items: readonly MachineInstance[] }>(path);
    const [first, second] = items;
    if (first === undefined) {
      throw new Error(`could not find a virtual machine instance with '${hostname}' hostname`);
    }
    if (second !== undefined) {
      const count = items.length;
      throw new Error(
        `found ${count} virtual machine instances with the same '${hostname}' hostname`,
      );
    }
    return first;
  }

  private async regionAndZone(host: string): Promise<{ region: string; zone: string }> {
    if (!this.options.zoneAndRegionEnabled) return { region: '', zone: '' };
    if (host === '') throw new ApiRefusal(404, 'the instance runs on no host yet');
    const { metadata } = await this.options.infra.get<KubeObject>(`/api/v1/nodes/${host}`);
    return {
      region: metadata.labels?.['topology.kubernetes.io/region'] ?? '',
      zone: metadata.labels?.['topology.kubernetes.io/zone'] ?? '',
    };
  }

  private collection(): string {
    return `/apis/kubevirt.io/v1/namespaces/${this.options.namespace}/virtualmachineinstances`;
  }
}

function instanceName({ spec }: Node): string {
  const { providerID = '' } = spec;
  const name = providerIdPattern.exec(providerID)?.groups?.name;
  if (name !== undefined) return name;
  throw new Error(
    `ProviderID "${providerID}" didn't match expected format "kubevirt://<instance-id>"`,
  );
}

/** Only the interface named `default` counts; without an address there, the known ones stay. */
function addressesOf({ status }: MachineInstance, node: Node): readonly NodeAddress[] {
  const address = status?.interfaces?.find(
    ({ name, ipAddress }) => name === 'default' && (ipAddress ?? '') !== '',
  )?.ipAddress;
  if (address !== undefined) return [{ type: 'InternalIP', address }];
  return (node.status?.addresses ?? []).filter(({ type }) => type === 'InternalIP');
}
