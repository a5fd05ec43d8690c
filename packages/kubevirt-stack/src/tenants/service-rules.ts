// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';
import { harmlessAnnotations } from './harmless-annotations.ts';
import { celText as text } from './tenant-rules.ts';
import type { TenantRules } from './tenant-rules.ts';

/**
 * Keys by which a Service asks MetalLB for an address. Their values are held against what the
 * cluster may have.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/controller/service.go
 */
const metallb = {
  addresses: 'metallb.io/loadBalancerIPs',
  pool: 'metallb.io/address-pool',
  sharing: 'metallb.io/allow-shared-ip',
} as const;

const judgedKeys = Object.values(metallb).map(text).join(', ');

/**
 * How the cloud controller calls the Services that it makes.
 *
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.3/cloud.go DefaultLoadBalancerName
 */
const madeName = '^a[0-9a-f]{31}$';

/**
 * First and last of the node ports that Kubernetes gives nobody by itself while it has others, for people
 * who want a certain one: an SSH port, say. The cloud controller copies `healthCheckNodePort`, so a tenant
 * could take them before others do; no quota counts that port.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#avoid-nodeport-collisions
 */
const chosenPorts = { first: 30_000, last: 30_085 } as const;

/** The regular expression of CEL for a list of keys, of which some end in `*`. */
function pattern(keys: readonly string[]): string {
  const escape = (text: string) => text.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const patterns = keys.map((key) =>
    key.endsWith('*') ? `${escape(key.slice(0, -1))}.*` : escape(key),
  );
  return `^(${patterns.join('|')})$`;
}

/** A list that the namespace of a cluster has as an annotation, with commas. */
const listOf = (key: string) =>
  [
    `(has(namespaceObject.metadata.annotations) && ${text(key)} in namespaceObject.metadata.annotations`,
    `? namespaceObject.metadata.annotations[${text(key)}].split(',') : []).filter(one, one != '')`,
  ].join(' ');

const shown = (list: string) => `(${list}.size() == 0 ? 'none' : ${list}.join(', '))`;

/** A value of the Service that is new with this request: what was there before may stay. */
const fresh = (key: string) =>
  `${text(key)} in variables.fresh ? [variables.annotations[${text(key)}]] : []`;

/** A list of all node ports of a Service, in CEL. */
const nodePorts = (service: string) =>
  `((has(${service}.spec.ports) ? ${service}.spec.ports.filter(port, has(port.nodePort)).map(port, port.nodePort) : []) + (has(${service}.spec.healthCheckNodePort) ? [${service}.spec.healthCheckNodePort] : []))`;

/** @param harmless - regular expression of the keys of annotations that pass. */
const renderVariables = (harmless: string) => [
  // Of several kinds: without `dyn` the API server warns of fields that one of them has not.
  { name: 'service', expression: 'dyn(object == null ? oldObject : object)' },
  { name: 'former', expression: 'dyn(oldObject)' },
  {
    name: 'annotations',
    expression:
      'has(variables.service.metadata.annotations) ? variables.service.metadata.annotations : {}',
  },
  {
    name: 'before',
    expression:
      'oldObject != null && has(variables.former.metadata.annotations) ? variables.former.metadata.annotations : {}',
  },
  {
    name: 'fresh',
    expression:
      'variables.annotations.filter(key, !(key in variables.before) || variables.before[key] != variables.annotations[key])',
  },
  {
    name: 'foreign',
    // An entry of the configuration such as * does not let keys of MetalLB through whose values are not
    // judged: MetalLB still obeys its former ones, which begin with metallb.universe.tf.
    expression: `variables.fresh.filter(key, (key.startsWith('metallb.') && !(key in [${judgedKeys}])) || !key.matches(${text(harmless)}))`,
  },
  { name: 'addresses', expression: listOf(annotationKeys.loadBalancerAddresses) },
  { name: 'pools', expression: listOf(annotationKeys.loadBalancerPools) },
  {
    name: 'wanted',
    expression: [
      `(${fresh(metallb.addresses)})`,
      '(has(variables.service.spec.loadBalancerIP) && (oldObject == null || !has(variables.former.spec.loadBalancerIP) || variables.former.spec.loadBalancerIP != variables.service.spec.loadBalancerIP) ? [variables.service.spec.loadBalancerIP] : [])',
    ].join(' + '),
  },
  {
    name: 'refused',
    expression:
      "variables.wanted.join(',').split(',').map(address, address.trim()).filter(address, address != '' && !(isIP(address) && variables.addresses.exists(range, cidr(range).containsIP(address))))",
  },
  {
    name: 'formerPorts',
    expression: `oldObject == null ? [] : ${nodePorts('variables.former')}`,
  },
  {
    name: 'chosenPorts',
    expression: `${nodePorts('variables.service')}.filter(port, ${chosenPorts.first} <= port && port <= ${chosenPorts.last} && !(port in variables.formerPorts))`,
  },
];

