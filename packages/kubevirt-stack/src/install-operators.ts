// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ReleaseComponent } from '@strata/contracts';
import { OperatorManifest } from '@strata/manifest-objects';
import type { KubevirtStackConfig } from './config/index.ts';
import type { ReleaseManifests } from './release/load-release.ts';
import { platformPodSecurity } from './release/pod-security.ts';
import { platformReadiness } from './release/readiness.ts';
import { workloadSettings } from './release/workload-settings.ts';

/** The upstream operators of a release, by component. */
export type Operators = Readonly<Record<ReleaseComponent, OperatorManifest>>;

/** Arguments of {@link installOperators}. */
export interface OperatorsArgs {
  readonly config: Pick<KubevirtStackConfig, 'metallb' | 'multus' | 'registryMirror'>;
  readonly release: ReleaseManifests;
}

/**
 * CRDs that must exist before the operators of KubeVirt and CDI start: they set up their monitoring
 * only then.
 */
const monitoringDefinitions = [
  'CustomResourceDefinition/servicemonitors.monitoring.coreos.com',
  'CustomResourceDefinition/prometheusrules.monitoring.coreos.com',
] as const;

/** Installs all upstream operators of a release. */
export function installOperators(
  name: string,
  { config, release }: OperatorsArgs,
  parent: pulumi.Resource,
): Operators {
  const { registryMirror } = config;
  const settings = workloadSettings(config);
  const install = (component: ReleaseComponent, needs: readonly pulumi.Resource[] = []) =>
    new OperatorManifest(
      `${name}-${component}`,
      {
        manifest: release[component],
        needs,
        registryMirror,
        podSecurity: platformPodSecurity,
        readiness: platformReadiness,
        settings: settings[component] ?? {},
      },
      { parent },
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

/**
 * Returns a CRD or namespace from the manifest of an operator.
 *
 * @throws RunError if the manifest has no such object.
 */
export function definitionOf(operator: OperatorManifest, key: string): pulumi.Resource {
  const definition = operator.definitions.get(key);
  if (definition !== undefined) return definition;
  throw new pulumi.RunError(
    `the manifest of ${operator.component} has no ${key}, which others need.`,
  );
}

/** Returns one fact of each operator, by component. */
export function mapOperators(
  operators: Operators,
  fact: (operator: OperatorManifest) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => [name, fact(operator)]),
  );
}
