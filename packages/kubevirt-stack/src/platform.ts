// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { mirrorImage, tenantVlans } from '@strata/contracts';
import type { InfraOutputs, TenantVlans } from '@strata/contracts';
import type { Instancetype, KubevirtStackConfig, Preference } from './config/index.ts';
import { DestroyGuard } from './guard/destroy-guard.ts';
import { ContainerizedDataImporter } from './images/containerized-data-importer.ts';
import { GoldenImages } from './images/golden-images.ts';
import { imageNamespace } from './images/render-image.ts';
import { StorageProfilePatch } from './images/storage-profile-patch.ts';
import { offeredMachines } from './machines/flavors.ts';
import { createMachineCatalogue } from './machines/machine-catalogue.ts';
import { MonitoringAccount } from './monitoring/monitoring-account.ts';
import { monitoringImages } from './monitoring/monitoring-images.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import type { MonitoringFacts } from './monitoring/monitoring.ts';
import { createAddressPools } from './network/address-pools.ts';
import { createBridgeMarker } from './network/bridge-marker.ts';
import { createMachineNetworks } from './network/machine-networks.ts';
import { renderRouters } from './network/render-address-pools.ts';
import { definitionOf, installOperators, mapOperators } from './install-operators.ts';
import type { Operators } from './install-operators.ts';
import { releaseNamed } from './release/load-release.ts';
import type { ReleaseManifests } from './release/load-release.ts';
import { KubeVirt } from './virtualization/kubevirt.ts';
import { restrictTenants } from './tenants/restrict-tenants.ts';
import type { GateLists } from './virtualization/resolve-feature-gates.ts';

/** Arguments of {@link Platform}. */
export interface PlatformArgs {
  readonly environment: string;
  readonly config: KubevirtStackConfig;
  readonly release: ReleaseManifests;
  /** KubeVirt's feature gates, checked and translated for the release. */
  readonly featureGates: GateLists;
  /** Kubeconfig of the infra cluster, which is asked what still runs before a destroy. */
  readonly kubeconfig: string;
  /** Bridges that the infra stack makes on the hosts. @default none */
  readonly bridges?: InfraOutputs['bridges'];
}

/**
 * Everything between the infra cluster and the user clusters: the operators, images, sizes,
 * networks, addresses and monitoring.
 */
export class Platform extends pulumi.ComponentResource {
  /** Version of each component, without a leading `v`. */
  readonly versions: Readonly<Record<string, string>>;
  /** Namespace of each component. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** The platform's own VM sizes; `offeredSizes` has KubeVirt's, too. */
  readonly instancetypes: readonly Instancetype[];
  /** The platform's own preferences; `offeredPreferences` has KubeVirt's, too. */
  readonly preferences: readonly Preference[];
  /** The VLANs that user clusters may have as their own. */
  readonly tenantVlans: TenantVlans;
  /** Undefined if monitoring is off. */
  readonly monitoring: MonitoringFacts | undefined;
  readonly #name: string;
  readonly #args: PlatformArgs;

  constructor(name: string, args: PlatformArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Platform', name, {}, options);
    this.#name = name;
    this.#args = args;
    const { config } = args;
    const machines = offeredMachines(config);
    this.instancetypes = machines.instancetypes;
    this.preferences = machines.preferences;
    this.tenantVlans = tenantVlans(config.networks, config.tenants.vlans, args.bridges);
    const components = installOperators(name, args, this);
    this.versions = mapOperators(components, ({ version }) => version);
    this.namespaces = mapOperators(components, ({ namespace }) => namespace);
    const account = this.#createMonitoringAccount(components);
    const networks = this.#createNetworks(components);
    const kubevirt = this.#createKubeVirt(components, account, networks);
    const parts = [
      ...networks,
      ...this.#createAddresses(components),
      ...this.#createImages(components),
      ...this.#createMachines(kubevirt),
      this.#restrictTenants(),
    ];
    const monitoring = this.#createMonitoring(components, account, kubevirt);
    this.monitoring = monitoring?.facts;
    const watch = monitoring === undefined ? [] : [monitoring];
    this.#createGuard([...Object.values(components), account, kubevirt, ...parts, ...watch]);
    this.registerOutputs({ versions: this.versions, namespaces: this.namespaces });
  }

  #createMonitoringAccount(components: Operators): MonitoringAccount {
    const operator = components['prometheus-operator'];
    const { namespace } = operator;
    return new MonitoringAccount(
      `${this.#name}-prometheus`,
      { environment: this.#args.environment, namespace },
      { parent: this, dependsOn: definitionOf(operator, `Namespace/${namespace}`) },
    );
  }

