// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type {
  Instancetype,
  KubevirtStackConfig,
  Preference,
  ReleaseComponent,
} from '@strata/contracts';
import { AddressPools } from './network/address-pools.ts';
import { ContainerizedDataImporter } from './images/containerized-data-importer.ts';
import { KubeVirt } from './virtualization/kubevirt.ts';
import type { GateLists } from './virtualization/resolve-feature-gates.ts';
import type { ReleaseManifests } from './release/load-release.ts';
import { offeredMachines } from './machines/flavors.ts';
import { MachineCatalogue } from './machines/machine-catalogue.ts';
import { MonitoringAccount } from './monitoring/monitoring-account.ts';
import { OperatorManifest } from '@strata/manifest-objects';

/** Arguments of {@link Platform}. */
export interface PlatformArgs {
  readonly environment: string;
  readonly config: KubevirtStackConfig;
  readonly release: ReleaseManifests;
  /** KubeVirt's, checked and translated for the release. */
  readonly featureGates: GateLists;
}

type Operators = Readonly<Record<ReleaseComponent, OperatorManifest>>;

/** KubeVirt's and CDI's operators set up their monitoring only if they find these at their start. */
const monitoringDefinitions = [
  'CustomResourceDefinition/servicemonitors.monitoring.coreos.com',
  'CustomResourceDefinition/prometheusrules.monitoring.coreos.com',
] as const;

/** Everything between the infra cluster and the user clusters: VMs, their disks, networks, sizes. */
export class Platform extends pulumi.ComponentResource {
  /** Of each component, without a leading `v`. */
  readonly versions: Readonly<Record<string, string>>;
  /** Where each component runs. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** All VM sizes on offer. */
  readonly instancetypes: readonly Instancetype[];
  /** All preferences on offer. */
  readonly preferences: readonly Preference[];

  constructor(name: string, args: PlatformArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:kubevirt-stack:Platform', name, {}, options);
    const { config } = args;
    const operators = this.#installOperators(name, args.release);
    this.versions = mapOperators(operators, ({ version }) => version);
    this.namespaces = mapOperators(operators, ({ namespace }) => namespace);
    const machines = offeredMachines(config);
    this.instancetypes = machines.instancetypes;
    this.preferences = machines.preferences;
    const kubevirt = this.#createKubeVirt(name, args, operators);
    this.#createRest(name, args, operators, kubevirt);
    this.registerOutputs({ versions: this.versions, namespaces: this.namespaces });
  }

  #installOperators(name: string, release: ReleaseManifests): Operators {
    const install = (component: ReleaseComponent, needs: readonly pulumi.Resource[] = []) =>
      new OperatorManifest(
        `${name}-${component}`,
        { manifest: release[component], needs },
        { parent: this },
      );
    const monitoring = install('prometheus-operator');
    const monitoringKinds = monitoringDefinitions.map((kind) => definitionOf(monitoring, kind));
    return {
      'prometheus-operator': monitoring,
      kubevirt: install('kubevirt', monitoringKinds),
      cdi: install('cdi', monitoringKinds),
      multus: install('multus'),
      metallb: install('metallb'),
      'snapshot-controller': install('snapshot-controller'),
    };
  }

  #createKubeVirt(name: string, args: PlatformArgs, operators: Operators): KubeVirt {
    const { environment, featureGates, config } = args;
    const monitoring = operators['prometheus-operator'];
    const { namespace } = monitoring;
    const prometheus = new MonitoringAccount(
      `${name}-prometheus`,
      { environment, namespace },
      { parent: this, dependsOn: definitionOf(monitoring, `Namespace/${namespace}`) },
    );
    return new KubeVirt(
      `${name}-virtualization`,
      {
        environment,
        namespace: operators.kubevirt.namespace,
        featureGates,
        settings: config.kubevirt,
        monitoring: { namespace, account: prometheus.account },
      },
      { parent: this, dependsOn: [operators.kubevirt, prometheus] },
    );
  }

  #createRest(name: string, args: PlatformArgs, operators: Operators, kubevirt: KubeVirt): void {
    const { environment, config } = args;
    new ContainerizedDataImporter(
      `${name}-images`,
      { environment, settings: config.cdi },
      { parent: this, dependsOn: operators.cdi },
    );
    new AddressPools(
      `${name}-addresses`,
      { environment, namespace: operators.metallb.namespace, metallb: config.metallb },
      { parent: this, dependsOn: operators.metallb },
    );
    new MachineCatalogue(
      `${name}-machines`,
      { environment, instancetypes: this.instancetypes, preferences: this.preferences },
      { parent: this, dependsOn: kubevirt },
    );
  }
}

function definitionOf(operator: OperatorManifest, key: string): pulumi.Resource {
  const definition = operator.definitions.get(key);
  if (definition !== undefined) return definition;
  throw new pulumi.RunError(
    `the manifest of prometheus-operator has no ${key}, which others need.`,
  );
}

function mapOperators(operators: Operators, fact: (operator: OperatorManifest) => string) {
  return Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => [name, fact(operator)]),
  );
}
