// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { ip } from './ip.ts';

/** A network behind the hosts' bridges: the name of a bridge, and one VLAN of it. */
export interface Wire {
  /** Name of the bridge. Bridges with the same name on all hosts have the same uplink. */
  readonly bridge: string;
  /**
   * The only host on this network, for a bridge without an uplink.
   *
   * @default all hosts that have the bridge
   */
  readonly host?: string | undefined;
  /** 1 to 4094. @default frames without a tag */
  readonly vlan?: number | undefined;
}

/** A network interface that a pod gets. */
export interface Plug extends Wire {
  /** Name of the interface in the pod. */
  readonly device: string;
  /** @default one that the kernel chooses */
  readonly mac?: string | undefined;
  /** In bytes. @default 1500 */
  readonly mtu?: number | undefined;
}

/**
 * Network namespace that holds all wires: no interface there has an address, so nothing is routed.
 */
const switchRoom = 'wires';

/**
 * Returns the name of the Linux bridge that is this wire: a hash, because interface names may have
 * only 15 characters.
 */
function bridgeOf({ bridge, host, vlan = 0 }: Wire): string {
  const parts = [bridge, vlan, ...(host === undefined ? [] : [host])];
  return `w${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12)}`;
}

/**
 * The switches of the data centre. Each VLAN of each bridge is a separate Linux bridge: one bridge
 * with a VLAN filter would carry the same frames, but not every kernel has the filter. Not checked:
 * whether a frame comes from its sender's own MAC address.
 *
 * @see https://docs.kernel.org/networking/bridge.html
 */
export class Wires {
  /** Names of the bridges that exist or are being made. */
  private readonly laid = new Map<string, Promise<string>>();
  private room: Promise<unknown> | undefined;

  /** Puts an interface into a pod's network namespace. The interface is down and has no address. */
  async plug(netns: string, plug: Plug): Promise<void> {
    const wire = await this.lay(plug);
    const { device, mac, mtu = 1500 } = plug;
    // The name is unique: `netns` is, and a pod has no two devices of the same name.
    const port = `x${createHash('sha256').update(`${netns} ${device}`).digest('hex').slice(0, 12)}`;
    const size = ['mtu', `${mtu}`];
    const address = mac === undefined ? [] : ['address', mac];
    const peer = ['peer', 'name', device, ...address, ...size, 'netns', netns];
    await ip('link', 'add', port, ...size, 'netns', switchRoom, 'type', 'veth', ...peer);
    await ip('-n', switchRoom, 'link', 'set', port, 'addrgenmode', 'none');
    await ip('-n', switchRoom, 'link', 'set', port, 'master', wire, 'up');
  }

  private lay(wire: Wire): Promise<string> {
    const name = bridgeOf(wire);
    const laid = this.laid.get(name) ?? this.addBridge(name, wire);
    this.laid.set(name, laid);
    // Forget a bridge that could not be made, so that it is tried again.
    laid.catch(() => this.laid.delete(name));
    return laid;
  }

  private async addBridge(name: string, { bridge, host, vlan }: Wire): Promise<string> {
    this.room ??= ip('netns', 'add', switchRoom);
    await this.room;
    await ip('-n', switchRoom, 'link', 'add', name, 'type', 'bridge');
    const place = host === undefined ? bridge : `${bridge} of ${host} alone`;
    const title = vlan === undefined ? place : `${place} VLAN ${vlan}`;
    await ip('-n', switchRoom, 'link', 'set', name, 'alias', title);
    await ip('-n', switchRoom, 'link', 'set', name, 'addrgenmode', 'none');
    await ip('-n', switchRoom, 'link', 'set', name, 'up');
    return name;
  }
}
