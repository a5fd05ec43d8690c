// SPDX-License-Identifier: Apache-2.0
import { gateReleaseOf, gateReleases, gateStateOf } from '@strata/contracts/feature-gates';
import type { GateRelease } from '@strata/contracts/feature-gates';
import { at, kinds, textOf, textsOf, titleOf } from '../resource/index.ts';
import type { JsonObject, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/**
 * Returns the release that a KubeVirt object is for, from its wait annotation, which alone names
 * it; without that, the oldest release, which has the fewest deprecated gates.
 */
function releaseOf(object: JsonObject): GateRelease {
  const waitFor = textOf(at(object, 'metadata', 'annotations', 'pulumi.com/waitFor')) ?? '';
  const [, version = ''] = /observedKubeVirtVersion\}=v(\d+\.\d+)\./.exec(waitFor) ?? [];
  return gateReleaseOf(version) ?? gateReleases[0];
}

function checkGates(subject: Subject): readonly string[] {
  const release = releaseOf(subject.object);
  const gates = at(
    subject.object,
    'spec',
    'configuration',
    'developerConfiguration',
    'featureGates',
  );
  return textsOf(gates).flatMap((gate) => {
    const title = `${titleOf(subject)}: feature gate ${gate}`;
    switch (gateStateOf(gate, release)) {
      case 'discontinued':
        return [`${title} does nothing in KubeVirt ${release}, its feature is gone; remove it.`];
      case 'deprecated':
        return [
          `${title} is deprecated in KubeVirt ${release} and goes away in a coming release; remove it.`,
        ];
      default:
        return [];
    }
  });
}

/** Rejects gates whose feature a later KubeVirt would silently remove. */
export const noFormerGates: ResourceRule = {
  name: 'no-former-gates',
  area: 'platform',
  refuses: 'A feature gate that is deprecated or discontinued in the release of KubeVirt.',
  why: 'KubeVirt only warns, and a later update removes the feature silently.',
  source:
    'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-config/featuregate/inactive.go',
  level: 'mandatory',
  settings: {},
  kinds: [kinds.kubevirt],
  check: checkGates,
};
