// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { apps, core, rbac } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { renderRules } from './rights.ts';
import type { Right } from './rights.ts';

/** The Kubernetes object names of a controller. */
export interface ControllerNames {
  /** Of its Deployment and its Role, and the value of the label `strata.dev/component` of its pods. */
  readonly component: string;
  readonly account: string;
  readonly configMap: string;
}

/** Arguments of {@link InfraController}. */
export interface InfraControllerArgs extends Pick<
  ClusterContext,
  'environment' | 'cluster' | 'namespace'
> {
  readonly names: ControllerNames;
  /** By which it reaches the user cluster; a secret. */
  readonly tenantKubeconfig: pulumi.Input<string>;
  /** In the namespace. */
  readonly rights: readonly Right[];
  /** On objects of the infra cluster that are in no namespace. @default [] */
  readonly clusterRights?: readonly Right[];
  /** Of its ConfigMap, by file. */
  readonly settings: Readonly<Record<string, string>>;
  readonly pod: types.input.core.v1.PodSpec;
  /** Of all but the program itself. @default each by itself */
  readonly contents?: NamespaceContents;
}

/** Name of the volume, and of the folder, with {@link tenantKubeconfig}. */
export const tenantVolume = { name: 'tenant', mountPath: '/etc/tenant', readOnly: true };

/** Where a controller finds the kubeconfig of the user cluster. */
export const tenantKubeconfig = '/etc/tenant/kubeconfig';

/** Changes with what a program reads once, when it starts, so that its pods are made anew then. */
const checksumAnnotation = 'strata.dev/checksum';

function checksum(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

/**
 * A program that works for a user cluster from outside: it runs in the cluster's namespace on the
 * infra cluster, as one pod, under a ServiceAccount of its own with the rights in its table, and
 * has a kubeconfig of the user cluster. Whoever owns the user cluster never sees credentials of the
 * infra cluster.
 */
export class InfraController extends pulumi.ComponentResource {
  readonly #args: InfraControllerArgs;
  readonly #name: string;

  constructor(name: string, args: InfraControllerArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:InfraController', name, {}, options);
    this.#args = args;
    this.#name = name;
    const access = this.#grant(args);
    const files = this.#files(args);
    new apps.v1.Deployment(
      `${name}-deployment`,
      { metadata: this.#metadata(args.names.component), spec: this.#deploymentSpec(args) },
      // A pod that starts without its rights fails, and waits longer each time it does.
      { parent: this, dependsOn: [...access, ...files] },
    );
    this.registerOutputs({});
  }

  #metadata(name: string) {
    const { environment, cluster, namespace } = this.#args;
    const labels = clusterLabels(environment, cluster);
    return { name, namespace, labels, annotations: ownerAnnotations };
  }

  #grant({ names, rights, clusterRights = [], namespace, contents }: InfraControllerArgs) {
    const name = this.#name;
    const metadata = this.#metadata(names.component);
    const subjects = [{ kind: 'ServiceAccount', name: names.account, namespace }];
    const account = new core.v1.ServiceAccount(
      `${name}-account`,
      { metadata: this.#metadata(names.account), automountServiceAccountToken: false },
      { parent: this, ...contents },
    );
    const role = new rbac.v1.Role(
      `${name}-role`,
      { metadata, rules: renderRules(rights) },
      { parent: this, ...contents },
    );
    const binding = new rbac.v1.RoleBinding(
      `${name}-role-binding`,
      { metadata, roleRef: roleRef('Role', names.component), subjects },
      { parent: this, dependsOn: role, ...contents },
    );
    return [account, binding, ...this.#grantInCluster(clusterRights, subjects)];
  }

  #grantInCluster(rights: readonly Right[], subjects: types.input.rbac.v1.Subject[]) {
    if (rights.length === 0) return [];
    const { names, namespace } = this.#args;
    // Unique in the infra cluster, where every user cluster has one.
    const { labels, annotations } = this.#metadata('');
    const metadata = { name: `${namespace}-${names.component}`, labels, annotations };
    const role = new rbac.v1.ClusterRole(
      `${this.#name}-cluster-role`,
      { metadata, rules: renderRules(rights) },
      { parent: this },
    );
    const binding = new rbac.v1.ClusterRoleBinding(
      `${this.#name}-cluster-role-binding`,
      { metadata, roleRef: roleRef('ClusterRole', metadata.name), subjects },
      { parent: this, dependsOn: role },
    );
    return [binding];
  }

  #files({ names, settings, tenantKubeconfig: kubeconfig, contents }: InfraControllerArgs) {
    return [
      new core.v1.ConfigMap(
        `${this.#name}-config`,
        { metadata: this.#metadata(names.configMap), data: settings },
        { parent: this, ...contents },
      ),
      new core.v1.Secret(
        `${this.#name}-tenant-access`,
        {
          metadata: this.#metadata(`${names.component}-kubeconfig`),
          stringData: pulumi.secret({ kubeconfig }),
        },
        { parent: this, ...contents },
      ),
    ];
  }

  #deploymentSpec(args: InfraControllerArgs): types.input.apps.v1.DeploymentSpec {
    const { names, settings, pod } = args;
    const { labels } = this.#metadata('');
    const selector = { [labelKeys.component]: names.component };
    // The digest of a text with a private key in it tells nothing of the key; as a secret it would
    // hide the whole pod from previews.
    const digest = pulumi.unsecret(
      pulumi
        .output(args.tenantKubeconfig)
        .apply((kubeconfig) => checksum(kubeconfig, ...Object.values(settings))),
    );
    return {
      replicas: 1,
      // Never two at once: what one has not finished, the other would begin anew.
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
          // Other Services of the namespace are no business of it.
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
}

/** Hosts of the control plane have room for it, too. */
const controlPlaneHosts = [
  { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
];

function roleRef(kind: 'Role' | 'ClusterRole', name: string) {
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}
