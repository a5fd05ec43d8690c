// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { clusterNamespace, labelKeys } from '@strata/contracts';
import {
  imageClonerRole,
  infraControllers,
  metricsDiscoveryRole,
  type Right,
  userClusterAccounts,
} from '@strata/contracts/accounts';
import { listOf, text } from './cel-text.ts';
import { monitoringKinds, monitoringNames, ofMonitoring } from './monitoring-fence.ts';
import {
  insideRights,
  outsideRights,
  rightsOfControllersInCluster,
} from './user-cluster-rights.ts';

type PolicySpec = types.input.admissionregistration.v1.ValidatingAdmissionPolicySpec;

/** Pod Security levels that every namespace of a user cluster may have. */
const harmlessLevels = ['baseline', 'restricted'];

const levelLabel = 'pod-security.kubernetes.io/enforce';

/** Makes the API server check pods by the rules of an older version of Kubernetes. */
const versionLabel = 'pod-security.kubernetes.io/enforce-version';

/**
 * Annotations of a Service by which MetalLB gives an address to several Services with the same value. It
 * compares values of all namespaces.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/controller/service.go AnnotationAllowSharedIP
 */
const sharingKeys = ['metallb.io/allow-shared-ip', 'metallb.universe.tf/allow-shared-ip'];

/** CEL variable with the written object; in a DELETE request, the deleted object. */
const subject = 'variables.subject';

const variables = [
  // The policy matches several kinds: without `dyn` the API server warns about each field that one
  // of the kinds does not have.
  { name: 'subject', expression: 'dyn(object == null ? oldObject : object)' },
  // system:serviceaccount:<namespace>:<name>
  { name: 'own', expression: "request.userInfo.username.split(':')[3]" },
  { name: 'kind', expression: 'request.resource.resource' },
  { name: 'name', expression: `${subject}.metadata.name` },
  {
    name: 'labels',
    expression: `has(${subject}.metadata.labels) ? ${subject}.metadata.labels : {}`,
  },
  {
    name: 'annotations',
    expression: `has(${subject}.metadata.annotations) ? ${subject}.metadata.annotations : {}`,
  },
  {
    name: 'version',
    expression: `${text(versionLabel)} in variables.labels ? variables.labels[${text(versionLabel)}] : 'latest'`,
  },
  {
    name: 'level',
    expression: `${text(levelLabel)} in variables.labels ? variables.labels[${text(levelLabel)}] : 'none'`,
  },
  {
    name: 'controllerNames',
    expression: `${listOf(Object.values(infraControllers))}.map(name, variables.own + '-' + name)`,
  },
  monitoringNames,
  {
    name: 'subjectsAreOwn',
    expression: `!has(${subject}.subjects) || ${subject}.subjects.all(one, one.kind == 'ServiceAccount' && has(one.namespace) && one.namespace == variables.own)`,
  },
];

const { group, resources, verbs } = rightsOfControllersInCluster;

/** CEL condition: a rule of a ClusterRole grants no more than the controllers of a user cluster need. */
const isHarmlessRule = [
  '!has(rule.nonResourceURLs)',
  `has(rule.apiGroups) && rule.apiGroups.all(one, one == ${text(group)})`,
  `has(rule.resources) && rule.resources.all(one, one in ${listOf(resources)})`,
  `rule.verbs.all(one, one in ${listOf(verbs)})`,
].join(' && ');

const resourcesOf = (rights: readonly Right[]) => rights.flatMap((right) => right.resources);

/** Resources on which the account of a user cluster has rights only outside of its namespace. */
const outsideResources = [...new Set(resourcesOf(outsideRights))].filter(
  (resource) => !resourcesOf(insideRights).includes(resource),
);

/** ClusterRoles that the account may bind in its namespace: they grant nothing on {@link outsideResources}. */
const rolesToGive = [userClusterAccounts.role, metricsDiscoveryRole];

/** Validations of writes to RBAC objects. */
const ofRights = [
  {
    expression: `variables.kind != 'rolebindings' || request.namespace == variables.own || (variables.name == variables.own && ${subject}.roleRef.kind == 'Role' && ${subject}.roleRef.name == ${text(imageClonerRole)} && variables.subjectsAreOwn)`,
    messageExpression: `'outside of its namespace, the account ' + variables.own + ' may write the RoleBinding ' + variables.own + ' alone, by which accounts of its namespace get the Role ${imageClonerRole}'`,
  },
  {
    expression: `variables.kind != 'rolebindings' || object == null || ${subject}.roleRef.kind == 'Role' || ${subject}.roleRef.name in ${listOf(rolesToGive)}`,
    messageExpression: `'the RoleBinding ' + variables.name + ' may give a Role, or these ClusterRoles alone: ${rolesToGive.join(', ')}; not the ClusterRole ' + ${subject}.roleRef.name`,
  },
  {
    expression: `variables.kind != 'roles' || object == null || !has(${subject}.rules) || !${subject}.rules.exists(rule, has(rule.resources) && rule.resources.exists(one, one in ${listOf(outsideResources)}))`,
    messageExpression: `'the Role ' + variables.name + ' may give no right on ${outsideResources.join(', ')}: the account ' + variables.own + ' alone has those'`,
  },
  {
    expression:
      "!(variables.kind in ['clusterroles', 'clusterrolebindings']) || variables.name in variables.controllerNames",
    messageExpression:
      "'the account ' + variables.own + ' may write these alone: ' + variables.controllerNames.join(', ') + '; not ' + variables.name",
  },
  {
    expression: `variables.kind != 'clusterrolebindings' || object == null || (${subject}.roleRef.name == variables.name && variables.subjectsAreOwn)`,
    messageExpression:
      "'the ClusterRoleBinding ' + variables.name + ' may give the ClusterRole ' + variables.name + ' alone, to accounts of the namespace ' + variables.own",
  },
  {
    expression: `variables.kind != 'clusterroles' || object == null || (!has(${subject}.aggregationRule) && (!has(${subject}.rules) || ${subject}.rules.all(rule, ${isHarmlessRule})))`,
    messageExpression: `'the ClusterRole ' + variables.name + ' may give ${verbs.join(', ')} of ${resources.join(', ')} alone'`,
  },
];