const validations: TenantRules['validations'] = [
  {
    expression: `variables.service.metadata.name.matches(${text(madeName)})`,
    messageExpression:
      "'the Service ' + variables.service.metadata.name + ' is none that a cloud controller makes: it belongs to the owner of the infra cluster'",
  },
  {
    expression: "variables.service.spec.type == 'LoadBalancer'",
    message: 'only Services of type LoadBalancer are made for user clusters',
  },
  {
    expression:
      'object == null || !has(variables.service.spec.externalIPs) || variables.service.spec.externalIPs.size() == 0 || (oldObject != null && has(variables.former.spec.externalIPs) && variables.former.spec.externalIPs == variables.service.spec.externalIPs)',
    message:
      'spec.externalIPs would take the traffic of others on the infra cluster; leave it out, and use the address that the load balancer gets',
  },
  {
    expression: 'object == null || variables.chosenPorts.size() == 0',
    messageExpression: `'the node ports ${chosenPorts.first} to ${chosenPorts.last} belong to the owner of the infra cluster, and so ' + variables.chosenPorts.map(port, string(port)).join(', ') + ' does; leave healthCheckNodePort out, or take one above ${chosenPorts.last}'`,
  },
  {
    expression: 'object == null || variables.refused.size() == 0',
    messageExpression:
      "'the cluster may not have the address ' + variables.refused.join(', ') + '; it may have: ' + " +
      shown('variables.addresses'),
  },
  {
    expression: `object == null || (${fresh(metallb.pool)}).all(pool, pool in variables.pools)`,
    messageExpression: `'the cluster may not have addresses of the pool that ${metallb.pool} names; it may have those of: ' + ${shown('variables.pools')}`,
  },
  {
    expression: `object == null || (${fresh(metallb.sharing)}).all(key, key.startsWith(request.namespace + '/'))`,
    messageExpression: `'${metallb.sharing} must begin with "' + request.namespace + '/", for other clusters could share the address otherwise'`,
  },
  {
    expression: 'object == null || variables.foreign.size() == 0',
    messageExpression:
      "'the infra cluster takes no annotation ' + variables.foreign.join(', ') + ' from Services of user clusters; leave it out, or ask the owner of the platform to list it in kubevirt-stack:tenants'",
  },
];

/**
 * Returns the rules for accounts in the namespace of a user cluster that change Services there:
 * they may only make load balancers, at addresses that the cluster may have. The administrator of a
 * user cluster decides which values its cloud controller copies to the infra cluster, including
 * external IPs and all annotations (CVE-2020-8554).
 *
 * Values that a Service had before the request are not checked again, so that ports can be changed.
 *
 * @param allowed - keys of further allowed annotations; a key that ends in `*` is a prefix.
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/loadbalancer.go
 */
export function serviceRules(allowed: readonly string[]): TenantRules {
  const keys = [...harmlessAnnotations.flatMap((one) => one.keys), ...allowed];
  const harmless = pattern([...keys, ...Object.values(metallb)]);
  return {
    group: '',
    resource: 'services',
    operations: ['CREATE', 'UPDATE', 'DELETE'],
    asked: {
      // Those that work for the tenant.
      name: 'service-asked-for-by-an-account-of-the-namespace',
      expression:
        "request.userInfo.username.startsWith('system:serviceaccount:' + request.namespace + ':')",
    },
    variables: renderVariables(harmless),
    validations,
  };
}
