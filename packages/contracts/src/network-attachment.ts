// SPDX-License-Identifier: Apache-2.0
import { ownerAnnotations } from './annotations.ts';

interface Template {
  /** Name of the network, for messages of the CNI plugin. */
  readonly name: string;
  /** MTU in bytes. @default that of the bridge or the card */
  readonly mtu?: number | undefined;
}

interface OnBridge extends Template {
  /** The hosts' own Linux bridge, which must already have its uplink. */
  readonly bridge: string;
  /**
   * Whether frames are dropped that come from another MAC address than the VM's own. This also
   * drops what a guest forwards for others: pod networks that bridge pods to the VM's network,
   * virtual routers with a MAC address of their own (VRRP), nested VMs.
   *
   * @default true
   */
  readonly macSpoofCheck?: boolean | undefined;
  /**
   * Addresses that whereabouts assigns, for pods that use the network themselves, such as
   * KubeVirt's migrations.
   * @default none: guests configure the network themselves
   */
  readonly range?: string | undefined;
  /**
   * Whether VMs are scheduled only to hosts that advertise the bridge, by bridge-marker.
   * @default false
   */
  readonly bridgeMarker?: boolean | undefined;
}

/** The untagged frames of a bridge. */
export interface BridgeNetwork extends OnBridge {
  readonly type: 'bridge';
}

/** One VLAN of a bridge. The guest sees untagged frames. */
export interface VlanNetwork extends OnBridge {
  readonly type: 'vlan';
  /** 2 to 4094. */
  readonly vlan: number;
}

/** A virtual function of a network card, passed through to the guest. */
export interface SriovNetwork extends Template {
  readonly type: 'sriov';
  /** Resource name of the functions in the device plugin, such as `openshift.io/fast`. */
  readonly resourceName: string;
  /** 2 to 4094. @default every VLAN of the switch port, tagged by the guest */
  readonly vlan?: number | undefined;
  /** Priority of the tagged frames, 0 to 7. @default 0 */
  readonly vlanQoS?: number | undefined;
  /** See {@link BridgeNetwork.macSpoofCheck}. @default the card's own, mostly on */
  readonly macSpoofCheck?: boolean | undefined;
  /** Whether the guest may change its MAC address and use promiscuous mode. @default the card's */
  readonly trust?: boolean | undefined;
  /**
   * Whether to follow the physical link, or to report it as always up or always down.
   * @default the card's
   */
  readonly linkState?: 'auto' | 'enable' | 'disable' | undefined;
}

/** The kinds of networks in which a VM can have a further interface. */
export type NetworkTemplate = BridgeNetwork | VlanNetwork | SriovNetwork;

/** The CNI version that all plugins here support. @see https://www.cni.dev/docs/spec/ */
const cniVersion = '0.3.1';

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

/** @see https://www.cni.dev/plugins/current/main/bridge/ */
function renderBridge(template: BridgeNetwork | VlanNetwork): object {
  const { bridge, mtu, range, macSpoofCheck = true } = template;
  return {
    type: 'bridge',
    bridge,
    ...(template.type === 'vlan' && {
      vlan: template.vlan,
      // Otherwise the VM would also receive the untagged frames of the bridge.
      preserveDefaultVlan: false,
    }),
    macspoofchk: macSpoofCheck,
    ...(mtu !== undefined && { mtu }),
    // Normally the guest has the address, not the pod; a pod with an address must be able to use
    // it.
    ...(range === undefined
      ? { disableContainerInterface: true, ipam: {} }
      : { ipam: { type: 'whereabouts', range } }),
  };
}

/** @see https://github.com/k8snetworkplumbingwg/sriov-cni/blob/master/docs/configuration-reference.md */
function renderSriov(template: SriovNetwork): object {
  const { vlan, vlanQoS, macSpoofCheck, trust, linkState, mtu } = template;
  return {
    type: 'sriov',
    ...(vlan !== undefined && { vlan }),
    ...(vlanQoS !== undefined && { vlanQoS }),
    ...(macSpoofCheck !== undefined && { spoofchk: onOrOff(macSpoofCheck) }),
    ...(trust !== undefined && { trust: onOrOff(trust) }),
    ...(linkState !== undefined && { link_state: linkState }),
    ...(mtu !== undefined && { mtu }),
    ipam: {},
  };
}

/**
 * Returns `spec.config` of a NetworkAttachmentDefinition: JSON in a string, which nothing validates
 * before a VM starts. The same template always gives the same text.
 *
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/blob/master/docs/configuration.md
 */
export function renderAttachment(template: NetworkTemplate): string {
  const plugin = template.type === 'sriov' ? renderSriov(template) : renderBridge(template);
  return JSON.stringify({ cniVersion, name: template.name, ...plugin });
}

/**
 * Patterns of what {@link renderAttachment} writes for a VLAN of a user cluster: a regular
 * expression for the whole text, in the syntax that JavaScript and RE2 share. A text that matches
 * it is known byte for byte, which a check of single JSON keys could not ensure.
 */
export const vlanAttachment = {
  text: [
    String.raw`^\{"cniVersion":"0\.3\.1","name":"[a-z0-9-]{1,63}","type":"bridge"`,
    String.raw`"bridge":"[A-Za-z0-9._-]{1,15}"`,
    '"vlan":[1-9][0-9]{0,3}',
    '"preserveDefaultVlan":false',
    // 1280 at least: less would make IPv6 impossible.
    '"macspoofchk":(true|false)(,"mtu":(12[89][0-9]|1[3-9][0-9]{2}|[2-9][0-9]{3}|[1-9][0-9]{4}))?',
    String.raw`"disableContainerInterface":true,"ipam":\{\}\}$`,
  ].join(','),
  /** Prefix of the resource that a pod on the bridge requests; the name of the bridge follows. */
  resource: 'bridge.network.kubevirt.io/',
  /** The annotation that names the resource. */
  resourceKey: 'k8s.v1.cni.cncf.io/resourceName',
} as const;

/**
 * Returns the resource of a host that a pod in the network requests, for an annotation of the
 * NetworkAttachmentDefinition.
 *
 * @returns undefined if any host will do.
 */
export function attachmentResource(template: NetworkTemplate): string | undefined {
  if (template.type === 'sriov') return template.resourceName;
  return template.bridgeMarker === true
    ? `${vlanAttachment.resource}${template.bridge}`
    : undefined;
}

/** Returns the NetworkAttachmentDefinition of a network, with the network's name. */
export function attachmentDefinition(
  template: NetworkTemplate,
  place: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> },
) {
  const resource = attachmentResource(template);
  return {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: {
      name: template.name,
      ...place,
      annotations: {
        ...ownerAnnotations,
        ...(resource !== undefined && { [vlanAttachment.resourceKey]: resource }),
      },
    },
    spec: { config: renderAttachment(template) },
  };
}
