// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '@strata/contracts';

type Settings = KubevirtStackConfig['kubevirt'];

/** A component of KubeVirt, told on which nodes to run. */
export function renderPlacement(placement: Settings['infra']) {
  if (placement === undefined) return undefined;
  const { nodeSelector, tolerations, replicas } = placement;
  const nodePlacement =
    nodeSelector === undefined && tolerations === undefined
      ? undefined
      : { nodeSelector, tolerations };
  return { nodePlacement, replicas };
}
