// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { apps, core, rbac } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { renderRules } from '@strata/contracts/accounts';
import type { Right } from '@strata/contracts/accounts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { madeRoleName } from '../made-role-name.ts';

/** Names of a controller's Kubernetes objects. */
export interface ControllerNames {
  /** Name of its Deployment and its Role, and value of the label `strata.dev/component` of its pods. */
  readonly component: string;
  readonly account: string;
  readonly configMap: string;
}

/** Input of every controller of a user cluster. */
export interface ControllerArgs extends ClusterContext {
  /** Kubeconfig by which it reaches the user cluster; a secret. */
  readonly tenantKubeconfig: pulumi.Input<string>;
  /** Resources that must exist before it starts: its rights in the user cluster. @default [] */
  readonly needs?: readonly pulumi.Resource[];
  /**
   * Options of its objects in the namespace, except the Deployment.
   *
   * @default none: each is deleted by itself
   */
  readonly contents?: NamespaceContents;
}

/** Arguments of {@link createInfraController}. */
export interface InfraControllerArgs extends Omit<ControllerArgs, 'config' | 'infra' | 'platform'> {
  /** Component that once contained its resources, see {@link formerComponent}. */
  readonly former: string;
  readonly names: ControllerNames;
  /** Rights in the cluster's namespace. */
  readonly rights: readonly Right[];
  /** Rights on objects of the infra cluster that are in no namespace. @default [] */
  readonly clusterRights?: readonly Right[];
  /** Content of its ConfigMap, by file. */
  readonly settings: Readonly<Record<string, string>>;
  readonly pod: types.input.core.v1.PodSpec;
}

/** Volume with {@link tenantKubeconfig}: its name and its folder. */
export const tenantVolume = { name: 'tenant', mountPath: '/etc/tenant', readOnly: true };

/** Path at which a controller finds the kubeconfig of the user cluster. */
export const tenantKubeconfig = '/etc/tenant/kubeconfig';

/**
 * Annotation that changes with everything that a program reads only at its start, so that its pods are
 * then replaced.
 */
const checksumAnnotation = 'strata.dev/checksum';

function checksum(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

/**
 * Makes a controller that works for a user cluster from outside: one pod in the cluster's namespace on
 * the infra cluster, under a ServiceAccount of its own with the rights in its table, with a kubeconfig
 * of the user cluster. The owner of the user cluster never sees credentials of the infra cluster.
 */
export function createInfraController(
  owner: string,
  args: InfraControllerArgs,
  { parent, ...rest }: pulumi.CustomResourceOptions = {},
): apps.v1.Deployment {
  const name = `${owner}-infra`;
  const places = [parent, formerComponent(args.former, owner, parent).parent];
  const aliases = places.map((place) =>
    formerComponent('user-cluster:InfraController', name, place),
  );
  const options = { ...rest, parent, aliases };
  const access = grant(name, args, options);
  const files = createFiles(name, args, { ...options, ...args.contents });
  return new apps.v1.Deployment(
    `${name}-deployment`,
    { metadata: metadataOf(args, args.names.component), spec: deploymentSpec(args) },
    // A pod that starts without its rights fails, and waits longer before each restart.
    { ...options, dependsOn: [...access, ...files, ...(args.needs ?? [])] },
  );
}

type Owned = Pick<InfraControllerArgs, 'environment' | 'cluster' | 'namespace'>;

function metadataOf({ environment, cluster, namespace }: Owned, name: string) {
  const labels = clusterLabels(environment, cluster);
  return { name, namespace, labels, annotations: ownerAnnotations };
}

function grant(name: string, args: InfraControllerArgs, options: pulumi.CustomResourceOptions) {
  const { names, rights, namespace, contents } = args;
  const inNamespace = { ...options, ...contents };
  const metadata = metadataOf(args, names.component);
  const subjects = [{ kind: 'ServiceAccount', name: names.account, namespace }];
  const account = new core.v1.ServiceAccount(
    `${name}-account`,
    { metadata: metadataOf(args, names.account), automountServiceAccountToken: false },
    inNamespace,
  );
  const role = new rbac.v1.Role(
    `${name}-role`,
    { metadata, rules: renderRules(rights) },
    inNamespace,
  );
  const binding = new rbac.v1.RoleBinding(
    `${name}-role-binding`,
    { metadata, roleRef: roleRef('Role', madeRoleName(role, names.component)), subjects },
    { ...inNamespace, dependsOn: role },
  );
  return [account, binding, ...grantInCluster(name, args, subjects, options)];
}

function grantInCluster(
  name: string,
  args: InfraControllerArgs,
  subjects: types.input.rbac.v1.Subject[],
  options: pulumi.CustomResourceOptions,
) {
  const { clusterRights = [], names, namespace } = args;
  if (clusterRights.length === 0) return [];
  // The name is unique in the infra cluster, where every user cluster has such a role.
  const { labels, annotations } = metadataOf(args, '');
  const metadata = { name: `${namespace}-${names.component}`, labels, annotations };
  const role = new rbac.v1.ClusterRole(
    `${name}-cluster-role`,
    { metadata, rules: renderRules(clusterRights) },
    options,
  );
  const binding = new rbac.v1.ClusterRoleBinding(
    `${name}-cluster-role-binding`,
    { metadata, roleRef: roleRef('ClusterRole', madeRoleName(role, metadata.name)), subjects },
    { ...options, dependsOn: role },
  );
  return [binding];
}

function createFiles(
  name: string,
  args: InfraControllerArgs,
  options: pulumi.CustomResourceOptions,
) {
  const { names, settings, tenantKubeconfig: kubeconfig } = args;
  return [
    new core.v1.ConfigMap(
      `${name}-config`,
      { metadata: metadataOf(args, names.configMap), data: settings },
      options,
    ),
    new core.v1.Secret(
      `${name}-tenant-access`,
      {
        metadata: metadataOf(args, `${names.component}-kubeconfig`),
        stringData: pulumi.secret({ kubeconfig }),
      },
      options,
    ),
  ];
}

function deploymentSpec(args: InfraControllerArgs): types.input.apps.v1.DeploymentSpec {
  const { names, settings, pod } = args;
  const { labels } = metadataOf(args, '');
  const selector = { [labelKeys.component]: names.component };
  // The digest of a text with a private key in it reveals nothing of the key; as a secret it would hide
  // the whole pod from previews.
  const digest = pulumi.unsecret(
    pulumi
      .output(args.tenantKubeconfig)
      .apply((kubeconfig) => checksum(kubeconfig, ...Object.values(settings))),
  );
  return {
    replicas: 1,
    // There are never two pods at once: the second would begin anew what the first has not finished.
    strategy: { type: 'Recreate' },
    selector: { matchLabels: selector },
    template: {
      metadata: {
        labels: { ...labels, ...selector },
        annotations: { [checksumAnnotation]: digest },
      },
      spec: {
        ...pod,
        serviceAccountName: names.account,
        automountServiceAccountToken: true,
        // It needs nothing of the other Services in the namespace.
        enableServiceLinks: false,
        tolerations: controlPlaneHosts,
        volumes: [
          { name: tenantVolume.name, secret: { secretName: `${names.component}-kubeconfig` } },
          ...(Array.isArray(pod.volumes) ? pod.volumes : []),
        ],
      },
    },
  };
}

/** Lets the pod run on hosts of the control plane, too. */
const controlPlaneHosts = [
  { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
];

function roleRef(kind: 'Role' | 'ClusterRole', name: pulumi.Output<string>) {
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}
