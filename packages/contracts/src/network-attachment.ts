// SPDX-License-Identifier: Apache-2.0
import { ownerAnnotations } from './annotations.ts';

interface Template {
  /** Of the network, for messages of the CNI plugin. */
  readonly name: string;
  /** In bytes. @default what the bridge or the card has */
  readonly mtu?: number | undefined;
}

interface OnBridge extends Template {
  /** The hosts' own Linux bridge, which must carry the uplink already. */
  readonly bridge: string;
  /**
   * Drops frames that come from another MAC address than the machine's own. It also drops what a
   * guest forwards for others: pod networks that bridge pods to the machine's network, virtual
   * routers with a MAC address of their own (VRRP), machines within machines.
   *
   * @default true
   */
  readonly macSpoofCheck?: boolean | undefined;
  /**
   * Addresses that whereabouts hands out, for pods that use the network themselves, such as
   * KubeVirt's migrations. @default none: guests configure the network by themselves
   */
  readonly range?: string | undefined;
  /** Whether machines go only to hosts that offer the bridge, by bridge-marker. @default false */
  readonly bridgeMarker?: boolean | undefined;
}

/** Everything that is on a bridge without a tag. */
export interface BridgeNetwork extends OnBridge {
  readonly type: 'bridge';
}

/** One VLAN of a bridge. The guest sees untagged frames. */
export interface VlanNetwork extends OnBridge {
  readonly type: 'vlan';
  /** 2 to 4094. */
  readonly vlan: number;
}

/** A virtual function of a network card, handed through to the guest. */
export interface SriovNetwork extends Template {
  readonly type: 'sriov';
  /** Under which the device plugin offers the functions, such as `openshift.io/fast`. */
  readonly resourceName: string;
  /** 2 to 4094. @default untagged */
  readonly vlan?: number | undefined;
  /** Priority of the tagged frames, 0 to 7. @default 0 */
  readonly vlanQoS?: number | undefined;
  /** See {@link BridgeNetwork.macSpoofCheck}. @default what the card has, mostly on */
  readonly macSpoofCheck?: boolean | undefined;
  /** Whether the guest may change its MAC address and listen to everything. @default the card's */
  readonly trust?: boolean | undefined;
  /** Follow the physical link, or claim that there is one or none. @default the card's */
  readonly linkState?: 'auto' | 'enable' | 'disable' | undefined;
}

/** The ways in which a machine gets a further network interface. */
export type NetworkTemplate = BridgeNetwork | VlanNetwork | SriovNetwork;

/** The CNI version that all plugins here know. @see https://www.cni.dev/docs/spec/ */
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
      // Else the machine also hears everything that is on the bridge without a tag.
      preserveDefaultVlan: false,
    }),
    macspoofchk: macSpoofCheck,
    ...(mtu !== undefined && { mtu }),
    // The guest has the address, not the pod; but a pod that has one must be able to use it.
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
 * `spec.config` of a NetworkAttachmentDefinition: JSON in a string, which nobody checks before a
 * machine starts. The same template always gives the same text.
 *
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/blob/master/docs/configuration.md
 */
export function renderAttachment(template: NetworkTemplate): string {
  const plugin = template.type === 'sriov' ? renderSriov(template) : renderBridge(template);
  return JSON.stringify({ cniVersion, name: template.name, ...plugin });
}

/**
 * What {@link renderAttachment} writes for a VLAN of a user cluster: a regular expression for all of
 * the text, in the syntax that JavaScript and RE2 share. Whoever judges such a text by it knows what
 * every byte of it says, as no look for single keys of JSON could.
 */
export const vlanAttachment = {
  text: [
    String.raw`^\{"cniVersion":"0\.3\.1","name":"[a-z0-9-]{1,63}","type":"bridge"`,
    String.raw`"bridge":"[A-Za-z0-9._-]{1,15}"`,
    '"vlan":[1-9][0-9]{0,3}',
    '"preserveDefaultVlan":false',
    '"macspoofchk":(true|false)(,"mtu":[1-9][0-9]{2,4})?',
    String.raw`"disableContainerInterface":true,"ipam":\{\}\}$`,
  ].join(','),
  /** Of the resource that a pod on the bridge takes, before the name of the bridge. */
  resource: 'bridge.network.kubevirt.io/',
  /** The annotation that names the resource. */
  resourceKey: 'k8s.v1.cni.cncf.io/resourceName',
} as const;

/**
 * What a pod on the network takes of its host, for an annotation of the
 * NetworkAttachmentDefinition.
 *
 * @returns undefined when any host will do.
 */
export function attachmentResource(template: NetworkTemplate): string | undefined {
  if (template.type === 'sriov') return template.resourceName;
  return template.bridgeMarker === true
    ? `${vlanAttachment.resource}${template.bridge}`
    : undefined;
}

/** The NetworkAttachmentDefinition of a network, of the network's name. */
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
