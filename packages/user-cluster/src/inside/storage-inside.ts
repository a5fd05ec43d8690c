// SPDX-License-Identifier: Apache-2.0
import { apiextensions, apps, core, rbac, storage } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { driverName, storageClasses } from '../storage/index.ts';
import type { StorageClassPlan } from '../storage/index.ts';
import { renderNodePlugin } from './render-node-plugin.ts';
import {
  csiDriver,
  defaultAnnotations,
  renderSnapshotClass,
  renderStorageClass,
} from './render-storage.ts';
import { systemNamespace } from './system-namespace.ts';

/** Arguments of {@link StorageInside}. */
export interface StorageInsideArgs extends ClusterContext {
  /** What must be there before the driver starts on nodes. */
  readonly needs: readonly pulumi.Resource[];
}

const plugin = 'kubevirt-csi-node';

/**
 * The driver on every node, and the classes by which claims get volumes of the infra cluster, and
 * volumes snapshots. Those need {@link createSnapshotKinds}.
 */
export class StorageInside extends pulumi.ComponentResource {
  readonly #args: StorageInsideArgs;
  readonly #name: string;

  constructor(name: string, args: StorageInsideArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:StorageInside', name, {}, options);
    this.#args = args;
    this.#name = name;
    const driver = new storage.v1.CSIDriver(
      `${name}-driver`,
      { metadata: this.#metadata(driverName), spec: csiDriver },
      { parent: this },
    );
    this.#runPlugin(driver);
    const classes = storageClasses(args);
    for (const one of classes) this.#addClass(one, driver);
    if (args.config.storage.snapshots) this.#addSnapshotClasses(classes, driver);
    this.registerOutputs({});
  }

  #metadata(name: string, annotations: Readonly<Record<string, string>> = {}) {
    const { environment, cluster } = this.#args;
    return {
      name,
      labels: clusterLabels(environment, cluster),
      annotations: { ...ownerAnnotations, ...annotations },
    };
  }

  #runPlugin(driver: storage.v1.CSIDriver) {
    const name = this.#name;
    const { platform, needs } = this.#args;
    const metadata = { ...this.#metadata(plugin), namespace: systemNamespace };
    const account = new core.v1.ServiceAccount(`${name}-account`, { metadata }, { parent: this });
    const selector = { [labelKeys.component]: plugin };
    new apps.v1.DaemonSet(
      `${name}-plugin`,
      {
        metadata,
        spec: {
          selector: { matchLabels: selector },
          updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
          template: {
            metadata: { labels: { ...metadata.labels, ...selector } },
            spec: renderNodePlugin(platform, plugin),
          },
        },
      },
      { parent: this, dependsOn: [driver, account, this.#letPluginSeeNodes(), ...needs] },
    );
  }

  /** It looks for the machine that it is on; a rule cannot say "the node of its own". */
  #letPluginSeeNodes() {
    const metadata = this.#metadata(`strata-${plugin}`);
    const role = new rbac.v1.ClusterRole(
      `${this.#name}-cluster-role`,
      { metadata, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] },
      { parent: this },
    );
    return new rbac.v1.ClusterRoleBinding(
      `${this.#name}-cluster-role-binding`,
      {
        metadata,
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: metadata.name,
        },
        subjects: [{ kind: 'ServiceAccount', name: plugin, namespace: systemNamespace }],
      },
      { parent: this, dependsOn: role },
    );
  }

  #addClass(one: StorageClassPlan, driver: storage.v1.CSIDriver) {
    new storage.v1.StorageClass(
      `${this.#name}-class-${one.name}`,
      {
        metadata: this.#metadata(one.name, defaultAnnotations(one).storageClass),
        ...renderStorageClass(one),
      },
      { parent: this, dependsOn: driver },
    );
  }

  #addSnapshotClasses(classes: readonly StorageClassPlan[], driver: storage.v1.CSIDriver) {
    for (const one of classes) {
      if (one.snapshotClass === undefined) continue;
      new apiextensions.CustomResource(
        `${this.#name}-snapshot-class-${one.name}`,
        {
          apiVersion: 'snapshot.storage.k8s.io/v1',
          kind: 'VolumeSnapshotClass',
          metadata: this.#metadata(one.name, defaultAnnotations(one).snapshotClass),
          ...renderSnapshotClass(one.snapshotClass),
        },
        { parent: this, dependsOn: driver },
      );
    }
  }
}
