// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, vlanAttachment } from '@strata/contracts';
import type { GivenVlans, TenantVlans } from '@strata/contracts';
import { networkNamespace } from '../network/network-catalogue.ts';
import { belowPlatformPriority, hasPlatformPriority } from './pod-priority.ts';
import { celText } from './tenant-rules.ts';
import type { TenantRules } from './tenant-rules.ts';

/** First and last VLAN of each bridge, as a map of CEL. */
function rangesOf(given: readonly GivenVlans[]): string {
  const bridges = Map.groupBy(given, ({ bridge }) => bridge);
  const ranges = (id: number | string) => {
    const [first = '', last = first] = String(id).split('-');
    return `[${Number(first)}, ${Number(last)}]`;
  };
  const entries = [...bridges].map(
    ([bridge, all]) =>
      `${celText(bridge)}: [${all.flatMap(({ ids }) => ids.map(ranges)).join(', ')}]`,
  );
  return `{${entries.join(', ')}}`;
}

/** The same for each namespace of a cluster that has VLANs of its own. */
function boundRanges(given: readonly GivenVlans[]): string {
  const bound = Map.groupBy(
    given.filter(({ boundTo }) => boundTo !== undefined),
    ({ boundTo = '' }) => clusterNamespace(boundTo),
  );
  const entries = [...bound].map(([namespace, all]) => `${celText(namespace)}: ${rangesOf(all)}`);
  return `{${entries.join(', ')}}`;
}

/** Whether a map of {@link rangesOf} has the VLAN of the definition. */
const has = (map: string) =>
  `(variables.bridge in ${map} && ${map}[variables.bridge].exists(range, range[0] <= variables.vlan && variables.vlan <= range[1]))`;

/**
 * Returns an expression that is checked only for changed definitions of the right shape, and is
 * true for all others.
 */
const judged = (expression: string) =>
  `variables.isUnchanged || !variables.isVlan || (${expression})`;

const resource = {
  key: celText(vlanAttachment.resourceKey),
  of: (object: string) =>
    `(has(${object}.metadata.annotations) && ${celText(vlanAttachment.resourceKey)} in ${object}.metadata.annotations ? ${object}.metadata.annotations[${celText(vlanAttachment.resourceKey)}] : '')`,
};

const definition = [
  { name: 'definition', expression: 'dyn(object)' },
  {
    name: 'config',
    expression:
      "has(variables.definition.spec) && has(variables.definition.spec.config) ? variables.definition.spec.config : ''",
  },
  { name: 'resource', expression: resource.of('variables.definition') },
  {
    name: 'isUnchanged',
    expression: `oldObject != null && dyn(oldObject).spec == variables.definition.spec && ${resource.of('dyn(oldObject)')} == variables.resource`,
  },
  {
    name: 'isVlan',
    expression: `variables.config.matches(${celText(vlanAttachment.text)}) && variables.config.contains('"name":"' + variables.definition.metadata.name + '",')`,
  },
  // "bridge":"br1"
  {
    name: 'bridge',
    expression: `variables.isVlan ? variables.config.find('"bridge":"[^"]*"').split('"')[3] : ''`,
  },
  // "vlan":200
  {
    name: 'vlan',
    expression: `variables.isVlan ? int(variables.config.find('"vlan":[0-9]+').split(':')[1]) : 0`,
  },
];

const shape = {
  expression: 'variables.isUnchanged || variables.isVlan',
  messageExpression:
    "'the NetworkAttachmentDefinition ' + variables.definition.metadata.name + ' is not of the text that Strata writes: a user cluster may have single VLANs of bridges of the hosts, and nothing else'",
};

const ownResource = {
  expression: judged(
    `variables.resource == '' || variables.resource == ${celText(vlanAttachment.resource)} + variables.bridge`,
  ),
  messageExpression: `'pods on the network ' + variables.definition.metadata.name + ' may take ${vlanAttachment.resource}' + variables.bridge + ' of their hosts alone, not ' + variables.resource`,
};

/**
 * The networks that a user cluster may define for itself, in its namespace: what Strata writes for a
 * VLAN, of bridges and VLANs that the platform gives. Whoever has the token of the cluster's account
 * could else define any CNI plugin, with the hosts' own cards, and anybody's VLAN. What was there
 * before may stay.
 */
