// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { loadRelease } from './load-release.ts';
import { platformReadiness } from './readiness.ts';

interface Probe {
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

interface WorkloadSpec {
  readonly template: {
    readonly spec: {
      readonly containers: readonly { readonly livenessProbe?: Probe }[];
    };
  };
}

/** Seconds after which a kubelet ends a container that does not answer yet. */
const patience = ({ failureThreshold = 3, initialDelaySeconds = 0, periodSeconds = 10 }: Probe) =>
  initialDelaySeconds + failureThreshold * periodSeconds;

const known = new Map(Object.entries(platformReadiness));

describe.each(releases)('release $name', (release) => {
  const manifests = Object.values(loadRelease(release));

  test('no operator is ended within a minute because it has not started yet', () => {
    const hasty = manifests.flatMap(({ objects }) =>
      objects.flatMap(({ kind, metadata, spec }) => {
        if (kind !== 'Deployment') return [];
        const key = `${metadata.namespace}/${metadata.name}`;
        const { containers } = (spec as WorkloadSpec).template.spec;
        const probes = containers.flatMap(({ livenessProbe }) => livenessProbe ?? []);
        const isHasty = probes.some((probe) => patience(probe) < 60);
        return isHasty ? [[key, known.get(key)?.startSeconds]] : [];
      }),
    );
    expect(hasty.sort()).toEqual([
      ['cdi/cdi-operator', 300],
      ['kubevirt/virt-operator', 300],
      ['metallb-system/controller', 300],
    ]);
  });
});