/** Returns the validations that every write must pass. */
function validations(privileged: readonly string[]) {
  const levels = listOf(harmlessLevels);
  const mayBePrivileged = listOf(privileged.map(clusterNamespace));
  return [
    {
      expression: `variables.own.startsWith(${text(clusterNamespace(''))})`,
      messageExpression: "'the account ' + variables.own + ' is not that of a user cluster'",
    },
    {
      expression: "variables.kind != 'namespaces' || variables.name == variables.own",
      messageExpression:
        "'the account ' + variables.own + ' may write the namespace ' + variables.own + ' alone, not ' + variables.name",
    },
    {
      expression: `variables.kind != 'namespaces' || object == null || (${text(labelKeys.clusterName)} in variables.labels && ${text(clusterNamespace(''))} + variables.labels[${text(labelKeys.clusterName)}] == variables.own)`,
      messageExpression: `'the namespace ' + variables.name + ' must have the label ${labelKeys.clusterName} with the name of its cluster: the policies of the platform select by it'`,
    },
    {
      expression: `variables.kind != 'namespaces' || object == null || variables.level in ${levels} || (variables.level == 'privileged' && variables.own in ${mayBePrivileged})`,
      messageExpression: `'the namespace ' + variables.name + ' may not have the Pod Security level ' + variables.level + ': its pods could take over a host; a cluster with files of hosts as disks must be named in infra:access.hostDiskClusters'`,
    },
    {
      expression:
        "variables.kind != 'namespaces' || object == null || variables.version == 'latest'",
      messageExpression: `'the namespace ' + variables.name + ' may not have the version ' + variables.version + ' of Pod Security: older ones allow pods what the latest refuses; leave out the label ${versionLabel}'`,
    },
    ...ofRights,
    ...ofMonitoring,
    {
      expression: `variables.kind != 'services' || object == null || !has(${subject}.spec.externalIPs) || ${subject}.spec.externalIPs.size() == 0`,
      messageExpression:
        "'spec.externalIPs of the Service ' + variables.name + ' would take the traffic of others on the infra cluster; leave it out'",
    },
    {
      expression: `variables.kind != 'services' || object == null || ${listOf(sharingKeys)}.all(key, !(key in variables.annotations) || variables.annotations[key].startsWith(variables.own + '/'))`,
      messageExpression: `'the key for a shared address of the Service ' + variables.name + ' must begin with "' + variables.own + '/", for other clusters could share the address otherwise'`,
    },
  ].map((one) => ({ ...one, reason: 'Forbidden' }));
}

/**
 * Renders the admission policy that limits what the account of a user cluster writes outside of its
 * namespace to objects that belong to that cluster: its namespace with labels and Pod Security
 * level, RoleBindings, ClusterRoles and ClusterRoleBindings, and its objects in the namespace of the
 * platform's monitoring. RBAC cannot express this, because it does not know the name of an object
 * that is being created. Inside its namespace the account may write whatever RBAC allows, except
 * external IPs of Services, addresses shared with Services of others, and Roles with rights on
 * resources outside of the namespace. The policy does not match other accounts, so the account must
 * not be able to pass such rights on to them.
 *
 * @param hostDiskClusters - names of the user clusters whose namespaces may be `privileged`.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
 */
export function renderAccountFence(hostDiskClusters: readonly string[]): PolicySpec {
  return {
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['*'],
          operations: ['CREATE', 'UPDATE', 'DELETE'],
          resources: ['namespaces', 'services'],
        },
        {
          apiGroups: ['rbac.authorization.k8s.io'],
          apiVersions: ['*'],
          operations: ['CREATE', 'UPDATE', 'DELETE'],
          resources: ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
        },
        {
          apiGroups: ['monitoring.coreos.com'],
          apiVersions: ['*'],
          operations: ['CREATE', 'UPDATE', 'DELETE'],
          resources: [...monitoringKinds],
        },
      ],
    },
    matchConditions: [
      {
        name: 'asked-by-the-account-of-a-user-cluster',
        expression: `request.userInfo.username.startsWith('system:serviceaccount:${userClusterAccounts.namespace}:')`,
      },
    ],
    variables,
    validations: validations(hostDiskClusters),
  };
}