export function definitionRules({ given, taken }: TenantVlans): TenantRules {
  const open = given?.filter(({ boundTo }) => boundTo === undefined) ?? [];
  return {
    group: 'k8s.cni.cncf.io',
    resource: 'network-attachment-definitions',
    operations: ['CREATE', 'UPDATE'],
    asked: { name: 'every-definition-of-a-network', expression: 'true' },
    variables: [
      ...definition,
      { name: 'open', expression: rangesOf(open) },
      { name: 'bound', expression: boundRanges(given ?? []) },
    ],
    validations: [
      shape,
      ownResource,
      {
        expression: judged(`!(variables.vlan in [${taken.map(({ vlan }) => vlan).join(', ')}])`),
        messageExpression:
          "'VLAN ' + string(variables.vlan) + ' is a network of the platform, which others are on, too'",
      },
      ...(given === undefined
        ? []
        : [
            {
              expression: judged(
                `variables.bound.exists(owner, ${has('variables.bound[owner]')}) ? request.namespace in variables.bound && ${has('variables.bound[request.namespace]')} : ${has('variables.open')}`,
              ),
              messageExpression:
                "'the cluster may not have VLAN ' + string(variables.vlan) + ' of \"' + variables.bridge + '\"; the owner of the platform gives VLANs in kubevirt-stack:tenants.vlans'",
            },
          ]),
    ],
  };
}

/**
 * Annotations of a pod that Multus reads.
 *
 * @see https://github.com/k8snetworkplumbingwg/multus-cni/blob/v4.3.0/pkg/k8sclient/k8sclient.go networkAttachmentAnnot, defaultNetAnnot
 */
const multus = {
  networks: 'k8s.v1.cni.cncf.io/networks',
  /** In the place of the pod network; the namespace isolation of Multus does not ask about it. */
  first: 'v1.multus-cni.io/default-network',
} as const;

/**
 * A network as virt-controller writes it, of the namespace that a variable names: the keys that
 * KubeVirt fills in, in the order of the type.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/multus/annotation.go NewAnnotationData
 * @see https://github.com/k8snetworkplumbingwg/network-attachment-definition-client/blob/v1.7.7/pkg/apis/k8s.cni.cncf.io/v1/types.go NetworkSelectionElement
 */
export const networkOfPod = {
  before: String.raw`\{"name":"[a-z0-9-]{1,63}","namespace":"(`,
  after: String.raw`)"(,"mac":"[0-9A-Fa-f:]{17}")?(,"interface":"[a-z0-9]{1,15}")?\}`,
} as const;

const value = (object: string, key: string) =>
  `(${object} != null && has(dyn(${object}).metadata.annotations) && ${celText(key)} in dyn(${object}).metadata.annotations ? dyn(${object}).metadata.annotations[${celText(key)}] : '')`;

/**
 * The networks that pods in the namespace of a user cluster may be on, those of its machines among
 * them: the cluster's own and the platform's. Multus lets a pod name one of any namespace, which
 * would be the VLAN of another cluster, or that of the hosts' migrations. Nor may a pod have a priority
 * of the platform's own programs.
 */
export function podRules(): TenantRules {
  const kept = (key: string) => `${value('object', key)} == ${value('oldObject', key)}`;
  return {
    group: '',
    resource: 'pods',
    operations: ['CREATE', 'UPDATE'],
    asked: {
      name: 'pods-that-ask-for-a-network-or-a-priority',
      expression: `has(object.metadata.annotations) && (${celText(multus.networks)} in object.metadata.annotations || ${celText(multus.first)} in object.metadata.annotations) || ${hasPlatformPriority}`,
    },
    variables: [
      {
        name: 'network',
        expression: `${celText(networkOfPod.before)} + request.namespace + ${celText(`|${networkNamespace}${networkOfPod.after}`)}`,
      },
    ],
    validations: [
      {
        expression: `${value('object', multus.first)} == '' || ${kept(multus.first)}`,
        message: `${multus.first} would take a pod of a user cluster out of the pod network; leave it out`,
      },
      {
        expression: `${value('object', multus.networks)} == '' || ${kept(multus.networks)} || ${value('object', multus.networks)}.matches(${celText(String.raw`^\[(`)} + variables.network + ',)*' + variables.network + ${celText(String.raw`\]$`)})`,
        messageExpression: `'${multus.networks} may name networks of the namespaces ' + request.namespace + ' and ${networkNamespace} alone, as virt-controller writes them'`,
      },
      belowPlatformPriority,
    ],
  };
}
