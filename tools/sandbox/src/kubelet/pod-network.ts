// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import type { PodNetwork } from '../guests/launcher.ts';
import { writeEvent } from '../kubernetes/events.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { createPodNetwork, deletePodNetwork, macAddresses } from '../rack/pod-wires.ts';
import type { Plug, Wires } from '../rack/wires.ts';
import type { AddressPool } from './addresses.ts';
import {
  networksAnnotation,
  parseAttachment,
  parseNetworks,
  type NetworkSelection,
} from './attachment-config.ts';
import { NotYetThere } from './environment.ts';
import type { Pod } from './pod.ts';

/** Dependencies that the networks of all pods share. */
export interface PodNetworks {
  readonly api: ApiClient;
  readonly addresses: AddressPool;
  readonly wires: Wires;
  /** Returns the bridges of a host that have an uplink. */
  readonly hostBridges: (nodeName: string) => readonly string[];
  /** Asks for a new pass over all pods. */
  readonly trigger: () => void;
}

interface Attachment extends ApiObject {
  readonly spec?: { readonly config?: string };
}

/** Milliseconds after which a network that could not be made is tried again. */
const retryAfter = 2_000;

/** Annotation in which Multus reports what it has made. */
const statusAnnotation = 'k8s.v1.cni.cncf.io/network-status';

/** Name of the interface in the pod network. */
export const podDevice = 'eth0';

/**
 * The network of one pod: its interface in the pod network, and the interfaces that Multus makes
 * for the further networks that the pod asks for.
 *
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/blob/master/docs/how-to-use.md
 */
export class PodNetworkSetup {
  private readonly shared: PodNetworks;
  /** Name of the network namespace. */
  readonly name: string;
  private made: PodNetwork | undefined;
  private holder: { readonly network: PodNetwork | undefined } | undefined;
  /** Reason why the network could not be made, for which an event was written. */
  private obstacle: string | undefined;

  constructor(pod: Pod, shared: PodNetworks) {
    this.shared = shared;
    this.name = `p${pod.metadata.uid.replaceAll('-', '').slice(0, 12)}`;
    if (pod.status?.podIP !== undefined) shared.addresses.reserve(pod.status.podIP);
  }

  /** The pod's network; undefined until it exists. */
  get current(): PodNetwork | undefined {
    return this.made === undefined ? undefined : (this.holder?.network ?? this.made);
  }

  /**
   * Makes `current` return the network of the launcher in this pod from now on: a machine that
   * moves exchanges networks with its new pod.
   */
  follow(holder: { readonly network: PodNetwork | undefined }): void {
    this.holder = holder;
  }

  /**
   * Creates the pod's network.
   *
   * @throws NotYetThere when a further network cannot be made at the moment; an event says why.
   */
  async create(pod: Pod): Promise<void> {
    const { addresses } = this.shared;
    const address = addresses.take(pod.status?.podIP);
    try {
      await createPodNetwork(this.name, address);
      const selected = await this.attach(pod);
      const macs = await macAddresses(this.name);
      await this.tellStatus(pod, address, selected, macs);
      this.made = { name: this.name, address, macs };
    } catch (error) {
      // Remove an unfinished network: it would be in the way of the next attempt.
      await deletePodNetwork(this.name);
      addresses.release(address);
      throw error;
    }
  }

  /** Removes the network and returns its address. */
  async remove(): Promise<void> {
    const { current } = this;
    if (current === undefined) return;
    await deletePodNetwork(current.name);
    this.shared.addresses.release(current.address);
    this.made = undefined;
  }

  private async attach(pod: Pod): Promise<readonly NetworkSelection[]> {
    const { namespace = '', annotations } = pod.metadata;
    try {
      const selected = parseNetworks(annotations?.[networksAnnotation], namespace);
      for (const selection of selected) {
        const plug = parseAttachment(await this.read(selection), selection);
        await this.shared.wires.plug(this.name, this.onHost(plug, pod.spec.nodeName ?? ''));
      }
      return selected;
    } catch (error) {
      return await this.refuse(pod, (error as Error).message);
    }
  }

  /**
   * Restricts an interface to its host when the host lacks the bridge: the plugin creates a bridge
   * there, which has no uplink.
   *
   * @see https://github.com/containernetworking/plugins/blob/v1.9.1/plugins/main/bridge/bridge.go (ensureBridge)
   */
  private onHost(plug: Plug, host: string): Plug {
    return this.shared.hostBridges(host).includes(plug.bridge) ? plug : { ...plug, host };
  }

  private async read({ namespace, name }: NetworkSelection): Promise<string | undefined> {
    const path = `/apis/k8s.cni.cncf.io/v1/namespaces/${namespace}/network-attachment-definitions/${name}`;
    try {
      return (await this.shared.api.request<Attachment>('GET', path)).spec?.config;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw new Error(
        `cannot find a network-attachment-definition (${name}) in namespace (${namespace})`,
        { cause: error },
      );
    }
  }

  private async refuse(pod: Pod, why: string): Promise<never> {
    const { name, namespace = '', uid } = pod.metadata;
    const message =
      `Failed to create pod sandbox: plugin type="multus" failed (add): ` +
      `[${namespace}/${name}/${uid}]: ${why}`;
    setTimeout(this.shared.trigger, retryAfter).unref();
    if (this.obstacle !== why) {
      this.obstacle = why;
      const text = { type: 'Warning', reason: 'FailedCreatePodSandBox', message } as const;
      const about = { apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata };
      const source = { component: 'kubelet', host: pod.spec.nodeName };
      await writeEvent(this.shared.api, about, text, source);
    }
    throw new NotYetThere(message);
  }

  /**
   * Writes the network status of the pod, in which virt-controller finds the names of a machine's
   * interfaces in its pod.
   */
  private async tellStatus(
    { metadata: { name, namespace = '' } }: Pod,
    address: string,
    selected: readonly NetworkSelection[],
    macs: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (selected.length === 0) return;
    const first = { name: 'rack', interface: podDevice, ips: [address], default: true };
    const others = selected.map((one) => ({
      name: `${one.namespace}/${one.name}`,
      interface: one.device,
    }));
    const status = [first, ...others].map((one) => ({
      ...one,
      mac: macs.get(one.interface),
      dns: {},
    }));
    const annotations = { [statusAnnotation]: JSON.stringify(status, null, 4) };
    await this.shared.api.request('PATCH', `/api/v1/namespaces/${namespace}/pods/${name}`, {
      body: { metadata: { annotations } },
    });
  }
}
