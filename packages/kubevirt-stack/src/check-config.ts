// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { KubevirtStackConfig, Problem } from '@strata/contracts';
import { cdiFeatureGates } from './containerized-data-importer.ts';
import { builtIn } from './machine-catalogue.ts';
import type { ResolvedGates } from './resolve-feature-gates.ts';

function cdiGateProblems(gates: readonly string[]): Problem[] {
  return gates.flatMap((gate, index) =>
    cdiFeatureGates.includes(gate)
      ? []
      : [
          {
            path: ['cdi', 'featureGates', index],
            message: `CDI has no feature gate "${gate}"; ${suggestion(gate, cdiFeatureGates)}`,
          },
        ],
  );
}

/** Names that occur twice in a list, counting those that are there already. */
function repeated(
  key: string,
  entries: readonly { readonly name: string }[],
  taken: readonly { readonly name: string }[] = [],
): Problem[] {
  return entries.flatMap(({ name }, index) => {
    const earlier = [...taken, ...entries.slice(0, index)];
    return earlier.some((other) => other.name === name)
      ? [
          {
            path: [...key.split('.'), index, 'name'],
            message: `"${name}" exists already; choose another`,
          },
        ]
      : [];
  });
}

/** Everything about a configuration that is wrong though its shape is right. */
export function checkConfig(config: KubevirtStackConfig, gates: ResolvedGates): Problem[] {
  return [
    ...gates.problems.map(({ index, message }) => ({
      path: ['kubevirt', 'featureGates', index],
      message,
    })),
    ...cdiGateProblems(config.cdi.featureGates),
    ...repeated('metallb.pools', config.metallb.pools),
    ...repeated('instancetypes', config.instancetypes, builtIn.instancetypes),
    ...repeated('preferences', config.preferences, builtIn.preferences),
  ];
}