  /**
   * Makes KubeVirt after the migration network, and so after Multus: virt-handler starts with an
   * interface in that network, and KubeVirt is not Available before virt-handler is.
   */
  #createKubeVirt(
    components: Operators,
    account: MonitoringAccount,
    networks: readonly pulumi.Resource[],
  ): KubeVirt {
    const { environment, featureGates, config } = this.#args;
    const { namespace, version } = components.kubevirt;
    return new KubeVirt(
      `${this.#name}-virtualization`,
      {
        environment,
        namespace,
        version,
        featureGates,
        settings: config.kubevirt,
        monitoring: {
          namespace: components['prometheus-operator'].namespace,
          account: account.account,
        },
      },
      { parent: this, dependsOn: [components.kubevirt, account, ...networks] },
    );
  }

  #createImages(components: Operators): pulumi.Resource[] {
    const { environment, config } = this.#args;
    const importer = new ContainerizedDataImporter(
      `${this.#name}-images`,
      { environment, version: components.cdi.version, settings: config.cdi },
      { parent: this, dependsOn: components.cdi },
    );
    const profiles = config.storageProfiles.map(
      (profile) =>
        new StorageProfilePatch(
          `${this.#name}-storage-profiles`,
          { environment, profile },
          { parent: this, dependsOn: importer },
        ),
    );
    const images = new GoldenImages(
      `${this.#name}-golden-images`,
      { environment, images: config.images, storage: config.storage, mirror: this.#mirror },
      { parent: this, dependsOn: [importer, ...profiles] },
    );
    return [importer, ...profiles, images];
  }

  #createAddresses({ metallb }: Operators): pulumi.Resource[] {
    const { environment, config } = this.#args;
    return createAddressPools(
      `${this.#name}-addresses`,
      { environment, namespace: metallb.namespace, metallb: config.metallb },
      { parent: this, dependsOn: [metallb] },
    );
  }

  #createNetworks({ kubevirt, multus }: Operators): pulumi.Resource[] {
    const { environment, config } = this.#args;
    const { namespace } = kubevirt;
    const { image } = releaseNamed(config.release).images['bridge-marker'];
    const marker = createBridgeMarker(
      `${this.#name}-bridges`,
      { environment, image: this.#mirror(image) },
      this,
    );
    const networks = createMachineNetworks(
      `${this.#name}-networks`,
      {
        environment,
        networks: config.networks,
        kubevirtNamespace: namespace,
        needs: [multus, marker, definitionOf(kubevirt, `Namespace/${namespace}`)],
      },
      this,
    );
    return [marker, ...networks];
  }

  #createMachines(kubevirt: KubeVirt): pulumi.Resource[] {
    const { instancetypes, preferences } = this;
    const { environment } = this.#args;
    return createMachineCatalogue(
      `${this.#name}-machines`,
      { environment, instancetypes, preferences },
      { parent: this, dependsOn: kubevirt },
    );
  }

  #restrictTenants(): pulumi.Resource {
    const { environment, config } = this.#args;
    const { selectorless, serviceAnnotations } = config.tenants;
    return restrictTenants(
      `${this.#name}-tenants`,
      { environment, selectorless, serviceAnnotations, vlans: this.tenantVlans },
      { parent: this },
    );
  }

  #createMonitoring(
    components: Operators,
    account: MonitoringAccount,
    installation: KubeVirt,
  ): Monitoring | undefined {
    const { environment, config } = this.#args;
    if (!config.monitoring.enabled) return undefined;
    const { kubevirt, cdi, metallb } = components;
    const operator = components['prometheus-operator'];
    return new Monitoring(
      `${this.#name}-monitoring`,
      {
        environment,
        namespace: operator.namespace,
        account: account.account,
        config: config.monitoring,
        storage: config.storage,
        namespaces: {
          kubevirt: kubevirt.namespace,
          cdi: cdi.namespace,
          metallb: metallb.namespace,
        },
        peers: renderRouters(config.metallb.bgp),
        images: monitoringImages(releaseNamed(config.release), this.#mirror),
        needs: [operator, account, definitionOf(metallb, `Namespace/${metallb.namespace}`)],
        watched: [installation],
      },
      { parent: this },
    );
  }

  /** Makes the destroy guard last, so that a destroy deletes it first. */
  #createGuard(dependsOn: pulumi.Resource[]): void {
    const { environment, config, kubeconfig } = this.#args;
    new DestroyGuard(
      `${this.#name}-guard`,
      {
        environment,
        kubeconfig,
        namespace: this.namespaces.kubevirt ?? '',
        release: config.release,
        ownNamespaces: [imageNamespace],
      },
      { parent: this, dependsOn },
    );
  }

  readonly #mirror = (image: string): string =>
    mirrorImage(image, this.#args.config.registryMirror);
}
