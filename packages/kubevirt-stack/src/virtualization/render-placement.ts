// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '../config/index.ts';

type Settings = KubevirtStackConfig['kubevirt'];

/** Returns the placement of a component of KubeVirt: the nodes it runs on. */
export function renderPlacement(placement: Settings['infra']) {
  if (placement === undefined) return undefined;
  const { nodeSelector, tolerations, replicas } = placement;
  const nodePlacement =
    nodeSelector === undefined && tolerations === undefined
      ? undefined
      : { nodeSelector, tolerations };
  return { nodePlacement, replicas };
}
